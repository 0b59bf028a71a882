import { ComponentsField } from "@/components/components/components-field";
import { DialogButtons } from "@/components/forms/dialog-buttons";
import { ConflictDialog } from "@/components/forms/conflict-dialog";
import { useShownLanguage } from "@/components/forms/translated-fields";
import { SwitchField } from "@/components/forms/switch-field";
import {
  createEditedResource,
  type LoadedResource,
  useCallForm,
} from "@/components/forms/use-call-form";
import { useComponentNames } from "@/components/components/use-component-names";
import { useOrganization } from "@/components/organizations/organization-context";
import { showToast } from "@/components/ui/toaster";
import { TitleField } from "@/components/updates/text-fields";
import type { MaintenanceResponse } from "@/lib/http/api-client";
import { hasEnded, isRunning } from "@/lib/maintenances/values";
import { AutomationFields } from "./automation-fields";
import {
  type ChangeValues,
  defineMaintenanceFields,
  createChangeSchema,
} from "./maintenance-values";
import { TimeFields } from "./time-fields";

type RescheduleFormProps = {
  record: LoadedResource<MaintenanceResponse>;
  onClose: () => void;
};

export default function RescheduleForm(props: RescheduleFormProps) {
  const { record, onClose } = props;
  const { form, labels } = useRescheduleForm(props);
  const { control } = form.form;
  const language = useShownLanguage();
  const hasMaintenanceEnded = hasEnded(record.data.status);
  return (
    <form {...form.props} className="grid gap-4">
      <TitleField form={form} language={language} />
      {!hasMaintenanceEnded && (
        <TimeFields form={form} hasStarted={isRunning(record.data.status)} />
      )}
      <ComponentsField form={form} />
      {!hasMaintenanceEnded && <AutomationFields form={form} />}
      {!hasMaintenanceEnded && (
        <SwitchField
          control={control}
          name="notify"
          label="Notify subscribers of new times"
          hint="Changes to the title or components don’t send notifications."
        />
      )}
      <DialogButtons form={form} action="Save" busyAction="Saving…" onClose={onClose} />
      <ConflictDialog conflict={form.conflict} fields={labels} />
    </form>
  );
}

function useRescheduleForm({ record, onClose }: RescheduleFormProps) {
  const maintenance = record.data;
  const { time_zone: timeZone, call, refresh } = useOrganization();
  const getName = useComponentNames(maintenance.component_ids);
  const fields = defineMaintenanceFields(timeZone, getName);
  const form = useCallForm<ChangeValues>({
    schema: createChangeSchema(fields),
    edited: createEditedResource(record, fields.toValues),
    submit: async (values, ifMatch) => {
      const { scheduled_for, scheduled_until } = fields.toValues(maintenance);
      // Times that can no longer be changed keep their values.
      const changeable = {
        ...values,
        ...(maintenance.status !== "scheduled" && { scheduled_for }),
        ...(hasEnded(maintenance.status) && { scheduled_until }),
      };
      await call("PATCH /v1/organizations/{orgID}/maintenances/{maintenanceID}", {
        params: { maintenanceID: maintenance.id },
        body: fields.toChange(changeable, maintenance),
        ifMatch,
      });
      await refresh();
      showToast("Maintenance saved.");
      onClose();
    },
  });
  return { form, labels: fields.labels };
}
