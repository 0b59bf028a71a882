import { CircleAlert } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";
import { useWatch } from "react-hook-form";
import { z } from "zod";
import { useRead } from "@/components/data/use-read";
import { DialogButtons } from "@/components/forms/dialog-buttons";
import { useCallForm } from "@/components/forms/use-call-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { Dialog } from "@/components/ui/dialog";
import { SelectField, TextAreaField } from "@/components/ui/field";
import { formatAmount } from "@/components/ui/format-count";
import { ScrollArea } from "@/components/ui/scroll-area";
import { showToast } from "@/components/ui/toaster";
import {
  MAX_PASTED_COMPONENTS,
  type PastedComponent,
  parsePastedComponents,
} from "@/lib/components/rules";
import { newComponent } from "@/lib/components/schema";
import { ApiError } from "@/lib/http/api-client";
import { GroupOptions } from "./group-options";

const labels: Record<string, string> = { name: "Name", description: "Description" };

type Errors = ReadonlyMap<number, string>;

function validateLines(pasted: readonly PastedComponent[]): Errors {
  const errors = new Map<number, string>();
  for (const [index, component] of pasted.entries()) {
    const { error } = newComponent.safeParse(component);
    if (error !== undefined)
      errors.set(
        index,
        error.issues
          .map(({ path, message }) => `${labels[String(path[0])] ?? String(path[0])} ${message}.`)
          .join(" "),
      );
  }
  return errors;
}

/** Throws 400 if the list is empty, too long, or has an invalid line. */
function requireValidList(text: string): PastedComponent[] {
  const list = parsePastedComponents(text);
  if (list.length === 0) throw new ApiError(400, "Paste at least one line.");
  if (list.length > MAX_PASTED_COMPONENTS)
    throw new ApiError(
      400,
      `${list.length} components are too many. Paste at most ${MAX_PASTED_COMPONENTS} at a time.`,
    );
  if (validateLines(list).size > 0)
    throw new ApiError(400, "Nothing was added. Correct the marked lines and try again.");
  return list;
}

export default function PasteForm({ onClose }: { onClose: () => void }) {
  const { id: orgID, call, refresh } = useOrganization();
  const { data: groups } = useRead("GET /v1/organizations/{orgID}/component-groups");
  const { data: known } = useRead("GET /v1/organizations/{orgID}/components");
  const [groupId, setGroupId] = useState("");
  const form = useCallForm<{ text: string }>({
    schema: z.custom<{ text: string }>(),
    defaultValues: { text: "" },
    draft: `components-paste-${orgID}`,
    submit: async ({ text }, _etag, idempotencyKey) => {
      // The group may have been deleted since the user chose it.
      const group = groups?.find(({ id }) => id === groupId);
      const components = requireValidList(text).map(({ name, description }) => ({
        name,
        description,
        ...(group && { group_id: group.id }),
      }));
      const { data } = await call("POST /v1/organizations/{orgID}/components/bulk", {
        body: { components },
        idempotencyKey,
      }).catch((error: unknown) => {
        const isGroupGone =
          error instanceof ApiError && error.errors.some(({ path }) => path.endsWith("group_id"));
        if (!isGroupGone) throw error;
        void refresh();
        throw new ApiError(400, "This group was deleted. Choose another one.");
      });
      await refresh();
      showToast(
        `${formatAmount(data.length, "component")} ${data.length === 1 ? "was" : "were"} added.`,
      );
      onClose();
      return "leaving" as const;
    },
  });
  const shown = useDeferredValue(useWatch({ control: form.form.control, name: "text" }));
  const pasted = useMemo(() => parsePastedComponents(shown), [shown]);
  const errors = useMemo(() => validateLines(pasted), [pasted]);
  const names = useMemo(() => new Set(known?.map(({ name }) => name)), [known]);

  const count = pasted.length - errors.size;
  const addLabel = `Add ${count === 0 ? "components" : formatAmount(count, "component")}`;
  return (
    <Dialog
      open
      onClose={onClose}
      isWide
      title="Add multiple components"
      description="One per line. To add a description, put a dash (—) or a vertical bar (|) after the name."
    >
      <form {...form.props} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextAreaField
            label="Components"
            required
            focusFirst
            rows={10}
            placeholder={
              "Website — acme.example\nAPI — api.acme.example\nCheckout | Cart and card payments"
            }
            className="min-h-40 font-mono"
            {...form.field("text")}
          />
          <Preview pasted={pasted} errors={errors} names={names} />
        </div>
        {groups !== undefined && groups.length > 0 && (
          <SelectField
            label="Group"
            required
            value={groupId}
            onChange={(event) => setGroupId(event.target.value)}
          >
            <GroupOptions groups={groups} />
          </SelectField>
        )}
        <DialogButtons form={form} action={addLabel} busyAction="Adding…" onClose={onClose} />
      </form>
    </Dialog>
  );
}

function Preview({
  pasted,
  errors,
  names,
}: {
  pasted: readonly PastedComponent[];
  errors: Errors;
  names: ReadonlySet<string>;
}) {
  return (
    <div className="min-w-0">
      <h3 className="mb-1 text-sm font-medium">Components to add</h3>
      {pasted.length === 0 && <p className="text-muted">No components yet.</p>}
      {pasted.length > 0 && (
        <ScrollArea label="Components to add" className="max-h-64 rounded-md border border-line">
          <ol>
            {pasted.map(({ line, name, description }, index) => {
              const error = errors.get(index);
              return (
                <li key={line} className="border-b border-line px-3 py-1.5 last:border-b-0">
                  <p className="flex flex-wrap items-baseline gap-x-2 wrap-anywhere">
                    <span className="text-xs text-muted tabular-nums">
                      <span className="sr-only">Line </span>
                      {line}
                    </span>
                    <bdi className="min-w-0 font-medium">{name}</bdi>
                    {description !== "" && <bdi className="min-w-0 text-muted">{description}</bdi>}
                    {names.has(name) && (
                      <span className="text-xs text-muted">(name already in use)</span>
                    )}
                  </p>
                  {error !== undefined && (
                    <p className="flex items-start gap-1.5 text-invalid">
                      <CircleAlert className="mt-0.5 size-4 shrink-0" />
                      <span>
                        Line {line}: {error}
                      </span>
                    </p>
                  )}
                </li>
              );
            })}
          </ol>
        </ScrollArea>
      )}
    </div>
  );
}
