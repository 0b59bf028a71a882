import { setTimeout as sleep } from "node:timers/promises";
import { reader } from "@/lib/db/database";
import { isBusy, isUnavailable } from "@/lib/db/database-errors";
import { isProblem } from "@/lib/errors";
import { log } from "@/lib/log";
import { groupRows } from "@/lib/relations";
import { runDueSteps } from "./commands";

const INTERVAL_MS = 1_000;
const RETRY_DELAY_MS = 60_000;

export type RetryTimes = Map<string, number>;

/**
 * Runs the due steps of all maintenances. Several processes can call this at once. If the steps of
 * a maintenance fail or time out, logs the failure, and skips the maintenance for a minute. Rejects
 * if the database is unavailable. Returns the number of maintenances whose steps ran.
 */
export async function runDueMaintenances(
  now: Date,
  retryTimes: RetryTimes = new Map(),
): Promise<number> {
  for (const [id, until] of retryTimes) if (until <= now.getTime()) retryTimes.delete(id);
  const rows = await reader().maintenance.findMany({
    where: { dueAt: { lte: now } },
    orderBy: [{ dueAt: "asc" }, { id: "asc" }],
    select: { id: true, organizationId: true },
  });
  // Alternates between organizations, because each step can last until its timeout.
  const alternating = [...groupRows(rows, ({ organizationId }) => organizationId).values()]
    .flatMap((own) => own.map((row, index) => ({ row, index })))
    .sort((a, b) => a.index - b.index);
  let count = 0;
  for (const { row } of alternating)
    if (!retryTimes.has(row.id) && (await tryRunDueSteps(row, now, retryTimes))) count++;
  return count;
}

async function tryRunDueSteps(
  row: { id: string; organizationId: string },
  now: Date,
  retryTimes: RetryTimes,
): Promise<boolean> {
  try {
    return await runDueSteps(row, now);
  } catch (error) {
    if (isUnavailable(error) && !isBusy(error)) throw error;
    if (isProblem(error) && error.kind === "not_found") return false;
    log.error(
      { maintenance: row.id, organization: row.organizationId, error: String(error) },
      "a step of a scheduled maintenance failed; retrying in one minute",
    );
    retryTimes.set(row.id, now.getTime() + RETRY_DELAY_MS);
    return false;
  }
}

/**
 * Checks every second for due maintenances, and calls `onChanged` after a change. Returns a
 * function that stops the checks and waits for the current one.
 */
export function startMaintenanceScheduler(onChanged: () => void): () => Promise<void> {
  const retryTimes: RetryTimes = new Map();
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    while (!signal.aborted) {
      try {
        if ((await runDueMaintenances(new Date(), retryTimes)) > 0) onChanged();
      } catch (error) {
        log.error({ error: String(error) }, "checking for due maintenances failed");
      }
      await sleep(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}
