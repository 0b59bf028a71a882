"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { componentStatusStyles } from "@/components/components/component-status";
import { LoadError } from "@/components/data/load-error";
import { StatusPicker } from "@/components/updates/status-picker";
import { toUpdateBody } from "@/components/updates/update-calls";
import { UpdateForm } from "@/components/updates/update-form";
import { useEventUpdate } from "@/components/updates/use-event-update";
import type { UpdateFormEvents } from "@/components/updates/use-update-form";
import { SkeletonRows } from "@/components/ui/skeleton";
import { useBrowserValue } from "@/components/ui/use-hydrated";
import { useStableCallback } from "@/components/ui/use-stable-callback";
import type { IncidentResponse } from "@/lib/http/api-client";
import { type IncidentStatus, incidentStatuses, statusByImpact } from "@/lib/incidents/values";
import { AffectedStatusMenu } from "@/components/components/affected-status-menu";
import { ComponentPicker } from "@/components/components/component-picker";
import { useIncident } from "./use-incident";
import {
  type SelectedComponents,
  toAffectedComponents,
} from "@/components/components/selected-components";

const EventPagePreview = dynamic(
  async () => (await import("./event-page-preview")).EventPagePreview,
);

const actions = {
  update: { status: "", statuses: incidentStatuses, verb: undefined },
  resolve: { status: "resolved", statuses: [], verb: "Resolve" },
  reopen: {
    status: "investigating",
    statuses: ["investigating", "identified", "monitoring"],
    verb: "Reopen",
  },
} as const;

/** Returns the next status, or "" if it is “Resolved”, which the user must choose explicitly. */
function suggestStatus(now: IncidentStatus): IncidentStatus | "" {
  const next = incidentStatuses[incidentStatuses.indexOf(now) + 1];
  return next === undefined || next === "resolved" ? "" : next;
}

type IncidentUpdateFormProps = UpdateFormEvents & {
  incident: IncidentResponse;
  action: keyof typeof actions;
  /** If true, the form is compact, and selects the next status, except “Resolved”, by default. */
  isInPanel?: boolean;
};

export default function IncidentUpdateForm({
  incident,
  action,
  isInPanel = false,
  ...events
}: IncidentUpdateFormProps) {
  const { status: now } = incident;
  const { status: target, statuses, verb } = actions[action];
  const update = useEventUpdate({
    ...{ event: incident, action, target: isInPanel ? suggestStatus(now) : target },
    ...{ toast: "Update posted.", isInPanel },
    // Omits component statuses if the incident is resolved after this update.
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
            isLabelHidden={isInPanel}
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
        isInPanel={isInPanel}
        isResolved={status === "resolved"}
        chosen={form.values.chosen}
        onChange={(chosen) => form.change({ chosen })}
      />
    </UpdateForm>
  );
}

/** On a phone, the statuses of more components are collapsed, so that the form is short. */
const FEW_COMPONENTS = 3;

type AffectedComponentsProps = Pick<IncidentUpdateFormProps, "incident"> & {
  chosen: SelectedComponents;
  onChange: (chosen: SelectedComponents) => void;
};

function AffectedComponents({
  isInPanel,
  isResolved,
  ...props
}: AffectedComponentsProps & { isInPanel: boolean; isResolved: boolean }) {
  const { incident, chosen } = props;
  const count = incident.component_ids.length;
  const isWide = useBrowserValue(() => window.matchMedia("(min-width: 40rem)").matches, true);
  if (isResolved && (incident.status === "resolved" || count === 0)) return null;
  if (isResolved)
    return (
      <p className="text-muted">
        Components return to operational unless another incident, maintenance, or a manually set
        status affects them.
      </p>
    );
  const fields = (
    <div className="grid gap-2">
      {count > 0 && <ComponentStatuses {...props} />}
      <MoreComponents {...props} />
    </div>
  );
  const isShort = count <= FEW_COMPONENTS || isWide;
  if (count === 0 || (isShort && !isInPanel)) return fields;
  return (
    <Disclosure
      label={`Component status (${count})`}
      isOpenAtFirst={Object.keys(chosen).length > 0}
    >
      {fields}
    </Disclosure>
  );
}

function ComponentStatuses({ incident, chosen, onChange }: AffectedComponentsProps) {
  const { data: details, error } = useIncident(incident.id);
  if (error) return <LoadError error={error} />;
  if (details === undefined) return <SkeletonRows rows={3} label="Loading components" />;
  const isReopening = incident.status === "resolved";
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">Component status</legend>
      <ul className="overflow-y-auto sm:max-h-72 rounded-md border border-line">
        {details.components.map(({ id, name, status }) => (
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
              onChange={(next) => {
                const { [id]: _, ...others } = chosen;
                onChange(next === "" ? others : { ...others, [id]: next });
              }}
              defaultStatus={isReopening ? null : status}
              defaultLabel={
                isReopening
                  ? "Same as during the incident"
                  : `No change (${componentStatusStyles[status].label})`
              }
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function MoreComponents({ incident, chosen, onChange }: AffectedComponentsProps) {
  const change = useStableCallback((toNext: (before: SelectedComponents) => SelectedComponents) =>
    onChange(toNext(chosen)),
  );
  return (
    <Disclosure label="Add affected components">
      <ComponentPicker
        excluded={incident.component_ids}
        chosen={chosen}
        onChange={change}
        defaultStatus={statusByImpact[incident.impact]}
      />
    </Disclosure>
  );
}

type DisclosureProps = { label: string; isOpenAtFirst?: boolean; children: React.ReactNode };

function Disclosure({ label, isOpenAtFirst = false, children }: DisclosureProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="w-fit rounded-sm py-1 text-muted hover:text-ink pointer-coarse:py-3">
        {label}
      </summary>
      {isOpen && <div className="pt-2">{children}</div>}
    </details>
  );
}
