"use client";

import Link from "next/link";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { z } from "zod";
import { useRefresh } from "@/components/data/use-read";
import { useCallForm } from "@/components/forms/use-call-form";
import { newIdempotencyKey } from "@/components/forms/use-idempotency-key";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button, buttonClass } from "@/components/ui/button";
import { TextAreaField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { ApiError, call } from "@/lib/http/client";

/** The names in a pasted list, each once: one in a line, without the bullets that lists come with. */
function namesIn(list: string): string[] {
  const names = list.split("\n").map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, "").trim());
  return [...new Set(names.filter((name) => name !== ""))];
}

const pasted = z.object({ list: z.string().refine((list) => namesIn(list).length > 0, "must name at least one") });

/** Makes components out of a list of names. */
export default function FirstComponentsForm({ onCreated, skip }: { onCreated: () => void; /** Where one goes without any. */ skip: string }) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  // One for each name: what was made before a connection broke is not made twice.
  const [keys] = useState(() => new Map<string, string>());
  const keyOf = (name: string) => keys.get(name) ?? keys.set(name, newIdempotencyKey()).get(name)!;
  const form = useCallForm({
    schema: pasted,
    defaultValues: { list: "" },
    draft: `first-components-${orgID}`,
    submit: async ({ list }) => {
      const names = namesIn(list);
      for (const [made, name] of names.entries()) {
        try {
          await call("POST /v1/organizations/{orgID}/components", { params: { orgID }, body: { name }, idempotencyKey: keyOf(name) });
        } catch (error) {
          // What is made is made: only the rest is left to send again.
          form.form.setValue("list", names.slice(made).join("\n"));
          const message = error instanceof ApiError ? error.errors.find(({ path }) => path === "name")?.message : undefined;
          throw message === undefined ? error : new ApiError(400, message, [{ path: "list", message: `has a name that ${message}: ${name}` }]);
        }
      }
      await refresh();
      onCreated();
      return "leaving";
    },
  });
  const count = namesIn(useWatch({ control: form.form.control, name: "list" }) ?? "").length;
  return (
    <form {...form.props} className="grid gap-4">
      <TextAreaField label="Components" required rows={6} placeholder={"Website\nAPI\nCheckout"} hint="One in a line. A pasted list will do." {...form.field("list")} />
      <Message>{form.message}</Message>
      <div className="flex flex-wrap items-center gap-2">
        <Button {...form.button}>{form.button.busy ? "Adding…" : count === 0 ? "Add components" : `Add ${count} component${count === 1 ? "" : "s"}`}</Button>
        <Link href={skip} className={buttonClass("quiet")}>
          Skip for now
        </Link>
      </div>
    </form>
  );
}
