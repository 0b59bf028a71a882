"use client";

import { useAction } from "@/components/data/use-action";
import { useRefresh } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { showToast } from "@/components/ui/toaster";
import { ApiError } from "@/lib/http/api-client";
import { getUndoDeadline } from "@/components/updates/use-undo";

const CONCURRENT_CALLS = 4;

type BulkAction<Item> = {
  work: (item: Item) => Promise<unknown>;
  /** The toasts; `count` items are done, or have failed. */
  done: (count: number) => string;
  failed: (count: number) => string;
  /** Reverts the items that are done, one after another. */
  undo?: { work: (item: Item) => Promise<unknown>; done: string; failed: string };
};

/** For deletions of items that someone else may have deleted. */
export function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}

/**
 * Calls the API for each item. If some fail, the others are done all the same. Resolves with the
 * items that failed.
 */
export function useBulkAction() {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const attempt = useAction();

  return async <Item>(items: readonly Item[], action: BulkAction<Item>): Promise<Item[]> => {
    const { work, done, failed, undo } = action;
    const waiting = [...items];
    const completed: Item[] = [];
    const failures: { item: Item; error: unknown }[] = [];
    const runWaiting = async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
        try {
          await work(item);
          completed.push(item);
        } catch (error) {
          failures.push({ item, error });
        }
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT_CALLS }, runWaiting));
    await refresh();

    const revert = async () => {
      const errors: unknown[] = [];
      for (const item of completed)
        await undo!.work(item).catch((error: unknown) => errors.push(error));
      await refresh();
      if (errors.length > 0) throw errors[0];
      showToast(undo!.done);
    };
    if (completed.length > 0)
      showToast(done(completed.length), {
        ...(undo && {
          action: { label: "Undo", onClick: () => void attempt(undo.failed, revert) },
          until: getUndoDeadline(),
        }),
      });
    if (failures.length > 0)
      await attempt(failed(failures.length), () => Promise.reject(failures[0]!.error));
    return failures.map(({ item }) => item);
  };
}
