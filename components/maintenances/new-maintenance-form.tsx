"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useCallback, useMemo } from "react";
import { type Control, type UseFormReturn, useWatch } from "react-hook-form";
import { ComponentsField } from "@/components/components/components-field";
import { RestoredDraft } from "@/components/forms/restored-draft";
import { useShownLanguage } from "@/components/forms/translated-fields";
import { useCallForm } from "@/components/forms/use-call-form";
import { BodyField, TitleField } from "@/components/updates/text-fields";
import { PreviewedForm } from "@/components/updates/previewed-form";
import SendPreview from "@/components/updates/send-preview";
import {
  describeAudience,
  describeEstimate,
  publishLabel,
  hasRecipients,
  type PreviewResponse,
  usePreview,
  useDebouncedValues,
} from "@/components/updates/use-preview";
import { useOrganization } from "@/components/organizations/organization-context";
import { rejectVariables } from "@/components/templates/reject-variables";
import { type EventContext, useEventContext } from "@/components/templates/use-event-context";
import { TemplatePicker } from "@/components/templates/template-picker";
import { Button } from "@/components/ui/button";
import { useNow } from "@/components/ui/relative-time";
import { Switch } from "@/components/ui/switch";
import { deleteUnchanged } from "@/components/updates/update-calls";
import { callWithUndo, UNDO_SECONDS, useUndoToast } from "@/components/updates/use-undo";
import { call } from "@/lib/http/api-client";
import type { Language } from "@/lib/organizations/values";
import { getDefaultMessage } from "@/lib/updates/values";
import { AutomationFields } from "./automation-fields";
import {
  toCompletedMaintenanceBody,
  emptyMaintenance,
  isPastMaintenance,
  type MaintenanceValues,
  createMaintenanceSchema,
  shouldNotifyForMaintenance,
  templates,
} from "./maintenance-values";
import { TimeFields } from "./time-fields";

const MaintenancePagePreview = dynamic(
  async () => (await import("./maintenance-page-preview")).MaintenancePagePreview,
);

/** Manages the form and its preview. After submitting, a toast offers to undo. */
function useNewMaintenance() {
  const { id: orgID, at } = useOrganization();
  const context = useEventContext();
  const router = useRouter();
  const showPosted = useUndoToast();
  const schema = useMemo(() => rejectVariables(createMaintenanceSchema(context)), [context]);
  const form = useCallForm<MaintenanceValues>({
    schema,
    defaultValues: emptyMaintenance,
    draft: `maintenance-new-${orgID}`,
    submit: async (values, _etag, idempotencyKey) => {
      const body = {
        ...toCompletedMaintenanceBody(values, context),
        notify_after_seconds: UNDO_SECONDS,
      };
      const { data, until } = await callWithUndo(idempotencyKey, () =>
        call("POST /v1/organizations/{orgID}/maintenances", {
          params: { orgID },
          body,
          idempotencyKey,
        }),
      );
      showPosted({
        done: data.status === "completed" ? "Maintenance recorded." : "Maintenance scheduled.",
        isNotifying: hasRecipients(data.notify, preview),
        until,
        undo: async () => {
          await deleteUnchanged(orgID, data);
          form.restore(values);
          router.push(at("/maintenances/new"));
        },
        undone: "Maintenance deleted.",
      });
      router.push(at(`/maintenances/${data.id}`));
      return "leaving";
    },
  });
  const { body, preview } = useMaintenancePreview(form.form, context);
  return { form, body, preview };
}

