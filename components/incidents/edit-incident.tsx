"use client";

import { Controller } from "react-hook-form";
import { z } from "zod";
import { useRefresh } from "@/components/data/use-read";
import { DialogButtons } from "@/components/forms/dialog-buttons";
import { ConflictDialog } from "@/components/forms/conflict-dialog";
import { defineEditedFields } from "@/components/forms/edited-fields";
import { localInputToIso, isoToLocalInput, localTimeZoneName } from "@/components/forms/local-time";
import { type Revision, useCallForm } from "@/components/forms/use-call-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { TextField } from "@/components/ui/field";
import { showToast } from "@/components/ui/toaster";
import { call } from "@/lib/http/client";
import { type Impact, incidentChange } from "@/lib/incidents/schema";
import { impactLooks } from "./incident-impact";
import { ImpactPicker } from "./impact-picker";
import type { IncidentDetailResponse } from "./incident-update-form";

type Values = { title: string; impact: Impact; started_at: string };
const { valuesOf, toBody, toChange, labels } = defineEditedFields<
  IncidentDetailResponse,
  Values,
  z.input<typeof incidentChange>
>({
  title: { label: "Title", read: ({ title }) => title },
  impact: {
    label: "Impact",
    read: ({ impact }) => impact,
    show: (impact) => impactLooks[impact].word,
  },
  started_at: {
    label: "Start time",
    read: ({ started_at }) => isoToLocalInput(started_at),
    write: localInputToIso,
    isRounded: true,
    show: (local) => new Date(local).toLocaleString(),
  },
});

const correction: z.ZodType<unknown, Values> = z
  .custom<Values>()
  .transform((values) => toBody(values))
  .pipe(incidentChange);

type EditIncidentProps = {
  incident: IncidentDetailResponse;
  etag: string | null;
  reload: () => Promise<{ data: IncidentDetailResponse; etag: string | null }>;
  onClose: () => void;
};

export default function EditIncident({ incident, etag, reload, onClose }: EditIncidentProps) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const current: Revision<Values> = { values: valuesOf(incident), etag };
  const form = useCallForm<Values>({
    schema: correction,
    defaultValues: current.values,
    edited: {
      current,
      reload: async () => {
        const fresh = await reload();
        return { values: valuesOf(fresh.data), etag: fresh.etag };
      },
    },
    submit: async (values, ifMatch) => {
      await call("PATCH /v1/organizations/{orgID}/incidents/{incidentID}", {
        params: { orgID, incidentID: incident.id },
        body: toChange(values, incident),
        ifMatch,
      });
      await refresh();
      showToast("Incident details saved. Subscribers weren’t notified.");
      onClose();
    },
  });
  return (
    <form {...form.props} className="grid gap-4">
      <TextField label="Title" required focusFirst autoComplete="off" {...form.field("title")} />
      <Controller
        control={form.form.control}
        name="impact"
        render={({ field }) => (
          <ImpactPicker
            value={field.value}
            onChange={field.onChange}
            error={form.errorOf("impact")}
          />
        )}
      />
      <TextField
        label="Start time"
        type="datetime-local"
        required
        hint={`Your time zone: ${localTimeZoneName()}.`}
        {...form.field("started_at")}
      />
      <DialogButtons form={form} action="Save" busyAction="Saving…" onClose={onClose} />
      <ConflictDialog conflict={form.conflict} fields={labels} />
    </form>
  );
}
