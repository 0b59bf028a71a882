"use client";

import { useId, useState } from "react";
import { type UseFormReturn, useController, useWatch } from "react-hook-form";
import { z } from "zod";
import { FormBar } from "@/components/forms/form-bar";
import { RestoredDraft } from "@/components/forms/restored-draft";
import { submitShortcut } from "@/components/forms/submit-shortcut";
import { useOrganization } from "@/components/organizations/organization-context";
import { EmailPreview } from "@/components/previews/email-preview";
import {
  publishLabel,
  hasRecipients,
  describeRecipients,
  describeMissingRecipients,
  usePreview,
  useDebouncedValues,
} from "@/components/previews/use-preview";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextAreaField } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import { UNDO_SECONDS } from "@/components/updates/use-undo";
import { NewUpdateNotice } from "@/components/updates/new-update-notice";
import { type UpdateFormValues, useUpdateForm } from "@/components/updates/use-update-form";
import { call, type MaintenanceResponse } from "@/lib/http/client";
import { newMaintenanceUpdate } from "@/lib/maintenances/schema";
import {
  defaultMaintenanceMessages,
  nextStatuses,
  hasEnded,
  type MaintenanceStatus,
} from "@/lib/maintenances/values";
import {
  MaintenanceUpdateConflict,
  loadMaintenanceUpdatesSince,
} from "./maintenance-update-conflict";
import { maintenanceStatusLooks } from "./maintenance-status";
import type { MaintenanceUpdateResponse } from "./maintenance-timeline";

export type Aim = "update" | "start" | "complete" | "cancel";

/** "" keeps the maintenance's current status. */
type Values = UpdateFormValues & { status: MaintenanceStatus | "" };

const statusOf: Record<Aim, MaintenanceStatus | ""> = {
  update: "",
  start: "in_progress",
  complete: "completed",
  cancel: "cancelled",
};
const verbs: Record<Aim, string> = {
  update: "Post update",
  start: "Start now",
  complete: "Complete",
  cancel: "Cancel maintenance",
};
const toasts: Record<Aim, string> = {
  update: "Update posted.",
  start: "Maintenance started.",
  complete: "Maintenance completed.",
  cancel: "Maintenance canceled.",
};

const bodyOf = ({ status, body, notify }: Values) => ({
  ...(status !== "" && { status }),
  body,
  notify,
});
const schema = z.preprocess(
  (values) => bodyOf(values as Values),
  newMaintenanceUpdate,
) as unknown as z.ZodType<unknown, Values>;

type UpdateFormProps = {
  maintenance: MaintenanceResponse;
  aim: Aim;
  newest: string | undefined;
  onUnsent: (unsent: boolean) => void;
  onPosted?: () => void;
  begun?: boolean;
  onBegun?: () => void;
};

