import { useAction } from "@/components/data/use-action";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { focusRestoredRow } from "@/components/shell/shortcuts";
import { Confirm } from "@/components/ui/confirm";
import { named, formatNameList } from "@/components/ui/format-names";
import { showToast } from "@/components/ui/toaster";
import { getUndoDeadline } from "@/components/data/undo-deadline";
import { ApiError, type ComponentResponse, type OrganizationCall } from "@/lib/http/api-client";

const COMPONENT = "/v1/organizations/{orgID}/components/{componentID}";

/** Asks for confirmation, then removes a component. A toast offers to undo. */
export function RemoveComponent({
  component,
  onClose,
  onRemoved,
}: {
  component: ComponentResponse | null;
  onClose: () => void;
  onRemoved?: () => void;
}) {
  const { call, refresh } = useOrganization();
  const attempt = useAction();
  const { data: incidents, error } = useRead(
    "GET /v1/organizations/{orgID}/incidents",
    component === null ? null : { query: { status: "unresolved", component_id: component.id } },
  );

  async function remove(removed: ComponentResponse): Promise<void> {
    const { data: all } = await call("GET /v1/organizations/{orgID}/components");
    const order = all.map(({ id }) => id);
    await call(`DELETE ${COMPONENT}`, { params: { componentID: removed.id } });
    const undo = async () => {
      const id = await restoreComponent(call, removed, order);
      await refresh();
      focusRestoredRow(id);
      showToast(named`${removed.name} was restored.`);
    };
    showToast(named`${removed.name} was removed.`, {
      action: {
        label: "Undo",
        onClick: () => void attempt(named`Couldn’t restore ${removed.name}`, undo),
      },
      until: getUndoDeadline(),
    });
  }

  return (
    <Confirm
      open={component !== null}
      onClose={onClose}
      title={named`Remove ${component?.name}?`}
      action="Remove component"
      isLoading={incidents === undefined && error === undefined}
      onConfirm={async () => {
        await remove(component!);
        if (onRemoved === undefined) return refresh();
        onRemoved();
        return "leaving";
      }}
    >
      <AffectingIncidents incidents={incidents ?? []} componentCount={1} />
      <p>
        The component is removed from the status page, lists, and subscription options immediately.
      </p>
      <p className="mt-2">
        A component with history is archived with its history and subscribers, and you can restore
        it. A component without history is deleted.
      </p>
    </Confirm>
  );
}

type AffectingIncidentsProps = { incidents: readonly { title: string }[]; componentCount: number };

/** Warns about unresolved incidents that affect the components to be removed. */
export function AffectingIncidents({ incidents, componentCount }: AffectingIncidentsProps) {
  if (incidents.length === 0) return null;
  const isOne = componentCount === 1;
  return (
    <p className="mb-2 font-medium text-ink">
      {incidents.length === 1
        ? "An unresolved incident affects "
        : `${incidents.length} unresolved incidents affect `}
      {isOne ? "this component" : "these components"}:{" "}
      {formatNameList(incidents.map(({ title }) => `“${title}”`))}. Visitors will no longer see that{" "}
      {isOne ? "the component is affected" : "the components are affected"}.
    </p>
  );
}

/**
 * Restores a removed component after the one that preceded it in `order`, and returns its ID. A
 * component that was deleted instead of archived is created again, with a new ID.
 */
export async function restoreComponent(
  call: OrganizationCall,
  { id, name, description, translations, group_id, start_date, own_status }: ComponentResponse,
  order: string[],
): Promise<string> {
  const restored = await call(`PATCH ${COMPONENT}`, {
    params: { componentID: id },
    body: { archived: false, group_id },
  }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    return call("POST /v1/organizations/{orgID}/components", {
      body: { name, description, translations, group_id, start_date, status: own_status },
    });
  });
  order.splice(order.indexOf(id), 1, restored.data.id);
  // If someone changes the components at the same time, the component stays at the end of the list.
  await placeComponent(call, restored.data.id, order).catch(() => {});
  return restored.data.id;
}

/** Moves a component in the current order, which may have changed since the removal. */
async function placeComponent(call: OrganizationCall, id: string, order: readonly string[]) {
  const { data, etag } = await call("GET /v1/organizations/{orgID}/components");
  const others = data.map((component) => component.id).filter((each) => each !== id);
  const previous = order.slice(0, order.indexOf(id)).findLast((each) => others.includes(each));
  const component_ids = others.toSpliced(others.indexOf(previous ?? "") + 1, 0, id);
  await call("PUT /v1/organizations/{orgID}/components/order", {
    body: { component_ids },
    ifMatch: etag,
  });
}
