import { isUnavailable, reader } from "@/lib/db";
import { isProblem } from "@/lib/errors";
import { log } from "@/lib/log";
import { advanceDue } from "./commands";

/** How often each process looks whether something is due: one question to an index. */
const INTERVAL_MS = 1_000;
/** A maintenance that cannot be moved on is left alone for as long. */
const REST_MS = 60_000;
const BATCH = 100;

/** Maintenances that failed, and until when they rest, in milliseconds. */
export type Resting = Map<string, number>;

/**
 * Does all that has come due by itself in maintenances by `now`, and returns in how many. Any number of processes may do
 * so at once. One that fails is logged and rests, and the others go on; throws when the database cannot be reached.
 */
export async function runDue(now: Date, resting: Resting = new Map()): Promise<number> {
  for (const [id, until] of resting) if (until <= now.getTime()) resting.delete(id);
  let moved = 0;
  let last: { id: string; dueAt: Date } | undefined;
  do {
    const rows: { id: string; organizationId: string; dueAt: Date | null }[] = await reader().maintenance.findMany({
      // The first condition alone decides the index range; those that were passed over stay behind.
      where: { dueAt: { lte: now, ...(last && { gte: last.dueAt }) }, ...(last && { OR: [{ dueAt: { gt: last.dueAt } }, { id: { gt: last.id } }] }) },
      orderBy: [{ dueAt: "asc" }, { id: "asc" }],
      take: BATCH,
      select: { id: true, organizationId: true, dueAt: true },
    });
    for (const row of rows) if (!resting.has(row.id) && (await tryOne(row, now, resting))) moved++;
    const end = rows.at(-1);
    last = rows.length === BATCH && end ? { id: end.id, dueAt: end.dueAt! } : undefined;
  } while (last !== undefined);
  return moved;
}

async function tryOne(row: { id: string; organizationId: string }, now: Date, resting: Resting): Promise<boolean> {
  try {
    return await advanceDue(row, now);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    // Deleted meanwhile, with its organization.
    if (isProblem(error) && error.kind === "not_found") return false;
    log.error({ maintenance: row.id, organization: row.organizationId, error: String(error) }, "a maintenance could not be moved on");
    resting.set(row.id, now.getTime() + REST_MS);
    return false;
  }
}

/**
 * Looks for what is due from now on, first of all for what a server that was down has missed. Calls `onMoved` after
 * something has happened. Returns how to stop it; what is under way is finished.
 */
export function startSchedule(onMoved: () => void): () => Promise<void> {
  const resting: Resting = new Map();
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let running = look();

  async function look(): Promise<void> {
    try {
      if ((await runDue(new Date(), resting)) > 0) onMoved();
    } catch (error) {
      log.error({ error: String(error) }, "looking for due maintenances failed");
    }
    if (!stopping) timer = setTimeout(() => (running = look()), INTERVAL_MS);
  }

  return async () => {
    stopping = true;
    clearTimeout(timer);
    await running;
  };
}
