import { pendingMigrations } from "@/lib/db";

const TIMEOUT_MS = 2_000;

/** Why requests cannot be served now, or null when they can: the database answers and has all migrations. */
export async function findObstacle(): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS, "the database does not answer in time");
  });
  try {
    return await Promise.race([judge(), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function judge(): Promise<string | null> {
  try {
    const pending = await pendingMigrations();
    return pending.length === 0 ? null : `migrations are missing: ${pending.join(", ")}`;
  } catch {
    return "the database cannot be reached";
  }
}