export default function MaintenanceUpdateForm({
  maintenance,
  aim,
  newest,
  onUnsent,
  onPosted,
  begun = false,
  onBegun,
}: UpdateFormProps) {
  const { id: orgID } = useOrganization();
  const params = { orgID, maintenanceID: maintenance.id };
  const form = useUpdateForm<Values, MaintenanceUpdateResponse>({
    schema,
    empty: { status: statusOf[aim], body: "", notify: maintenance.notify, seen: "" },
    draft: `maintenance-${aim}-${maintenance.id}`,
    newest,
    begun,
    onBegun,
    post: (values, after, idempotencyKey) =>
      call("POST /v1/organizations/{orgID}/maintenances/{maintenanceID}/updates", {
        params,
        body: {
          ...bodyOf(values),
          notify_after_seconds: UNDO_SECONDS,
          ...(after !== undefined && { after }),
        },
        idempotencyKey,
      }),
    remove: (updateID) =>
      call("DELETE /v1/organizations/{orgID}/maintenances/{maintenanceID}/updates/{updateID}", {
        params: { ...params, updateID },
      }),
    done: ({ notify }): string => `${toasts[aim]}${describeMissingRecipients(notify, preview)}`,
    notifies: ({ notify }): boolean => hasRecipients(notify, preview),
    readPostedSince: (seen) => loadMaintenanceUpdatesSince(orgID, maintenance.id, seen),
    onUnsent,
    onPosted,
  });
  const settled = useDebouncedValues(form.form, bodyOf);
  const preview = usePreview(
    "POST /v1/organizations/{orgID}/maintenances/{maintenanceID}/updates/preview",
    params,
    settled,
  );
  const isOver = hasEnded(maintenance.status);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const [status, notify] = useWatch({ control: form.form.control, name: ["status", "notify"] });
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Ctrl+Enter */}
      <form
        {...form.props}
        onKeyDown={submitShortcut}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4"
      >
        <RestoredDraft restored={form.restored} onDiscard={form.discard} />
        {aim === "update" && !isOver && <StatusField form={form.form} now={maintenance.status} />}
        <TextAreaField
          label="Message"
          rows={3}
          placeholder={defaultMaintenanceMessages[status || maintenance.status]}
          hint="Leave blank to use the default message."
          {...form.field("body")}
        />
        <Switch
          label="Notify subscribers"
          checked={notify}
          onChange={(on) => form.form.setValue("notify", on, { shouldDirty: true })}
          hint={describeRecipients(notify, preview)}
        />
        <NewUpdateNotice posted={form.overtaken} />
        <FormBar form={form}>
          {isOver ? (
            <div className="flex flex-1 flex-wrap items-center justify-between gap-2">
              <p>
                This maintenance is now “{maintenanceStatusLooks[maintenance.status].word}”. No more
                updates can be posted.
              </p>
              <Button variant="secondary" onClick={form.discard}>
                Discard draft
              </Button>
            </div>
          ) : (
            <>
              <Button
                variant="secondary"
                disabled={preview === undefined}
                onClick={() => setIsPreviewing(true)}
              >
                Preview email
              </Button>
              <Button
                variant={aim === "cancel" ? "danger" : "primary"}
                {...form.button}
                className="max-sm:flex-1 max-sm:whitespace-normal"
              >
                {form.button.busy ? "Posting…" : publishLabel(verbs[aim], notify, preview)}
              </Button>
            </>
          )}
        </FormBar>
        <Dialog
          open={isPreviewing && preview !== undefined}
          onClose={() => setIsPreviewing(false)}
          wide
          title="Email preview"
        >
          <div className="overflow-hidden rounded-md border border-line">
            {preview && <EmailPreview mail={preview.mail} tall />}
          </div>
        </Dialog>
      </form>
      <MaintenanceUpdateConflict {...form.updateConflict} />
    </>
  );
}

function StatusField({ form, now }: { form: UseFormReturn<Values>; now: MaintenanceStatus }) {
  const { field } = useController({ control: form.control, name: "status" });
  const name = useId();
  const chosen = field.value || now;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">Status</legend>
      <div className="grid grid-cols-2 gap-1 sm:flex sm:flex-wrap">
        {nextStatuses[now].map((status) => {
          const { word, icon: Icon } = maintenanceStatusLooks[status];
          return (
            <label
              key={status}
              className={
                "relative flex min-h-9 cursor-pointer items-center justify-center gap-1.5 " +
                "rounded-md border border-line bg-surface px-3 text-muted select-none " +
                "hover:bg-sunken has-checked:border-accent has-checked:font-medium " +
                "has-checked:text-ink has-focus-visible:outline-2 " +
                "has-focus-visible:outline-offset-2 has-focus-visible:outline-accent " +
                "pointer-coarse:min-h-11"
              }
            >
              <input
                type="radio"
                name={name}
                value={status}
                checked={chosen === status}
                onChange={() => field.onChange(status === now ? "" : status)}
                className="sr-only"
              />
              <Icon className="size-4 shrink-0" />
              {word}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