export default function NewMaintenanceForm() {
  const { form, body, preview } = useNewMaintenance();
  const { control } = form.form;
  const language = useShownLanguage();
  const { isNotifying, isPast } = useNotification(control);
  const renderPreview = ({ isTall }: { isTall: boolean }) => (
    <MaintenancePreview {...{ body, preview, isPast, isTall }} language={language.shown} />
  );
  return (
    <PreviewedForm
      form={form}
      sendButton={
        <Button
          {...form.button}
          className="min-w-0 max-sm:whitespace-normal max-lg:flex-1 lg:min-w-52"
        >
          {form.button.busy
            ? "Saving…"
            : publishLabel(isPast ? "Save" : "Schedule", isNotifying, preview)}
        </Button>
      }
      renderPreview={renderPreview}
    >
      <RestoredDraft restored={form.restored} onDiscard={form.discard} />
      <TemplatePicker form={form.form} {...templates} />
      <TitleField form={form} language={language} />
      <TimeFields form={form.form} getError={form.getError} />
      <ComponentsField
        form={form}
        hint="Selected components show as under maintenance while it’s in progress."
      />
      <BodyField
        form={form}
        language={language}
        label="Message"
        rows={4}
        placeholder={getDefaultMessage("scheduled", language.shown)}
        hint="Describe the impact and what users can do. Leave blank to use the default message."
      />
      <AutomationFields form={form.form} getError={form.getError} />
      <NotifyField form={form.form} preview={preview} {...{ isNotifying, isPast }} />
    </PreviewedForm>
  );
}

type MaintenancePreviewProps = Omit<ReturnType<typeof useNewMaintenance>, "form"> & {
  isPast: boolean;
  isTall: boolean;
  language: Language;
};

function MaintenancePreview({ body, preview, isPast, language, isTall }: MaintenancePreviewProps) {
  return (
    <SendPreview
      preview={body === null ? null : preview}
      missing="Set the start and end to see the preview."
      {...{ language, isTall }}
    >
      {body !== null && (
        <MaintenancePagePreview
          maintenance={{
            ...body,
            title: body.title ?? "",
            translations: body.translations,
            status: isPast ? "completed" : "scheduled",
            update: body,
          }}
          {...{ preview, language }}
        />
      )}
    </SendPreview>
  );
}

/** While a value is invalid, `body` is null, and there is no preview. The title may be blank. */
function useMaintenancePreview(form: UseFormReturn<MaintenanceValues>, context: EventContext) {
  const { id: orgID } = useOrganization();
  const readValues = useCallback(
    (values: MaintenanceValues) => {
      const titled = { ...values, title: values.title.trim() || "Untitled maintenance" };
      return createMaintenanceSchema(context).safeParse(titled).success
        ? toCompletedMaintenanceBody(titled, context)
        : null;
    },
    [context],
  );
  const body = useDebouncedValues(form, readValues);
  const preview = usePreview(
    "POST /v1/organizations/{orgID}/maintenances/preview",
    { orgID },
    body,
  );
  return { body, preview };
}

function useNotification(control: Control<MaintenanceValues>): {
  isNotifying: boolean;
  isPast: boolean;
} {
  const { time_zone: timeZone } = useOrganization();
  const now = useNow();
  const [notify, scheduled_for, scheduled_until] = useWatch({
    control,
    name: ["notify", "scheduled_for", "scheduled_until"],
  });
  const times = { scheduled_for, scheduled_until };
  return {
    isNotifying: shouldNotifyForMaintenance({ notify, ...times }, timeZone, now),
    isPast: isPastMaintenance(times, timeZone, now),
  };
}

type NotifyFieldProps = ReturnType<typeof useNotification> & {
  form: UseFormReturn<MaintenanceValues>;
  preview: PreviewResponse | undefined;
};

function NotifyField({ form, preview, isNotifying, isPast }: NotifyFieldProps) {
  let recipients =
    "Notifications are also sent when the maintenance starts, completes, or is rescheduled.";
  if (preview?.audience.total === 0) recipients = "No subscribers to notify yet.";
  else if (preview !== undefined)
    recipients = `${describeAudience(preview.audience)}${describeEstimate(preview)}.`;
  return (
    <div className="grid gap-2">
      {isPast && (
        <p className="rounded-md bg-sunken px-3 py-2">
          Both times are in the past. The maintenance will be saved as completed, and uptime history
          will be updated.
        </p>
      )}
      <Switch
        label="Notify subscribers"
        checked={isNotifying}
        onChange={(on) => form.setValue("notify", on, { shouldDirty: true })}
        hint={isNotifying ? recipients : "Published on the status page without notifying anyone."}
      />
    </div>
  );
}
