"use client";

import { useState } from "react";
import { ComponentStatus, componentStatusLooks } from "@/components/components/component-status";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { FieldGroup, TextField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { api, type Component, type Incident } from "@/lib/http/client";
import { type Impact, impacts, impactStatus } from "@/lib/incidents/schema";
import { impactLooks } from "./incident-impact";

type Props = {
  orgID: string;
  components: readonly Component[];
  onReported: (incident: Incident) => Promise<unknown>;
  onCancel: () => void;
};

/** Reports an incident: what, how bad, and where. */
export function ReportIncidentForm({ orgID, components, onReported, onCancel }: Props) {
  const [impact, setImpact] = useState<Impact | null>(null);
  const form = useForm(["title", "impact", "component_ids"], async (values) => {
    const incident = await api.createIncident(orgID, {
      title: String(values.get("title")),
      // Without one, the server says that it is required.
      impact: (impact ?? undefined) as Impact,
      component_ids: values.getAll("component_ids").map(String),
    });
    await onReported(incident);
  });
  return (
    <form {...form.props} className="grid gap-4">
      <TextField label="Title" name="title" required focusFirst autoComplete="off" error={form.errorOf("title")} hint="What your users notice, in their words." />
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
        <FieldGroup label="Impact" error={form.errorOf("impact")}>
          <div className="grid gap-1">
            {impacts.map((value) => (
              <Choice key={value} type="radio" name="impact" value={value} checked={impact === value} onChange={() => setImpact(value)}>
                <span className="min-w-0">
                  <span className="font-medium">{impactLooks[value].word}</span> <span className="text-muted">{impactLooks[value].meaning}</span>
                </span>
              </Choice>
            ))}
          </div>
        </FieldGroup>
        {components.length > 0 && (
          <FieldGroup
            label="Affected components"
            optional
            error={form.errorOf("component_ids")}
            hint={
              impact === null
                ? "Each is shown with the status that goes with the impact until the incident is resolved."
                : `Each is shown as “${componentStatusLooks[impactStatus[impact]].word}”, or worse, until the incident is resolved.`
            }
          >
            <div className="grid max-h-72 gap-1 overflow-y-auto">
              {components.map(({ id, name, status }) => (
                <Choice key={id} type="checkbox" name="component_ids" value={id}>
                  <span className="min-w-0 flex-1 wrap-anywhere">
                    <bdi>{name}</bdi>
                  </span>
                  {status !== "operational" && <ComponentStatus status={status} />}
                </Choice>
              ))}
            </div>
          </FieldGroup>
        )}
      </div>
      <Message>{form.message}</Message>
      <div className="flex flex-wrap items-center gap-2">
        <Button {...form.button}>{form.button.busy ? "Reporting…" : "Report and notify"}</Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
