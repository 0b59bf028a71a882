import { setTimeout as sleep } from "node:timers/promises";
import { checkBeforeWrites, isPostgresql, reader } from "./db/database";
import {
  explainDatabaseError,
  isDamaged,
  isMissingTable,
  isUnavailable,
} from "./db/database-errors";
import { findKeyProblem } from "./encryption-key";
import { env } from "./env";
import { unavailable } from "./errors";
import { log } from "./log";
import { isCompatible, listMigrationNames } from "./migrations";
import { createMissingSecret } from "./secrets";

const RETRY_INTERVAL_MS = 1_000;

type MigrationState = { missing: string[]; unknown: string[] };

export async function readMigrationState(): Promise<MigrationState> {
  const rows = await reader().$queryRaw<{ name: string; finishedAt: unknown }[]>`
      SELECT migration_name AS name, finished_at AS "finishedAt" FROM _prisma_migrations
      WHERE rolled_back_at IS NULL ORDER BY migration_name`.catch((error: unknown) => {
    if (isMissingTable(error)) return [];
    throw error;
  });
  const applied = new Set(
    rows.flatMap(({ name, finishedAt }) => (finishedAt === null ? [] : name)),
  );
  const known = listMigrationNames(isPostgresql() ? "postgresql" : "sqlite");
  return {
    missing: known.filter((name) => !applied.has(name)),
    unknown: rows.map(({ name }) => name).filter((name) => !known.includes(name)),
  };
}

export function findMigrationProblem({ missing, unknown }: MigrationState): string | null {
  const breaking = unknown.filter((name) => !isCompatible(name));
  if (breaking.length > 0)
    return (
      "A newer version has migrated the database, and this version is not compatible with it " +
      `(${breaking.join(", ")}). Start the newer version or restore a backup from before the upgrade.`
    );
  return missing.length > 0 ? `The database is missing migrations (${missing.join(", ")}).` : null;
}

/**
 * Applies missing migrations and creates a missing session secret. Throws an error for the operator
 * if migrations are incompatible, or missing with `MIGRATE=off`, or if the secrets don't decrypt
 * the stored data.
 */
export async function prepareDatabase(
  applyMigrations: (url: string) => Promise<string[]>,
): Promise<void> {
  const state = await readMigrationState();
  const problem = findMigrationProblem({ ...state, missing: [] });
  if (problem !== null) throw new Error(problem);
  if (state.unknown.length > 0)
    log.warn(
      { migrations: state.unknown },
      "a newer version has migrated the database; this version is compatible with it",
    );
  if (state.missing.length > 0) {
    if (env.MIGRATE === "off")
      throw new Error(
        `${findMigrationProblem(state)} Run candor migrate, or start without MIGRATE=off.`,
      );
    for (const migration of await applyMigrations(env.DATABASE_URL))
      log.info({ migration }, "migration applied");
  }
  const keyProblem = await findKeyProblem();
  if (keyProblem !== null) throw new Error(keyProblem);
  createMissingSecret();
}

/**
 * Prepares the database at startup. If the database is unavailable, `start` returns without an error,
 * and preparation is retried every second and before each write. A write fails with 503 if its
 * retry fails.
 */
export class DatabaseCheck {
  readonly #prepare: () => Promise<void>;
  #running: Promise<void> | undefined;
  #finish = (): void => undefined;
  readonly done = new Promise<void>((resolve) => (this.#finish = resolve));

  constructor(prepare: () => Promise<void>) {
    this.#prepare = prepare;
  }

  async start(): Promise<void> {
    try {
      await this.#check();
    } catch (error) {
      if (isDamaged(error) || !isUnavailable(error))
        throw explainDatabaseError(error, env.DATABASE_URL);
      log.warn({ error: String(error) }, "database unavailable: serving stored pages and retrying");
      checkBeforeWrites(() => this.#checkForWrite());
      void this.#retry();
    }
  }

  #check(): Promise<void> {
    this.#running ??= this.#prepare().then(
      () => this.#finish(),
      (error: unknown) => {
        this.#running = undefined;
        throw error;
      },
    );
    return this.#running;
  }

  async #checkForWrite(): Promise<void> {
    await this.#check().catch(() => {
      throw unavailable("The server can't use its database yet. Try again in a moment.", 5);
    });
    checkBeforeWrites(undefined);
  }

  async #retry(): Promise<void> {
    for (let loggedMessage = ""; ;) {
      await sleep(RETRY_INTERVAL_MS, undefined, { ref: false });
      try {
        await this.#check();
        checkBeforeWrites(undefined);
        return;
      } catch (error) {
        const { message } = error as Error;
        if (isUnavailable(error) || message === loggedMessage) continue;
        log.error(`writes are rejected: ${message}`);
        loggedMessage = message;
      }
    }
  }
}
