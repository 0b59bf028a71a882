"use client";

import { useMemo } from "react";
import { Controller } from "react-hook-form";
import { ComponentChecklist } from "@/components/components/component-checklist";
import { useRefresh } from "@/components/data/use-read";
import { FormEnd } from "@/components/forms/form-end";
import { Conflict } from "@/components/forms/conflict";
import { type Edition, useCallForm } from "@/components/forms/use-call-form";
import { useComponentNames } from "@/components/components/use-component-names";
import { useOrganization } from "@/components/organizations/organization-context";
import { TextField } from "@/components/ui/field";
import { nameList } from "@/components/ui/names";
import { Switch } from "@/components/ui/switch";
import { say } from "@/components/ui/toaster";
import { call, type Maintenance } from "@/lib/http/client";
import { hasEnded, isRunning } from "@/lib/maintenances/values";
import { ConductFields } from "./conduct-fields";
import { type ChangeValues, changeOf, changeValuesOf, maintenanceChangeIn } from "./maintenance-values";
import { TimeFields } from "./time-fields";

type RescheduleFormProps = {
  maintenance: Maintenance;
  etag: string | null;
  reload: () => Promise<{ data: Maintenance; etag: string | null }>;
  onClose: () => void;
};

const time = (local: string) => local.replace("T", " ");
const yesOrNo = (on: boolean) => (on ? "Yes" : "No");

/** Changes what is planned; whoever was told of the times is told of the new ones. */
export default function RescheduleForm({ maintenance, etag, reload, onClose }: RescheduleFormProps) {
  const { id: orgID, time_zone: timeZone } = useOrganization();
  const refresh = useRefresh(orgID);
  const schema = useMemo(() => maintenanceChangeIn(timeZone), [timeZone]);
  const editionOf = (read: { data: Maintenance; etag: string | null }): Edition<ChangeValues> => ({ values: changeValuesOf(read.data, timeZone), etag: read.etag });
  const current = useMemo(() => ({ values: changeValuesOf(maintenance, timeZone), etag }), [maintenance, timeZone, etag]);
  const form = useCallForm<ChangeValues>({
    schema,
    defaultValues: current.values,
    edited: { current, reload: async () => editionOf(await reload()) },
    submit: async (values, ifMatch) => {
      await call("PATCH /v1/organizations/{orgID}/maintenances/{maintenanceID}", { params: { orgID, maintenanceID: maintenance.id }, body: changeOf(values, maintenance, timeZone), ifMatch });
      await refresh();
      say("The maintenance is changed.");
      onClose();
    },
  });
  const { control } = form.form;
  const names = useComponentNames(maintenance.component_ids);
  const over = hasEnded(maintenance.status);
  return (
    <form {...form.props} className="grid gap-4">
      <TextField label="Title" required autoComplete="off" {...form.field("title")} />
      {!over && <TimeFields form={form.form} errorOf={form.errorOf} hasBegun={isRunning(maintenance.status)} />}
      <Controller control={control} name="component_ids" render={({ field: { value, onChange } }) => <ComponentChecklist label="Components" value={value} onChange={onChange} error={form.errorOf("component_ids")} />} />
      {!over && <ConductFields form={form.form} errorOf={form.errorOf} />}
      {!over && (
        <Controller
          control={control}
          name="notify"
          render={({ field: { value, onChange } }) => <Switch label="Tell subscribers of new times" hint="Of another title or other components nobody is told." checked={value} onChange={onChange} />}
        />
      )}
      <FormEnd form={form} action="Save" busyAction="Saving…" onClose={onClose} />
      <Conflict
        conflict={form.conflict}
        fields={[
          { name: "title", label: "Title" },
          { name: "scheduled_for", label: "Start", show: time },
          { name: "scheduled_until", label: "End", show: time },
          { name: "component_ids", label: "Components", show: (ids: string[]) => nameList(ids.map((id) => names.get(id) ?? "a removed component")) },
          { name: "reminder_minutes", label: "Reminder", show: (minutes: string) => (minutes === "" ? "None" : `${minutes} minutes before`) },
          { name: "auto_start", label: "Starts by itself", show: yesOrNo },
          { name: "auto_complete", label: "Completes by itself", show: yesOrNo },
          { name: "notify", label: "Tell subscribers of new times", show: yesOrNo },
        ]}
      />
    </form>
  );
}
