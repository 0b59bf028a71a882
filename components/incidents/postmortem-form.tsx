"use client";

import { useMemo, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { z } from "zod";
import { useRefresh } from "@/components/data/use-read";
import { ConflictDialog } from "@/components/forms/conflict-dialog";
import { RestoredDraft } from "@/components/forms/restored-draft";
import {
  replaceTranslations,
  TranslatedFields,
  translationsLabel,
  useShownLanguage,
} from "@/components/forms/translated-fields";
import { useFormTranslations } from "@/components/forms/use-form-translations";
import { type Revision, useCallForm } from "@/components/forms/use-call-form";
import { useFirstFocus } from "@/components/forms/use-first-focus";
import { useOrganization } from "@/components/organizations/organization-context";
import { useHasSubscribers } from "@/components/subscribers/use-has-subscribers";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { Message } from "@/components/ui/message";
import { Switch } from "@/components/ui/switch";
import { showToast } from "@/components/ui/toaster";
import { type ResponseBody, ApiError, call } from "@/lib/http/api-client";
import { postmortemChange } from "@/lib/incidents/schema";
import { MarkdownField } from "@/components/updates/markdown-field";
import { formatLabel, useFormat } from "@/components/updates/message-format";
import type { TextFormat } from "@/lib/markdown/values";
import type { Translations } from "@/lib/translations/values";
import type { IncidentDetailResponse } from "./incident-update-form";

type Saved = ResponseBody<"GET /v1/organizations/{orgID}/incidents/{incidentID}/postmortem">;
type Values = {
  body: string;
  format: TextFormat;
  translations: Translations<"body">;
  notify: boolean;
};
type PostmortemAction = "save" | "publish" | "retract";

type PostmortemFormProps = {
  incident: IncidentDetailResponse;
  saved: Saved | null;
  /** The initial text of a new postmortem. */
  outline: string;
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
const postmortemSchema: z.ZodType<unknown, Values> = z
  .custom<Values>()
  .transform((values): z.input<typeof postmortemChange> => values)
  .pipe(postmortemChange);

const toasts: Record<PostmortemAction, string> = {
  save: "Postmortem saved.",
  publish: "Postmortem published.",
  retract: "Postmortem unpublished.",
};

export default function PostmortemForm({
  incident,
  saved,
  outline,
  etag,
  isDeleting,
  onDelete,
  onKeep,
  onClose,
}: PostmortemFormProps) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const hasSubscribers = useHasSubscribers();
  const params = { orgID, incidentID: incident.id };
  const action = useRef<PostmortemAction>("save");
  // If someone deletes the postmortem while the form is open, the form's saved text is empty.
  const [initial] = useState(saved === null ? outline : "");
  const current: Revision<Values> = useMemo(
    () => ({ values: toValues(saved, initial), etag }),
    [saved, initial, etag],
  );
  const published = saved !== null && saved.published_at !== null;

  const form = useCallForm<Values>({
    schema: postmortemSchema,
    defaultValues: current.values,
    draft: `postmortem-${incident.id}`,
    edited: {
      current,
      reload: async () => {
        try {
          const { data: now, etag: tag } = await call(
            "GET /v1/organizations/{orgID}/incidents/{incidentID}/postmortem",
            { params },
          );
          return { values: toValues(now, initial), etag: tag };
        } catch (thrown) {
          // Someone else deleted the postmortem, so saving creates a new one.
          if (thrown instanceof ApiError && thrown.status === 404)
            return { values: toValues(null, initial), etag: null };
          throw thrown;
        }
      },
    },
    submit: async ({ body, format, translations, notify }, ifMatch) => {
      // A new postmortem has no ETag, so check that no one else has created one.
      if (ifMatch === null && (await hasText(params)))
        throw new ApiError(412, "Someone else has written a postmortem. Reload and try again.");
      await call("PUT /v1/organizations/{orgID}/incidents/{incidentID}/postmortem", {
        params,
        body: {
          body,
          format,
          translations: replaceTranslations(translations),
          notify,
          ...(action.current !== "save" && { published: action.current === "publish" }),
        },
        ifMatch,
      });
      await refresh();
      showToast(toasts[action.current]);
      onClose();
    },
  });
  useFirstFocus(form.form, "body");
  const format = useFormat(form.form);
  const translations = useFormTranslations(form, ["body"], useShownLanguage());
  const notify = useWatch({ control: form.form.control, name: "notify" });
  const getButtonProps = (next: PostmortemAction) => ({
    ...form.button,
    onClick: () => (action.current = next),
  });
  const publishAndNotify = hasSubscribers === true ? "Publish and notify subscribers" : "Publish";

  return (
    <form {...form.props} className="grid gap-4">
      <RestoredDraft restored={form.restored} onDiscard={form.discard} />
      <TranslatedFields of={translations}>
        <MarkdownField
          label="Postmortem"
          rows={12}
          required
          hint="Cover what happened, why, how you fixed it, and what will change."
          {...format}
          {...translations.getFieldProps("body", form.field("body"))}
        />
      </TranslatedFields>
      {!published && incident.status === "resolved" && (
        <Switch
          label="Notify subscribers when published"
          checked={notify}
          onChange={(on) => form.form.setValue("notify", on, { shouldDirty: true })}
          hint={hasSubscribers === false ? "No subscribers yet." : undefined}
        />
      )}
      {incident.status !== "resolved" && !published && (
        <p className="text-muted">You can publish the postmortem once the incident is resolved.</p>
      )}
      <Message>{form.message}</Message>
      <div className="flex flex-wrap gap-2">
        {!published && incident.status === "resolved" && (
          <Button {...getButtonProps("publish")}>
            {notify ? publishAndNotify : "Publish without notifying"}
          </Button>
        )}
        <Button
          variant={published || incident.status !== "resolved" ? "primary" : "secondary"}
          {...getButtonProps("save")}
        >
          {published ? "Save" : "Save draft"}
        </Button>
        {published && (
          <Button variant="secondary" {...getButtonProps("retract")}>
            Unpublish
          </Button>
        )}
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
        {saved !== null && (
          <Button variant="quiet" onClick={onDelete} className="ms-auto text-danger">
            Delete
          </Button>
        )}
      </div>
      <ConflictDialog
        conflict={form.conflict}
        fields={[
          { name: "body", label: "Postmortem" },
          { name: "format", label: "Format", show: formatLabel },
          { name: "translations", ...translationsLabel },
        ]}
      />
      <Confirm
        open={isDeleting && saved !== null}
        onClose={onKeep}
        title="Delete postmortem?"
        action="Delete postmortem"
        onConfirm={async () => {
          await call("DELETE /v1/organizations/{orgID}/incidents/{incidentID}/postmortem", {
            params,
          });
          form.discard();
          await refresh();
          showToast("Postmortem deleted.");
          onClose();
          return "leaving";
        }}
      >
        <p>
          The postmortem will be permanently deleted, including from the status page. Emails that
          were already sent can’t be recalled.
        </p>
      </Confirm>
    </form>
  );
}

async function hasText(params: { orgID: string; incidentID: string }): Promise<boolean> {
  try {
    await call("GET /v1/organizations/{orgID}/incidents/{incidentID}/postmortem", { params });
    return true;
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.status === 404) return false;
    throw thrown;
  }
}
