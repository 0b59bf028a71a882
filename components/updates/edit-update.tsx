"use client";

import { ConflictDialog } from "@/components/forms/conflict-dialog";
import { RestoredDraft } from "@/components/forms/restored-draft";
import { useCallForm } from "@/components/forms/use-call-form";
import { useFirstFocus } from "@/components/forms/use-first-focus";
import { useRead, useRefresh } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { TextAreaField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { SkeletonRows } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toaster";
import { call } from "@/lib/http/client";
import { incidentUpdateChange } from "@/lib/incidents/schema";
import { type Subject, updatesParams, updatesPath } from "./update-calls";
import { editDraft } from "./update-timeline";

type MessageValues = { body: string };
type Revision = { data: MessageValues; etag: string | null };

type EditUpdateProps = {
  subject: Subject;
  updateID: string;
  /** False if the form opened by itself with a restored draft. */
  begun: boolean;
  onClose: () => void;
};

export default function EditUpdate(props: EditUpdateProps) {
  const { subject, updateID } = props;
  const { id: orgID } = useOrganization();
  const params = { ...updatesParams(orgID, subject), updateID };
  const { data, etag, error, refresh } = useRead(`GET ${updatesPath(subject.kind)}/{updateID}`, {
    params,
  });
  if (error) return <Message>{error.detail}</Message>;
  if (data === undefined) return <SkeletonRows rows={2} label="Loading update" />;
  return <Form current={{ data, etag }} reload={refresh} {...props} />;
}

const editionOf = ({ data: { body }, etag }: Revision) => ({ values: { body }, etag });

function Form({
  current,
  reload,
  subject,
  updateID,
  begun,
  onClose,
}: EditUpdateProps & { current: Revision; reload: () => Promise<Revision> }) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const form = useCallForm<MessageValues>({
    schema: incidentUpdateChange,
    defaultValues: { body: current.data.body },
    draft: editDraft(subject.kind, updateID),
    edited: { current: editionOf(current), reload: async () => editionOf(await reload()) },
    submit: async (body, ifMatch) => {
      const params = { ...updatesParams(orgID, subject), updateID };
      await call(`PATCH ${updatesPath(subject.kind)}/{updateID}`, { params, body, ifMatch });
      await refresh();
      showToast("Update edited. Subscribers weren’t notified.");
      onClose();
    },
  });
  useFirstFocus(form.form, "body", begun);
  return (
    <form {...form.props} className="grid gap-3">
      <RestoredDraft restored={form.restored} onDiscard={form.discard} />
      <TextAreaField
        label="Message"
        rows={4}
        required
        hint="The status page marks the update as edited. Subscribers won’t be notified."
        {...form.field("body")}
      />
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
      <ConflictDialog conflict={form.conflict} fields={[{ name: "body", label: "Message" }]} />
    </form>
  );
}
