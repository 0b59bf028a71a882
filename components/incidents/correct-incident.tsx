"use client";

import { Controller } from "react-hook-form";
import { z } from "zod";
import { useRefresh } from "@/components/data/use-read";
import { FormEnd } from "@/components/forms/form-end";
import { Conflict } from "@/components/forms/conflict";
import { toInstant, toLocal, zoneName } from "@/components/forms/local-time";
import { type Edition, useCallForm } from "@/components/forms/use-call-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { TextField } from "@/components/ui/field";
import { say } from "@/components/ui/toaster";
import { call } from "@/lib/http/client";
import { type Impact, incidentChange } from "@/lib/incidents/schema";
import { impactLooks } from "./incident-impact";
import { ImpactPicker } from "./impact-picker";
import type { IncidentDetail } from "./update-form";

type Values = { title: string; impact: Impact; started_at: string };

const valuesOf = ({ title, impact, started_at }: IncidentDetail): Values => ({ title, impact, started_at: toLocal(started_at) });
const correction: z.ZodType<unknown, Values> = z
  .custom<Values>()
  .transform((values): z.input<typeof incidentChange> => ({ ...values, started_at: toInstant(values.started_at) }))
  .pipe(incidentChange);

type CorrectIncidentProps = { incident: IncidentDetail; etag: string | null; reload: () => Promise<{ data: IncidentDetail; etag: string | null }>; onClose: () => void };

/** Corrects what an incident is called, how bad it is and when it began. */
export default function CorrectIncident({ incident, etag, reload, onClose }: CorrectIncidentProps) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const current: Edition<Values> = { values: valuesOf(incident), etag };
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
    submit: async ({ title, impact, started_at }, ifMatch) => {
      // The field has no seconds: what nobody touched must not lose them.
      const moved = started_at !== toLocal(incident.started_at);
      await call("PATCH /v1/organizations/{orgID}/incidents/{incidentID}", { params: { orgID, incidentID: incident.id }, body: { title, impact, ...(moved && { started_at: toInstant(started_at) }) }, ifMatch });
      await refresh();
      say("The incident is corrected. Nobody is told.");
      onClose();
    },
  });
  return (
    <form {...form.props} className="grid gap-4">
      <TextField label="Title" required focusFirst autoComplete="off" {...form.field("title")} />
      <Controller control={form.form.control} name="impact" render={({ field }) => <ImpactPicker value={field.value} onChange={field.onChange} error={form.errorOf("impact")} />} />
      <TextField label="Began" type="datetime-local" required hint={`In your time: ${zoneName()}.`} {...form.field("started_at")} />
      <FormEnd form={form} action="Save" busyAction="Saving…" onClose={onClose} />
      <Conflict
        conflict={form.conflict}
        fields={[
          { name: "title", label: "Title" },
          { name: "impact", label: "Impact", show: (impact: Impact) => impactLooks[impact].word },
          { name: "started_at", label: "Began", show: (local: string) => new Date(local).toLocaleString() },
        ]}
      />
    </form>
  );
}
