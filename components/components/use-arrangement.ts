import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { useAction } from "@/components/data/use-action";
import { useOrganization } from "@/components/organizations/organization-context";
import { createStore } from "@/components/ui/create-store";
import {
  type Arrangement,
  arrangeComponents,
  isSameArrangement,
  findPosition,
  diffArrangements,
  listComponentIds,
  moveComponent,
} from "@/lib/component-groups/rules";
import {
  ApiError,
  type OrganizationCall,
  type ComponentResponse,
  type ComponentGroupResponse,
} from "@/lib/http/api-client";

/** Unsaved changes. `pending` is the displayed order, and `target` the next one to save. */
type Work = {
  pending: Arrangement | null;
  target: Arrangement | null;
  saving: Promise<boolean> | null;
};

// The list and the command palette share these changes.
const workByOrganization = createStore<ReadonlyMap<string, Work>>(new Map());

function show(orgID: string, work: Work): void {
  const next = new Map(workByOrganization.get());
  if (work.pending === null) next.delete(orgID);
  else next.set(orgID, work);
  workByOrganization.set(next);
}

function describePosition(
  arrangement: Arrangement,
  componentID: string,
  groups: readonly ComponentGroupResponse[] | undefined,
): string {
  const position = findPosition(arrangement, componentID)!;
  const group = groups?.find(({ id }) => id === position.groupId);
  return `position ${position.index + 1} of ${position.count}${group === undefined ? "" : ` in ${group.name}`}`;
}

/** Moves components to their groups and positions in `before`, and keeps later changes of others. */
export const moveBack = (
  current: Arrangement,
  before: Arrangement,
  componentIDs: readonly string[],
): Arrangement =>
  listComponentIds(before)
    .filter((id) => componentIDs.includes(id) && findPosition(current, id) !== null)
    .reduce((result, id) => {
      const { groupId, index } = findPosition(before, id)!;
      const isGroupDeleted = result.every((section) => section.groupId !== groupId);
      return isGroupDeleted ? result : moveComponent(result, id, groupId, index);
    }, current);

/** Saving is retried if the ETag changed but the order did not, such as after a new status. */
const MAX_ATTEMPTS = 3;

/**
 * Reorders components and groups. Saves one change at a time. If saving fails, or someone else has
 * reordered them, drops all unsaved changes and shows the saved order.
 */
export function useArrangement(
  components: readonly ComponentResponse[] | undefined,
  groups: readonly ComponentGroupResponse[] | undefined,
) {
  const { id: orgID, call, refresh } = useOrganization();
  const attempt = useAction();
  const saved = useMemo(
    () => arrangeComponents(components ?? [], groups ?? []),
    [components, groups],
  );
  // An undo reads the current list from this ref, because its closure contains an older list.
  const latestSaved = useRef(saved);
  useEffect(() => {
    latestSaved.current = saved;
  }, [saved]);
  const pending = useSyncExternalStore(
    workByOrganization.subscribe,
    () => workByOrganization.get().get(orgID)?.pending ?? null,
    () => null,
  );

  async function saveAll(work: Work, from: Arrangement): Promise<boolean> {
    let base = from;
    let isSaved = false;
    await attempt("Couldn’t save the new order", async () => {
      try {
        while (work.target !== null) {
          const next = work.target;
          work.target = null;
          await save(call, base, next);
          base = next;
          if (work.target === null) await refresh();
        }
        isSaved = true;
      } finally {
        work.saving = work.target = null;
      }
    });
    if (!isSaved) await refresh();
    if (work.saving === null) show(orgID, { ...work, pending: null });
    return isSaved;
  }

  /** Resolves with false if unsaved changes were dropped. */
  function rearrange(
    change: Arrangement | ((current: Arrangement) => Arrangement),
  ): Promise<boolean> {
    const work = workByOrganization.get().get(orgID) ?? {
      pending: null,
      target: null,
      saving: null,
    };
    const current = work.pending ?? latestSaved.current;
    const next = typeof change === "function" ? change(current) : change;
    if (isSameArrangement(next, current)) return Promise.resolve(true);
    work.pending = work.target = next;
    work.saving ??= saveAll(work, latestSaved.current);
    show(orgID, work);
    return work.saving;
  }

  const arrangement = pending ?? saved;
  return {
    arrangement,
    rearrange,
    /** Moves a component to `index` in a group. An index past the last one moves it to the end. */
    move: (componentID: string, groupID: string | null, index: number) => {
      const next = moveComponent(arrangement, componentID, groupID, index);
      const isSaved = rearrange(next);
      return { isSaved, position: describePosition(next, componentID, groups) };
    },
  };
}

async function save(call: OrganizationCall, from: Arrangement, to: Arrangement): Promise<void> {
  const { groupOrder, order, moved } = diffArrangements(from, to);
  if (groupOrder !== null) {
    await runUnlessRearranged(call, from, ({ groupsEtag }) =>
      call("PUT /v1/organizations/{orgID}/component-groups/order", {
        body: { group_ids: groupOrder },
        ifMatch: groupsEtag,
      }),
    );
  }
  if (order !== null) {
    const reordered =
      groupOrder === null
        ? from
        : groupOrder.reduce<Arrangement>(
            (result, id) => [...result, from.find(({ groupId }) => groupId === id)!],
            from.slice(0, 1),
          );
    await runUnlessRearranged(call, reordered, ({ componentsEtag }) =>
      call("PUT /v1/organizations/{orgID}/components/order", {
        body: { component_ids: order },
        ifMatch: componentsEtag,
      }),
    );
  }
  for (const { id, groupId } of moved) {
    await call("PATCH /v1/organizations/{orgID}/components/{componentID}", {
      params: { componentID: id },
      body: { group_id: groupId },
    });
  }
}

type Etags = { componentsEtag: string | null; groupsEtag: string | null };

/** Runs `work` if the order is still `before`, else throws an ApiError with the status 412. */
async function runUnlessRearranged(
  call: OrganizationCall,
  before: Arrangement,
  work: (etags: Etags) => Promise<unknown>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const [components, groups] = await Promise.all([
      call("GET /v1/organizations/{orgID}/components"),
      call("GET /v1/organizations/{orgID}/component-groups"),
    ]);
    if (!isSameArrangement(arrangeComponents(components.data, groups.data), before))
      throw new ApiError(
        412,
        "Someone else reordered the components. Check the current order and try again.",
      );
    try {
      await work({ componentsEtag: components.etag, groupsEtag: groups.etag });
      return;
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || thrown.status !== 412 || attempt === MAX_ATTEMPTS)
        throw thrown;
    }
  }
}
