"use client";

import { ChevronDown } from "lucide-react";
import { useAction } from "@/components/data/use-action";
import { useRefresh } from "@/components/data/use-read";
import { PublicStatusBadge, getPublicStatusLabel, getShownStatus } from "./public-status";
import { named } from "@/components/ui/format-names";
import { showToast } from "@/components/ui/toaster";
import { getWorstStatus } from "@/lib/components/rules";
import { type ComponentStatus as Status, componentStatuses } from "@/lib/components/values";
import { getUndoDeadline } from "@/components/updates/use-undo";
import { call, type ComponentResponse } from "@/lib/http/api-client";
import { componentStatusStyles } from "./component-status";

/** Predicts a component's status: the worse of its manual status and that of unresolved incidents. */
export function withManualStatus(component: ComponentResponse, status: Status): ComponentResponse {
  const fromIncidents =
    component.status === component.own_status ? "operational" : component.status;
  return { ...component, own_status: status, status: getWorstStatus([status, fromIncidents]) };
}

async function describeOverridingCause(
  orgID: string,
  { id, name, ...component }: ComponentResponse,
): Promise<React.ReactNode> {
  const status = getShownStatus(component);
  const list = async (): Promise<readonly { title: string }[]> => {
    if (status !== "under_maintenance") {
      const { data: open } = await call("GET /v1/organizations/{orgID}/incidents", {
        params: { orgID },
        query: { status: "unresolved", component_id: id },
      });
      const details = await Promise.all(
        open.map((incident) =>
          call("GET /v1/organizations/{orgID}/incidents/{incidentID}", {
            params: { orgID, incidentID: incident.id },
          }),
        ),
      );
      return details
        .map(({ data }) => data)
        .filter(({ components }) =>
          components.some((affected) => affected.id === id && affected.status === status),
        );
    }
    const running = (["in_progress", "verifying"] as const).map((maintenanceStatus) =>
      call("GET /v1/organizations/{orgID}/maintenances", {
        params: { orgID },
        query: { status: maintenanceStatus, component_id: id },
      }),
    );
    return (await Promise.all(running)).flatMap(({ data }) => data);
  };
  const causes = (await list().catch(() => [])).map(({ title }) => `“${title}”`);
  const cause = causes.join(", ") || "another cause";
  const ending = causes.length > 1 ? "they end" : "it ends";
  return named`${name}: ${getPublicStatusLabel(status)} due to ${cause}. Your status applies when ${ending}.`;
}

export async function saveStatus(
  orgID: string,
  { id: componentID }: ComponentResponse,
  status: Status,
  notify: boolean,
): Promise<ComponentResponse> {
  const { data } = await call("PATCH /v1/organizations/{orgID}/components/{componentID}", {
    params: { orgID, componentID },
    body: { status, notify },
  });
  return data;
}

/**
 * Sets a manual status, which a toast offers to undo. `show` displays it before the response, and
 * reverts it on failure.
 */
export function useSetStatus(orgID: string) {
  const attempt = useAction();
  const refresh = useRefresh(orgID);
  return (
    component: ComponentResponse,
    status: Status,
    show: (changed: ComponentResponse, work: () => Promise<ComponentResponse>) => Promise<unknown>,
    notify = false,
  ) => {
    const undo = () =>
      attempt(named`Couldn’t undo the status of ${component.name}`, async () => {
        await saveStatus(orgID, component, component.own_status, false);
        await refresh();
      });
    const showSaved = async (saved: ComponentResponse): Promise<void> => {
      const until = getUndoDeadline();
      const text =
        getShownStatus(saved) === status
          ? named`${saved.name} is set to ${componentStatusStyles[status].label.toLowerCase()}.`
          : await describeOverridingCause(orgID, saved);
      showToast(text, { action: { label: "Undo", onClick: () => void undo() }, until });
    };
    const save = async (): Promise<ComponentResponse> => {
      const saved = await saveStatus(orgID, component, status, notify);
      void showSaved(saved);
      return saved;
    };
    return attempt(
      named`${component.name} is still “${componentStatusStyles[component.own_status].label}”`,
      () => show(withManualStatus(component, status), save),
    );
  };
}

export function ManualStatusSelect({
  component,
  describedBy,
  onSet,
}: {
  component: ComponentResponse;
  describedBy?: string;
  onSet: (status: Status) => void;
}) {
  return (
    <span
      className={
        "relative inline-flex items-center gap-1 rounded-full has-focus-visible:outline-2 " +
        "has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
      }
    >
      <PublicStatusBadge status={getShownStatus(component)} />
      <ChevronDown className="size-3.5 text-muted" aria-hidden="true" />
      <select
        aria-label={`Status of ${component.name}, set manually`}
        aria-describedby={describedBy}
        value={component.own_status}
        onChange={(event) => onSet(event.target.value as Status)}
        className="absolute -inset-x-1 -inset-y-2 cursor-pointer appearance-none opacity-0 pointer-coarse:-inset-y-3"
      >
        {componentStatuses.map((status) => (
          <option key={status} value={status}>
            {componentStatusStyles[status].label}
          </option>
        ))}
      </select>
    </span>
  );
}
