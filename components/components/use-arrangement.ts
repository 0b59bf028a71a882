"use client";

import { useMemo, useSyncExternalStore } from "react";
import { useAttempt } from "@/components/data/use-attempt";
import { useRefresh } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { type Arrangement, arrange, isSameArrangement, placeOf, stepsBetween } from "@/lib/component-groups/rules";
import { ApiError, call, type Component, type ComponentGroup } from "@/lib/http/client";

/** What is shown of an organization's order until it is saved, what is to be saved next, and the saving of it. */
type Work = { pending: Arrangement | null; target: Arrangement | null; saving: Promise<boolean> | null };

// By organization: the list and the command palette rearrange the same, one upon the other.
const works = new Map<string, Work>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function show(orgID: string, work: Work): void {
  if (work.pending === null) works.delete(orgID);
  else works.set(orgID, work);
  for (const listener of listeners) listener();
}

/** Where a component stands, in words: "2 of 5 in Payments". */
export function placeInWords(arrangement: Arrangement, componentID: string, groups: readonly ComponentGroup[] | undefined): string {
  const place = placeOf(arrangement, componentID)!;
  const group = groups?.find(({ id }) => id === place.groupId);
  return `${place.index + 1} of ${place.count}${group === undefined ? "" : ` in ${group.name}`}`;
}

/** Statuses change all the time: the list is another then, though nothing has moved. */
const TRIES = 3;

/**
 * Where the components stand, and the way to rearrange them: shown at once, saved one after the other, and put back, with
 * the reason, when that fails or somebody else has rearranged them meanwhile.
 */
export function useArrangement(components: readonly Component[] | undefined, groups: readonly ComponentGroup[] | undefined) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const attempt = useAttempt();
  const saved = useMemo(() => arrange(components ?? [], groups ?? []), [components, groups]);
  const pending = useSyncExternalStore(subscribe, () => works.get(orgID)?.pending ?? null, () => null);

  /** Whether all is saved, or else put back. */
  async function saveAll(work: Work, from: Arrangement): Promise<boolean> {
    let base = from;
    let saved = false;
    await attempt("The order was put back", async () => {
      try {
        while (work.target !== null) {
          const next = work.target;
          work.target = null;
          await save(orgID, base, next);
          base = next;
          if (work.target === null) await refresh();
        }
        saved = true;
      } finally {
        work.saving = work.target = null;
      }
    });
    if (!saved) await refresh();
    if (work.saving === null) show(orgID, { ...work, pending: null });
    return saved;
  }

  return {
    arrangement: pending ?? saved,
    /** Resolves with whether it was saved; rejects when something broke. */
    rearrange: (next: Arrangement): Promise<boolean> => {
      const work = works.get(orgID) ?? { pending: null, target: null, saving: null };
      if (isSameArrangement(next, work.pending ?? saved)) return Promise.resolve(true);
      work.pending = work.target = next;
      work.saving ??= saveAll(work, saved);
      show(orgID, work);
      return work.saving;
    },
  };
}

async function save(orgID: string, from: Arrangement, to: Arrangement): Promise<void> {
  const { groupOrder, order, moved } = stepsBetween(from, to);
  const params = { orgID };
  if (groupOrder !== null) {
    await unlessRearranged(orgID, from, ({ groupsEtag }) => call("PUT /v1/organizations/{orgID}/component-groups/order", { params, body: { group_ids: groupOrder }, ifMatch: groupsEtag }));
  }
  if (order !== null) {
    const reordered = groupOrder === null ? from : groupOrder.reduce<Arrangement>((sofar, id) => [...sofar, from.find(({ groupId }) => groupId === id)!], from.slice(0, 1));
    await unlessRearranged(orgID, reordered, ({ componentsEtag }) => call("PUT /v1/organizations/{orgID}/components/order", { params, body: { component_ids: order }, ifMatch: componentsEtag }));
  }
  for (const { id, groupId } of moved) {
    await call("PATCH /v1/organizations/{orgID}/components/{componentID}", { params: { orgID, componentID: id }, body: { group_id: groupId } });
  }
}

type Etags = { componentsEtag: string | null; groupsEtag: string | null };

/** Saves while all still stands where it stood `before`; otherwise rejects with what happened. */
async function unlessRearranged(orgID: string, before: Arrangement, work: (etags: Etags) => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    const [components, groups] = await Promise.all([
      call("GET /v1/organizations/{orgID}/components", { params: { orgID } }),
      call("GET /v1/organizations/{orgID}/component-groups", { params: { orgID } }),
    ]);
    if (!isSameArrangement(arrange(components.data, groups.data), before)) throw new ApiError(412, "Somebody else rearranged the components meanwhile. This is how they stand now.");
    try {
      await work({ componentsEtag: components.etag, groupsEtag: groups.etag });
      return;
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || thrown.status !== 412 || tries === TRIES) throw thrown;
    }
  }
}
