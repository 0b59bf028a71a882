"use client";

import { Conflict } from "@/components/forms/conflict";
import { RestoredDraft } from "@/components/forms/restored-draft";
import { useCallForm } from "@/components/forms/use-call-form";
import { useFirstFocus } from "@/components/forms/use-first-focus";
import { useRefresh } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { TextAreaField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { SkeletonRows } from "@/components/ui/skeleton";
import { say } from "@/components/ui/toaster";
import type { ApiError } from "@/lib/http/client";
import { updateChange } from "@/lib/incidents/schema";

type Words = { body: string };
type Edition = { data: Words; etag: string | null };

type EditWordsProps = {
  /** The update, as it is read. */
  read: { data: Words | undefined; etag: string | null; error: ApiError | undefined; refresh: () => Promise<Edition> };
  /** The name of its draft. */
  draft: string;
  /** Whether somebody asked for it now; if not, its draft from before is back. */
  begun: boolean;
  save: (body: Words, ifMatch: string | null) => Promise<unknown>;
  onClose: () => void;
};

/** Other words for an update that was posted, of an incident or a maintenance. What it said before stays in the record. */
export function EditWords({ read: { data, etag, error, refresh }, ...form }: EditWordsProps) {
  if (error) return <Message>{error.detail}</Message>;
  if (data === undefined) return <SkeletonRows rows={2} label="Loading the update" />;
  return <Form current={{ data, etag }} reload={refresh} {...form} />;
}

const editionOf = ({ data: { body }, etag }: Edition) => ({ values: { body }, etag });

function Form({ current, reload, draft, begun, save, onClose }: Omit<EditWordsProps, "read"> & { current: Edition; reload: () => Promise<Edition> }) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const form = useCallForm<Words>({
    schema: updateChange,
    defaultValues: { body: current.data.body },
    draft,
    edited: { current: editionOf(current), reload: async () => editionOf(await reload()) },
    submit: async (body, ifMatch) => {
      await save(body, ifMatch);
      await refresh();
      say("The update is edited. Nobody is told.");
      onClose();
    },
  });
  useFirstFocus(form.form, "body", begun);
  return (
    <form {...form.props} className="grid gap-3">
      <RestoredDraft restored={form.restored} onDiscard={form.discard} />
      <TextAreaField label="Words" rows={4} required hint="The page shows that it was edited. Nobody is told." {...form.field("body")} />
      <Message>{form.message}</Message>
      <div className="flex flex-wrap gap-2">
        <Button {...form.button}>{form.button.busy ? "Saving…" : "Save"}</Button>
        <Button
          variant="quiet"
          onClick={() => {
            form.discard();
            onClose();
          }}
        >
          Cancel
        </Button>
      </div>
      <Conflict conflict={form.conflict} fields={[{ name: "body", label: "Words" }]} />
    </form>
  );
}
