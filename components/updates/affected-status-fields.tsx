import { useState } from "react";
import { AffectedStatusMenu } from "@/components/components/affected-status-menu";
import { ComponentPicker } from "@/components/components/component-picker";
import { componentStatusStyles } from "@/components/components/component-status";
import type { SelectedComponents } from "@/components/components/selected-components";
import { LoadError } from "@/components/data/load-error";
import { SkeletonRows } from "@/components/ui/skeleton";
import { useBrowserValue } from "@/components/ui/use-hydrated";
import { useStableCallback } from "@/components/ui/use-stable-callback";
import type { IncidentResponse } from "@/lib/http/api-client";
import { statusByImpact } from "@/lib/incidents/values";
import { useIncident } from "./update-calls";

/** On a phone, the statuses of more components are collapsed, so that the form is short. */
const FEW_COMPONENTS = 3;

type ComponentsProps = {
  incident: IncidentResponse;
  chosen: SelectedComponents;
  onChange: (chosen: SelectedComponents) => void;
};

/**
 * Shows the component statuses in an update form. `isResolved` is true if the incident is resolved
 * after the update.
 */
export function AffectedStatusFields({
  isInPanel,
  isResolved,
  ...props
}: ComponentsProps & { isInPanel: boolean; isResolved: boolean }) {
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
    <Disclosure label={`Component status (${count})`} hasChoices={Object.keys(chosen).length > 0}>
      {fields}
    </Disclosure>
  );
}

function ComponentStatuses({ incident, chosen, onChange }: ComponentsProps) {
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

function MoreComponents({ incident, chosen, onChange }: ComponentsProps) {
  const change = useStableCallback((toNext: (before: SelectedComponents) => SelectedComponents) =>
    onChange(toNext(chosen)),
  );
  const { component_ids: affected } = incident;
  return (
    <Disclosure
      label="Add affected components"
      hasChoices={Object.keys(chosen).some((id) => !affected.includes(id))}
    >
      <ComponentPicker
        excluded={affected}
        chosen={chosen}
        onChange={change}
        defaultStatus={statusByImpact[incident.impact]}
      />
    </Disclosure>
  );
}

type DisclosureProps = { label: string; hasChoices: boolean; children: React.ReactNode };

/** A draft may be restored after the first render, so the content opens once it has choices. */
function Disclosure({ label, hasChoices, children }: DisclosureProps) {
  const [isOpened, setIsOpened] = useState(false);
  const isOpen = isOpened || hasChoices;
  return (
    <details open={isOpen} onToggle={(event) => setIsOpened(event.currentTarget.open)}>
      <summary className="w-fit rounded-sm py-1 text-muted hover:text-ink pointer-coarse:py-3">
        {label}
      </summary>
      {isOpen && <div className="pt-2">{children}</div>}
    </details>
  );
}
