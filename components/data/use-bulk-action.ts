import { useOrganization } from "@/components/organizations/organization-context";
import { showToast } from "@/components/ui/toaster";
import { ApiError } from "@/lib/http/api-client";
import { useAction } from "./use-action";
import { getUndoDeadline } from "./undo-deadline";

const CONCURRENT_CALLS = 4;

type BulkAction<Item> = {
  work: (item: Item) => Promise<unknown>;
  /**
   * `done` and `failed` return the text of a toast about the given items; `done` can return null for
   * no toast.
   */
  done: (completed: readonly Item[]) => string | null;
  failed: (failures: readonly Item[]) => string;
  /** `work` reverts one item. */
  undo?: {
    work: (item: Item) => Promise<unknown>;
    done: string;
    failed: string;
    /** If true, `work` runs for one item at a time. */
    isSequential?: true;
  };
};

/** Runs `work` for each item. A failed call does not stop the others. */
async function runForAll<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  concurrency: number,
): Promise<{ completed: Item[]; failures: { item: Item; error: unknown }[] }> {
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
  await Promise.all(Array.from({ length: concurrency }, runWaiting));
  return { completed, failures };
}

/** Ignores a 404 in response to a deletion: someone else has already deleted the item. */
export function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}

/** Returns a function that calls the API for each item and resolves with the items that failed. */
export function useBulkAction() {
  const { refresh } = useOrganization();
  const attempt = useAction();

  return async <Item>(items: readonly Item[], action: BulkAction<Item>): Promise<Item[]> => {
    const { work, done, failed, undo } = action;
    const { completed, failures } = await runForAll(items, work, CONCURRENT_CALLS);
    await refresh();

    const revert = async () => {
      const concurrency = undo!.isSequential ? 1 : CONCURRENT_CALLS;
      const reverted = await runForAll(completed, undo!.work, concurrency);
      await refresh();
      if (reverted.failures.length > 0) throw reverted.failures[0]!.error;
      showToast(undo!.done);
    };
    const message = completed.length > 0 ? done(completed) : null;
    if (message !== null)
      showToast(message, {
        ...(undo && {
          action: { label: "Undo", onClick: () => void attempt(undo.failed, revert) },
          until: getUndoDeadline(),
        }),
      });
    const failedItems = failures.map(({ item }) => item);
    if (failures.length > 0)
      await attempt(failed(failedItems), () => Promise.reject(failures[0]!.error));
    return failedItems;
  };
}
