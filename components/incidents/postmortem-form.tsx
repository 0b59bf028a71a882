import { useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { createBodySchema } from "@/components/forms/body-schema";
import { ConflictDialog } from "@/components/forms/conflict-dialog";
import { RestoredDraft } from "@/components/forms/restored-draft";
import { replaceTranslations, useShownLanguage } from "@/components/forms/translated-fields";
import { createEditedResource, useCallForm } from "@/components/forms/use-call-form";
import { useFirstFocus } from "@/components/forms/use-first-focus";
import { useOrganization } from "@/components/organizations/organization-context";
import { useHasSubscribers } from "@/components/subscribers/use-has-subscribers";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { Message } from "@/components/ui/message";
import { Switch } from "@/components/ui/switch";
import { showToast } from "@/components/ui/toaster";
import { BodyField, getBodyLabels } from "@/components/updates/text-fields";
import type { IncidentDetailResponse, UpdateResponse } from "@/components/updates/update-calls";
import { type ResponseBody, ApiError, call } from "@/lib/http/api-client";
import { postmortemChange } from "@/lib/incidents/schema";
import { getPageTexts } from "@/lib/public/page/page-texts";
import { createPostmortemOutline } from "./postmortem-outline";

type Saved = ResponseBody<"GET /v1/organizations/{orgID}/incidents/{incidentID}/postmortem">;
type Values = Pick<Saved, "body" | "format" | "translations"> & { notify: boolean };
type PostmortemAction = "save" | "publish" | "retract";

type PostmortemFormProps = {
  incident: IncidentDetailResponse;
  saved: Saved | null;
  /** All updates of the incident, newest first. */
  updates: readonly UpdateResponse[];
  etag: string | null;
  isDeleting: boolean;
  onDelete: () => void;
  onKeep: () => void;
  onClose: () => void;
};

const toValues = (saved: Saved | null, outline: string): Values => ({
  body: saved?.body ?? outline,
  format: saved?.format ?? "markdown",
  translations: saved?.translations ?? {},
  notify: true,
});
const postmortemSchema = createBodySchema((values: Values) => values, postmortemChange);

const toasts: Record<PostmortemAction, string> = {
  save: "Postmortem saved.",
  publish: "Postmortem published.",
  retract: "Postmortem unpublished.",
};

export default function PostmortemForm(props: PostmortemFormProps) {
  const { incident, saved, isDeleting, onDelete, onKeep, onClose } = props;
  const { form, onSubmit, deletePostmortem } = usePostmortemForm(props);
  const hasSubscribers = useHasSubscribers();
  const language = useShownLanguage();
  const notify = useWatch({ control: form.form.control, name: "notify" });
  const stage = getStage(incident, saved);
  return (
    <form {...form.props} onSubmit={onSubmit} className="grid gap-4">
      <RestoredDraft restored={form.restored} onDiscard={form.discard} />
      <BodyField
        form={form}
        language={language}
        label="Postmortem"
        rows={12}
        required
        hint="Cover what happened, why, how you fixed it, and what will change."
      />
      {stage === "publishable" && (
        <Switch
          label="Notify subscribers when published"
          checked={notify}
          onChange={(on) => form.form.setValue("notify", on, { shouldDirty: true })}
          hint={hasSubscribers === false ? "No subscribers yet." : undefined}
        />
      )}
      {stage === "unresolved" && (
        <p className="text-muted">You can publish the postmortem once the incident is resolved.</p>
      )}
      <Message>{form.message}</Message>
      <div className="flex flex-wrap gap-2">
        <SaveButtons
          stage={stage}
          publishLabel={getPublishLabel(notify, hasSubscribers)}
          button={form.button}
        />
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
        {saved !== null && (
          <Button variant="quiet" onClick={onDelete} className="ms-auto text-danger">
            Delete
          </Button>
        )}
      </div>
      <ConflictDialog conflict={form.conflict} fields={getBodyLabels("Postmortem")} />
      <Confirm
        open={isDeleting && saved !== null}
        onClose={onKeep}
        onConfirm={deletePostmortem}
        title="Delete postmortem?"
        action="Delete postmortem"
      >
        The postmortem will be permanently deleted, including from the status page. Notifications
        that were already sent can’t be recalled.
      </Confirm>
    </form>
  );
}

type Stage = "unresolved" | "publishable" | "published";

function getStage({ status }: IncidentDetailResponse, saved: Saved | null): Stage {
  if (saved !== null && saved.published_at !== null) return "published";
  return status === "resolved" ? "publishable" : "unresolved";
}

function getPublishLabel(notify: boolean, hasSubscribers: boolean | undefined): string {
  if (!notify) return "Publish without notifying";
  return hasSubscribers === true ? "Publish and notify subscribers" : "Publish";
}

const NONE = { data: null, etag: null };

function usePostmortemForm({ incident, saved, updates, etag, onClose }: PostmortemFormProps) {
  const { id: orgID, languages, time_zone: timeZone, refresh } = useOrganization();
  const params = { orgID, incidentID: incident.id };
  const action = useRef<PostmortemAction>("save");
  // If someone deletes the postmortem while the form is open, the saved text becomes empty, not the
  // outline.
  const [initial] = useState(() =>
    saved === null
      ? createPostmortemOutline(incident, updates, getPageTexts(languages[0] ?? "en", timeZone))
      : "",
  );
  const finish = async (toast: string) => {
    await refresh();
    showToast(toast);
    onClose();
  };
  const form = useCallForm<Values>({
    schema: postmortemSchema,
    draft: `postmortem-${incident.id}`,
    edited: createEditedResource(
      // If someone else deleted the postmortem, saving creates a new one.
      { data: saved, etag, reload: async () => (await readPostmortem(params)) ?? NONE },
      (data) => toValues(data, initial),
    ),
    submit: async ({ body, format, translations, notify }, ifMatch) => {
      // A new postmortem has no ETag, so check that no one else has created one.
      if (ifMatch === null && (await readPostmortem(params)) !== null)
        throw new ApiError(412, "Someone else has written a postmortem. Reload and try again.");
      await call("PUT /v1/organizations/{orgID}/incidents/{incidentID}/postmortem", {
        params,
        body: {
          ...{ body, format, notify, translations: replaceTranslations(translations) },
          ...(action.current !== "save" && { published: action.current === "publish" }),
        },
        ifMatch,
      });
      await finish(toasts[action.current]);
    },
  });
  useFirstFocus(form.form, "body");
  return {
    form,
    /** The button that submits the form selects the action. Ctrl+Enter saves. */
    onSubmit: (event: React.SubmitEvent<HTMLFormElement>) => {
      const button = event.nativeEvent.submitter as HTMLButtonElement | null;
      action.current = (button?.value as PostmortemAction | undefined) ?? "save";
      form.props.onSubmit(event);
    },
    deletePostmortem: async () => {
      await call("DELETE /v1/organizations/{orgID}/incidents/{incidentID}/postmortem", { params });
      form.discard();
      await finish("Postmortem deleted.");
      return "leaving" as const;
    },
  };
}

/** Returns null if there is no postmortem. */
const readPostmortem = (params: { orgID: string; incidentID: string }) =>
  call("GET /v1/organizations/{orgID}/incidents/{incidentID}/postmortem", { params }).catch(
    (thrown: unknown) => {
      if (thrown instanceof ApiError && thrown.status === 404) return null;
      throw thrown;
    },
  );

type SaveButtonsProps = {
  stage: Stage;
  publishLabel: string;
  button: ReturnType<typeof usePostmortemForm>["form"]["button"];
};

const SaveButtons = ({ stage, publishLabel, button }: SaveButtonsProps) => (
  <>
    {stage === "publishable" && (
      <Button {...button} value="publish">
        {publishLabel}
      </Button>
    )}
    <Button variant={stage === "publishable" ? "secondary" : "primary"} {...button} value="save">
      {stage === "published" ? "Save" : "Save draft"}
    </Button>
    {stage === "published" && (
      <Button variant="secondary" {...button} value="retract">
        Unpublish
      </Button>
    )}
  </>
);
