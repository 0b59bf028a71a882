import { useId } from "react";
import { useWatch } from "react-hook-form";
import type { z } from "zod";
import { createBodySchema } from "@/components/forms/body-schema";
import { DialogButtons } from "@/components/forms/dialog-buttons";
import { ConflictDialog } from "@/components/forms/conflict-dialog";
import { defineEditedFields } from "@/components/forms/edited-fields";
import { defineTime } from "@/components/forms/local-time";
import { LocalTimes } from "@/components/forms/local-times";
import { translationsField, useShownLanguage } from "@/components/forms/translated-fields";
import {
  createEditedResource,
  type LoadedResource,
  useCallForm,
} from "@/components/forms/use-call-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { TextField } from "@/components/ui/field";
import { showToast } from "@/components/ui/toaster";
import { TitleField } from "@/components/updates/text-fields";
import { impactStyles } from "@/components/updates/incident-impact";
import { ImpactPicker } from "@/components/updates/impact-picker";
import type { IncidentDetailResponse } from "@/components/updates/update-calls";
import { incidentChange } from "@/lib/incidents/schema";

type Values = Pick<IncidentDetailResponse, "title" | "translations" | "impact" | "started_at">;

function defineIncidentFields(timeZone: string) {
  const fields = defineEditedFields<IncidentDetailResponse, Values, z.input<typeof incidentChange>>(
    {
      title: { label: "Title" },
      translations: translationsField,
      impact: { label: "Impact", show: (impact) => impactStyles[impact].label },
      started_at: defineTime("Start time", "started_at", timeZone),
    },
  );
  const schema = createBodySchema((values: Values) => fields.toBody(values), incidentChange);
  return { ...fields, schema };
}

type EditIncidentProps = {
  record: LoadedResource<IncidentDetailResponse>;
  onClose: () => void;
};

export default function EditIncident({ record, onClose }: EditIncidentProps) {
  const { time_zone: timeZone, call, refresh } = useOrganization();
  const { schema, toValues, toChange, labels } = defineIncidentFields(timeZone);
  const form = useCallForm<Values>({
    schema,
    edited: createEditedResource(record, toValues),
    submit: async (values, ifMatch) => {
      await call("PATCH /v1/organizations/{orgID}/incidents/{incidentID}", {
        params: { incidentID: record.data.id },
        body: toChange(values, record.data),
        ifMatch,
      });
      await refresh();
      showToast("Incident details saved. Subscribers weren’t notified.");
      onClose();
    },
  });
  const language = useShownLanguage();
  const timesId = useId();
  const startedAt = useWatch({ control: form.form.control, name: "started_at" });
  return (
    <form {...form.props} className="grid gap-4">
      <TitleField form={form} language={language} />
      <ImpactPicker form={form} />
      <div className="grid gap-2">
        <TextField
          label="Start time"
          type="datetime-local"
          required
          aria-describedby={timesId}
          {...form.field("started_at")}
        />
        <LocalTimes id={timesId} start={startedAt} />
      </div>
      <DialogButtons form={form} action="Save" busyAction="Saving…" onClose={onClose} />
      <ConflictDialog conflict={form.conflict} fields={labels} />
    </form>
  );
}
