import { createBodySchema } from "@/components/forms/body-schema";
import { ConflictDialog } from "@/components/forms/conflict-dialog";
import { RestoredDraft } from "@/components/forms/restored-draft";
import { replaceTranslations, useShownLanguage } from "@/components/forms/translated-fields";
import {
  createEditedResource,
  type LoadedResource,
  useCallForm,
} from "@/components/forms/use-call-form";
import { useFirstFocus } from "@/components/forms/use-first-focus";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { LoadError } from "@/components/data/load-error";
import { Message } from "@/components/ui/message";
import { SkeletonForm } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toaster";
import { call } from "@/lib/http/api-client";
import { incidentUpdateChange } from "@/lib/incidents/schema";
import type { Subject } from "@/lib/updates/values";
import { BodyField, getBodyLabels } from "./text-fields";
import { getUpdatesParams, getUpdatesPath, type UpdateResponse } from "./update-calls";
import { getEditDraftName } from "./update-timeline";

type MessageValues = Pick<UpdateResponse, "body" | "format" | "translations">;

type EditUpdateProps = {
  subject: Subject;
  updateID: string;
  /** False if the form opened because of a restored draft. */
  focusMessage: boolean;
  onClose: () => void;
};

export default function EditUpdate(props: EditUpdateProps) {
  const { subject, updateID } = props;
  const { id: orgID } = useOrganization();
  const params = { ...getUpdatesParams(orgID, subject), updateID };
  const { record, error } = useRead(`GET ${getUpdatesPath(subject.kind)}/{updateID}`, {
    params,
  });
  if (error) return <LoadError error={error} />;
  if (record === undefined) return <SkeletonForm fields={2} label="Loading update" />;
  return <Form record={record} {...props} />;
}

type FormProps = EditUpdateProps & { record: LoadedResource<MessageValues> };

function Form({ record, subject, updateID, focusMessage, onClose }: FormProps) {
  const { id: orgID, refresh } = useOrganization();
  const form = useCallForm<MessageValues>({
    schema: createBodySchema((values: MessageValues) => values, incidentUpdateChange),
    draft: getEditDraftName(subject.kind, updateID),
    edited: createEditedResource(record, ({ body, format, translations }) => ({
      ...{ body, format, translations },
    })),
    submit: async ({ translations: texts, ...message }, ifMatch) => {
      const body = { ...message, translations: replaceTranslations(texts) };
      const params = { ...getUpdatesParams(orgID, subject), updateID };
      await call(`PATCH ${getUpdatesPath(subject.kind)}/{updateID}`, { params, body, ifMatch });
      await refresh();
      showToast("Update edited. Subscribers weren’t notified.");
      onClose();
    },
  });
  useFirstFocus(form.form, "body", focusMessage);
  const language = useShownLanguage();
  return (
    <form {...form.props} className="grid gap-3">
      <RestoredDraft restored={form.restored} onDiscard={form.discard} />
      <BodyField
        form={form}
        language={language}
        label="Message"
        rows={4}
        required
        hint="The update will be marked as edited, and subscribers won’t be notified."
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
      <ConflictDialog conflict={form.conflict} fields={getBodyLabels("Message")} />
    </form>
  );
}
