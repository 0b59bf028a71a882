import { useAction } from "@/components/data/use-action";
import { useOrganization } from "@/components/organizations/organization-context";
import { getPublicStatusLabel, getShownStatus, PublicStatusBadge } from "./public-status";
import { named } from "@/components/ui/format-names";
import { showToast } from "@/components/ui/toaster";
import { getWorstStatus } from "@/lib/components/rules";
import type { ComponentStatus as Status } from "@/lib/components/values";
import { getUndoDeadline } from "@/components/data/undo-deadline";
import type { ComponentResponse, OrganizationCall } from "@/lib/http/api-client";
import { componentStatusStyles } from "./component-status";
import { StatusMenu, statusChoices } from "./status-menu";

/** Predicts a component's status: the worst of its manual status and those that incidents set. */
function withManualStatus(component: ComponentResponse, status: Status): ComponentResponse {
  const fromIncidents =
    component.status === component.own_status ? "operational" : component.status;
  return { ...component, own_status: status, status: getWorstStatus([status, fromIncidents]) };
}

export async function saveStatus(
  call: OrganizationCall,
  { id: componentID }: ComponentResponse,
  status: Status,
  notify: boolean,
): Promise<ComponentResponse> {
  const { data } = await call("PATCH /v1/organizations/{orgID}/components/{componentID}", {
    params: { componentID },
    body: { status, notify },
  });
  return data;
}

/**
 * Sets a manual status, and shows a toast with an undo button. `show` displays the new status
 * before the API responds, and reverts it on failure.
 */
export function useSetStatus() {
  const attempt = useAction();
  const { call, refresh } = useOrganization();
  return (
    component: ComponentResponse,
    status: Status,
    show: (changed: ComponentResponse, work: () => Promise<ComponentResponse>) => Promise<unknown>,
    notify = false,
  ) => {
    const undo = () =>
      attempt(named`Couldn’t undo the status change of ${component.name}`, async () => {
        await saveStatus(call, component, component.own_status, notify);
        await refresh();
      });
    const showSaved = async (saved: ComponentResponse): Promise<void> => {
      const until = getUndoDeadline();
      const text =
        getShownStatus(saved) === status
          ? named`${saved.name} is set to ${componentStatusStyles[status].label.toLowerCase()}.`
          : await import("./overriding-cause").then(
              ({ describeOverridingCause }) => describeOverridingCause(call, saved),
              () => named`Status of ${saved.name} saved.`,
            );
      showToast(text, { action: { label: "Undo", onClick: () => void undo() }, until });
    };
    const save = async (): Promise<ComponentResponse> => {
      const saved = await saveStatus(call, component, status, notify);
      void showSaved(saved);
      return saved;
    };
    return attempt(
      named`${component.name} is still “${componentStatusStyles[component.own_status].label}”`,
      () => show(withManualStatus(component, status), save),
    );
  };
}

type ManualStatusMenuProps = {
  component: ComponentResponse;
  describedBy?: string;
  onSet: (status: Status) => void;
};

export function ManualStatusMenu({ component, describedBy, onSet }: ManualStatusMenuProps) {
  const { name, own_status: chosen } = component;
  const status = getShownStatus(component);
  const setManually =
    chosen === status ? "" : `, set manually: ${componentStatusStyles[chosen].label}`;
  return (
    <StatusMenu
      label={`Status of ${name}: ${getPublicStatusLabel(status)}${setManually}`}
      describedBy={describedBy}
      badge={<PublicStatusBadge status={status} />}
      value={chosen}
      onChange={onSet}
      choices={statusChoices}
    />
  );
}
