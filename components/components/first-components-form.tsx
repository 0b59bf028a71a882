import Link from "next/link";
import { useWatch } from "react-hook-form";
import { z } from "zod";
import { useCallForm } from "@/components/forms/use-call-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button, buttonClass } from "@/components/ui/button";
import { TextAreaField } from "@/components/ui/field";
import { formatAmount } from "@/components/ui/format-count";
import { Message } from "@/components/ui/message";
import {
  MAX_PASTED_COMPONENTS,
  type PastedComponent,
  parsePastedComponents,
} from "@/lib/components/rules";
import { ApiError } from "@/lib/http/api-client";

function parseNames(list: string): PastedComponent[] {
  const names = new Set<string>();
  return parsePastedComponents(list).filter(({ name }) => !names.has(name) && names.add(name));
}

const pasted = z.object({
  list: z
    .string()
    .refine((list) => parseNames(list).length > 0, "must include at least one line")
    .refine(
      (list) => parseNames(list).length <= MAX_PASTED_COMPONENTS,
      `must include at most ${MAX_PASTED_COMPONENTS} lines; you can add the rest later`,
    ),
});

export default function FirstComponentsForm({
  onCreated,
  skip,
}: {
  onCreated: () => void;
  skip: string;
}) {
  const { id: orgID, call, refresh } = useOrganization();
  const form = useCallForm({
    schema: pasted,
    defaultValues: { list: "" },
    draft: `first-components-${orgID}`,
    submit: async ({ list }, _etag, idempotencyKey) => {
      const components = parseNames(list);
      try {
        await call("POST /v1/organizations/{orgID}/components/bulk", {
          body: { components: components.map(({ name, description }) => ({ name, description })) },
          idempotencyKey,
        });
      } catch (error) {
        const [first] = error instanceof ApiError ? error.errors : [];
        const [, index, field] = /^components\.(\d+)\.(\w+)$/.exec(first?.path ?? "") ?? [];
        if (first === undefined || index === undefined) throw error;
        throw new ApiError(400, first.message, [
          {
            path: "list",
            message: `contain an error on line ${components[Number(index)]?.line}: ${field} ${first.message}`,
          },
        ]);
      }
      await refresh();
      onCreated();
      return "leaving";
    },
  });
  const count = parseNames(useWatch({ control: form.form.control, name: "list" }) ?? "").length;
  const addLabel = `Add ${count === 0 ? "components" : formatAmount(count, "component")}`;
  return (
    <form {...form.props} className="grid gap-4">
      <TextAreaField
        label="Components"
        required
        focusFirst
        rows={6}
        placeholder={"Website\nAPI\nCheckout"}
        hint="One per line, with an optional description after a dash (—)."
        {...form.field("list")}
      />
      <Message>{form.message}</Message>
      <div className="flex flex-wrap items-center gap-2">
        <Button {...form.button}>{form.button.busy ? "Adding…" : addLabel}</Button>
        <Link href={skip} className={buttonClass("quiet")}>
          Skip for now
        </Link>
      </div>
    </form>
  );
}
