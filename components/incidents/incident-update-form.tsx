"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { componentStatusStyles } from "@/components/components/component-status";
import { StatusPicker } from "@/components/updates/status-picker";
import { toUpdateBody } from "@/components/updates/update-calls";
import { UpdateForm } from "@/components/updates/update-form";
import { useEventUpdate } from "@/components/updates/use-event-update";
import type { UpdateFormEvents } from "@/components/updates/use-update-form";
import { useStableCallback } from "@/components/ui/use-stable-callback";
import type { ResponseBody } from "@/lib/http/api-client";
import { type IncidentStatus, incidentStatuses, statusByImpact } from "@/lib/incidents/values";
import { AffectedStatusMenu } from "@/components/components/affected-status-menu";
import { ComponentPicker } from "@/components/components/component-picker";
import {
  type SelectedComponents,
  toAffectedComponents,
} from "@/components/components/selected-components";

const EventPagePreview = dynamic(
  async () => (await import("./event-page-preview")).EventPagePreview,
);

export type IncidentDetailResponse =
  ResponseBody<"GET /v1/organizations/{orgID}/incidents/{incidentID}">;

const actions = {
  update: { status: "", statuses: incidentStatuses, verb: "Post" },
  resolve: { status: "resolved", statuses: [], verb: "Resolve" },
  reopen: {
    status: "investigating",
    statuses: ["investigating", "identified", "monitoring"],
    verb: "Reopen",
  },
} as const;

type IncidentUpdateFormProps = UpdateFormEvents & {
  incident: IncidentDetailResponse;
  action: keyof typeof actions;
};

export default function IncidentUpdateForm({
  incident,
  action,
  ...events
}: IncidentUpdateFormProps) {
  const { status: now } = incident;
  const { status: target, statuses, verb } = actions[action];
  const update = useEventUpdate({
    ...{ event: incident, action, target, toast: "Update posted." },
    // Omits component statuses if the incident is resolved afterward.
    toBody: (values) => ({
      ...toUpdateBody(values),
      ...((values.status || now) !== "resolved" && toAffectedComponents(values.chosen)),
    }),
    ...events,
  });
  const { form, body, preview, language } = update;
  const status = (form.values.status || now) as IncidentStatus;
  const isResolving = status === "resolved" && action === "update" && now !== "resolved";
  return (
    <UpdateForm
      update={update}
      status={status}
      statusField={
        action !== "resolve" && (
          <StatusPicker<IncidentStatus>
            statuses={statuses}
            value={status}
            onChange={(chosen) => form.change({ status: chosen })}
          />
        )
      }
      pagePreview={
        <EventPagePreview
          {...{ incident, status, preview }}
          update={body}
          language={language.shown}
        />
      }
      verb={isResolving ? "Resolve" : verb}
      submitClass="sm:min-w-52"
    >
      <AffectedComponents
        incident={incident}
        isResolved={status === "resolved"}
        chosen={form.values.chosen}
        onChange={(chosen) => form.change({ chosen })}
      />
    </UpdateForm>
  );
}

type AffectedComponentsProps = {
  incident: IncidentDetailResponse;
  chosen: SelectedComponents;
  onChange: (chosen: SelectedComponents) => void;
};

function AffectedComponents({
  incident,
  isResolved,
  chosen,
  onChange,
}: AffectedComponentsProps & { isResolved: boolean }) {
  if (isResolved && (incident.status === "resolved" || incident.component_ids.length === 0))
    return null;
  if (isResolved)
    return (
      <p className="text-muted">
        Components return to operational unless another incident, maintenance, or a manually set
        status affects them.
      </p>
    );
  const getUnchangedLabel = (status: keyof typeof componentStatusStyles) =>
    incident.status === "resolved"
      ? "Same as during the incident"
      : `No change (${componentStatusStyles[status].label})`;
  return (
    <div className="grid gap-2">
      {incident.components.length > 0 && (
        <fieldset className="min-w-0">
          <legend className="mb-1 text-sm font-medium">Component status</legend>
          <ul className="max-h-72 overflow-y-auto rounded-md border border-line">
            {incident.components.map(({ id, name, status }) => (
              <li
                key={id}
                className={
                  "flex flex-wrap items-center justify-between gap-x-3 border-b " +
                  "border-line px-3 py-1 last:border-b-0"
                }
              >
                <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
                <AffectedStatusMenu
                  component={name}
                  value={chosen[id] ?? ""}
                  onChange={(next) => onChange({ ...chosen, [id]: next })}
                  defaultStatus={incident.status === "resolved" ? null : status}
                  defaultLabel={getUnchangedLabel(status)}
                />
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      <MoreComponents incident={incident} chosen={chosen} onChange={onChange} />
    </div>
  );
}

function MoreComponents({ incident, chosen, onChange }: AffectedComponentsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const change = useStableCallback((toNext: (before: SelectedComponents) => SelectedComponents) =>
    onChange(toNext(chosen)),
  );
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="w-fit rounded-sm py-1 text-muted hover:text-ink pointer-coarse:py-3">
        Add affected components
      </summary>
      {isOpen && (
        <div className="pt-2">
          <ComponentPicker
            excluded={incident.component_ids}
            chosen={chosen}
            onChange={change}
            defaultStatus={statusByImpact[incident.impact]}
          />
        </div>
      )}
    </details>
  );
}
