"use client";

import dynamic from "next/dynamic";
import { type Control, type UseFormReturn, useWatch } from "react-hook-form";
import { ComponentsField } from "@/components/components/components-field";
import { useShownLanguage } from "@/components/forms/translated-fields";
import { BodyField, TitleField } from "@/components/updates/text-fields";
import { NewEventScreen } from "@/components/updates/new-event-screen";
import { PreviewedForm } from "@/components/updates/previewed-form";
import { type NewEvent, useNewEvent } from "@/components/updates/use-new-event";
import SendPreview from "@/components/updates/send-preview";
import {
  describeRecipients,
  publishLabel,
  type PreviewResponse,
} from "@/components/updates/use-preview";
import { useOrganization } from "@/components/organizations/organization-context";
import { TemplatePicker } from "@/components/templates/template-picker";
import { useNow } from "@/components/ui/relative-time";
import { Switch } from "@/components/ui/switch";
import type { MaintenanceResponse } from "@/lib/http/api-client";
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
  maintenanceTemplates,
} from "./maintenance-values";
import { TimeFields } from "./time-fields";

const MaintenancePagePreview = dynamic(
  () => import("@/components/updates/maintenance-page-preview"),
);

const newMaintenance = {
  kind: "maintenance",
  empty: emptyMaintenance,
  createSchema: createMaintenanceSchema,
  toBody: toCompletedMaintenanceBody,
  /** Returns null while a value is invalid. The title may be blank. */
  toPreviewBody: (values, context) => {
    const titled = { ...values, title: values.title.trim() || "Untitled maintenance" };
    return createMaintenanceSchema(context).safeParse(titled).success
      ? toCompletedMaintenanceBody(titled, context)
      : null;
  },
  describe: ({ status, notify }) => ({
    done: status === "completed" ? "Maintenance recorded." : "Maintenance scheduled.",
    notify,
  }),
} satisfies NewEvent<MaintenanceValues, MaintenanceResponse>;

export const NewMaintenanceScreen = () => (
  <NewEventScreen
    title="Schedule maintenance"
    list={{ path: "/maintenances", label: "Maintenance" }}
    activity="Scheduling maintenance"
  >
    <NewMaintenanceForm />
  </NewEventScreen>
);

function NewMaintenanceForm() {
  const { form, body, preview } = useNewEvent(newMaintenance);
  const { control } = form.form;
  const language = useShownLanguage();
  const { isNotifying, isPast } = useNotification(control);
  return (
    <PreviewedForm
      form={form}
      submitLabel={publishLabel(isPast ? "Save" : "Schedule", isNotifying, preview)}
      busyLabel="Saving…"
      preview={<MaintenancePreview {...{ body, preview, isPast }} language={language.shown} />}
    >
      <TemplatePicker form={form.form} {...maintenanceTemplates} />
      <TitleField form={form} language={language} />
      <TimeFields form={form} />
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
      <AutomationFields form={form} />
      <NotifyField form={form.form} preview={preview} {...{ isNotifying, isPast }} />
    </PreviewedForm>
  );
}

type MaintenancePreviewProps = {
  body: ReturnType<typeof newMaintenance.toPreviewBody>;
  preview: PreviewResponse | undefined;
  isPast: boolean;
  language: Language;
};

function MaintenancePreview({ body, preview, isPast, language }: MaintenancePreviewProps) {
  return (
    <SendPreview
      preview={body === null ? null : preview}
      missing="Set the start and end to see the preview."
      language={language}
    >
      {body !== null && (
        <MaintenancePagePreview
          maintenance={{
            ...body,
            status: isPast ? "completed" : "scheduled",
            update: body,
          }}
          {...{ preview, language }}
        />
      )}
    </SendPreview>
  );
}

function useNotification(control: Control<MaintenanceValues>) {
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
        hint={
          isNotifying && preview === undefined
            ? "Notifications are also sent when the maintenance starts, completes, or is rescheduled."
            : describeRecipients(isNotifying, preview)
        }
      />
    </div>
  );
}
