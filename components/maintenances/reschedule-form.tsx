"use client";

import { useMemo } from "react";
import { Controller } from "react-hook-form";
import { ComponentChecklist } from "@/components/components/component-checklist";
import { useRefresh } from "@/components/data/use-read";
import { DialogButtons } from "@/components/forms/dialog-buttons";
import { ConflictDialog } from "@/components/forms/conflict-dialog";
import { type Revision, useCallForm } from "@/components/forms/use-call-form";
import { useComponentNames } from "@/components/components/use-component-names";
import { useOrganization } from "@/components/organizations/organization-context";
import { TextField } from "@/components/ui/field";
import { nameList } from "@/components/ui/format-names";
import { Switch } from "@/components/ui/switch";
import { showToast } from "@/components/ui/toaster";
import { call, type MaintenanceResponse } from "@/lib/http/client";
import { hasEnded, isRunning } from "@/lib/maintenances/values";
import { AutomationFields } from "./automation-fields";
import {
  type ChangeValues,
  toMaintenanceChangeBody,
  toChangeValues,
  maintenanceChangeSchema,
} from "./maintenance-values";
import { TimeFields } from "./time-fields";

type RescheduleFormProps = {
  maintenance: MaintenanceResponse;
  etag: string | null;
  reload: () => Promise<{ data: MaintenanceResponse; etag: string | null }>;
  onClose: () => void;
};

const time = (local: string) => local.replace("T", " ");
const yesOrNo = (on: boolean) => (on ? "Yes" : "No");

/** Subscribers who were notified of the old times are notified of new ones. */
export default function RescheduleForm({
  maintenance,
  etag,
  reload,
  onClose,
}: RescheduleFormProps) {
  const { id: orgID, time_zone: timeZone } = useOrganization();
  const refresh = useRefresh(orgID);
  const schema = useMemo(() => maintenanceChangeSchema(timeZone), [timeZone]);
  const editionOf = (read: {
    data: MaintenanceResponse;
    etag: string | null;
  }): Revision<ChangeValues> => ({
    values: toChangeValues(read.data, timeZone),
    etag: read.etag,
  });
  const current = useMemo(
    () => ({ values: toChangeValues(maintenance, timeZone), etag }),
    [maintenance, timeZone, etag],
  );
  const form = useCallForm<ChangeValues>({
    schema,
    defaultValues: current.values,
    edited: { current, reload: async () => editionOf(await reload()) },
    submit: async (values, ifMatch) => {
      await call("PATCH /v1/organizations/{orgID}/maintenances/{maintenanceID}", {
        params: { orgID, maintenanceID: maintenance.id },
        body: toMaintenanceChangeBody(values, maintenance, timeZone),
        ifMatch,
      });
      await refresh();
      showToast("Maintenance saved.");
      onClose();
    },
  });
  const { control } = form.form;
  const names = useComponentNames(maintenance.component_ids);
  const over = hasEnded(maintenance.status);
  return (
    <form {...form.props} className="grid gap-4">
      <TextField label="Title" required autoComplete="off" {...form.field("title")} />
      {!over && (
        <TimeFields
          form={form.form}
          errorOf={form.errorOf}
          hasBegun={isRunning(maintenance.status)}
        />
      )}
      <Controller
        control={control}
        name="component_ids"
        render={({ field: { value, onChange } }) => (
          <ComponentChecklist
            label="Components"
            value={value}
            onChange={onChange}
            error={form.errorOf("component_ids")}
          />
        )}
      />
      {!over && <AutomationFields form={form.form} errorOf={form.errorOf} />}
      {!over && (
        <Controller
          control={control}
          name="notify"
          render={({ field: { value, onChange } }) => (
            <Switch
              label="Notify subscribers of new times"
              hint="Changes to the title or components don’t send notifications."
              checked={value}
              onChange={onChange}
            />
          )}
        />
      )}
      <DialogButtons form={form} action="Save" busyAction="Saving…" onClose={onClose} />
      <ConflictDialog
        conflict={form.conflict}
        fields={[
          { name: "title", label: "Title" },
          { name: "scheduled_for", label: "Start", show: time },
          { name: "scheduled_until", label: "End", show: time },
          {
            name: "component_ids",
            label: "Components",
            show: (ids: string[]) =>
              nameList(ids.map((id) => names.get(id) ?? "a removed component")),
          },
          {
            name: "reminder_minutes",
            label: "Reminder",
            show: (minutes: string) => (minutes === "" ? "None" : `${minutes} minutes before`),
          },
          { name: "auto_start", label: "Start automatically", show: yesOrNo },
          { name: "auto_complete", label: "Complete automatically", show: yesOrNo },
          { name: "notify", label: "Notify subscribers of new times", show: yesOrNo },
        ]}
      />
    </form>
  );
}
