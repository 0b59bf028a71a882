"use client";

import { useMemo, useRef, useState } from "react";
import { useSessionEnded } from "@/components/auth/session";
import { useRefresh } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { sayFailure } from "@/components/ui/toaster";
import { type Arrangement, arrange, isSameArrangement, placeOf, stepsBetween } from "@/lib/component-groups/rules";
import { ApiError, call, type Component, type ComponentGroup } from "@/lib/http/client";

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
  const sessionEnded = useSessionEnded();
  const saved = useMemo(() => arrange(components ?? [], groups ?? []), [components, groups]);
  const [pending, setPending] = useState<Arrangement | null>(null);
  const target = useRef<Arrangement | null>(null);
  const saving = useRef<Promise<boolean> | null>(null);

  /** Whether all is saved, or else put back. */
  async function saveAll(from: Arrangement): Promise<boolean> {
    let base = from;
    try {
      while (target.current !== null) {
        const next = target.current;
        target.current = null;
        await save(orgID, base, next);
        base = next;
        if (target.current === null) await refresh();
      }
      saving.current = null;
      return true;
    } catch (thrown) {
      saving.current = null;
      target.current = null;
      if (!(thrown instanceof ApiError)) throw thrown;
      if (thrown.status === 401 && sessionEnded !== null) sessionEnded();
      else sayFailure("The order was put back", thrown.detail);
      await refresh();
      return false;
    } finally {
      if (saving.current === null) setPending(null);
    }
  }

  return {
    arrangement: pending ?? saved,
    /** Resolves with whether it was saved; rejects when something broke. */
    rearrange: (next: Arrangement): Promise<boolean> => {
      if (isSameArrangement(next, pending ?? saved)) return Promise.resolve(true);
      setPending(next);
      target.current = next;
      return (saving.current ??= saveAll(saved));
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
