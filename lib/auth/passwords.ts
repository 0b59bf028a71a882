import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { Piscina } from "piscina";
import type { Client } from "@/lib/actor";
import { getClientNetwork } from "@/lib/client-network";
import { env } from "@/lib/env";
import { FairQueue } from "./fair-queue";
import { countPasswordBytes, PASSWORD_MAX_BYTES } from "./schema";
import type { PasswordTask } from "./password-worker";

type PasswordHasher = { pool: Piscina<PasswordTask, string | boolean>; queue: FairQueue };
let hasher: PasswordHasher | undefined;

/** bcrypt takes tens of milliseconds or more, so it runs in other threads. */
function getPasswordHasher(): PasswordHasher {
  const maxThreads = availableParallelism();
  return (hasher ??= {
    pool: new Piscina({
      filename: resolve("dist/password-worker.js"),
      minThreads: 0,
      maxThreads,
      idleTimeout: 60_000,
      resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 },
    }),
    queue: new FairQueue(maxThreads),
  });
}

function runTask(task: PasswordTask, client: Client): Promise<string | boolean> {
  const { pool, queue } = getPasswordHasher();
  const queueClient = client.isLocal
    ? { key: "local", isLimited: false }
    : { key: getClientNetwork(client), isLimited: true };
  return queue.run(queueClient, () => pool.run(task));
}

/**
 * Hashes a password with bcrypt. Throws 429 if too many jobs wait, or if the job waits too long.
 */
export async function hashPassword(password: string, client: Client): Promise<string> {
  return (await runTask({ password, cost: env.PASSWORD_COST }, client)) as string;
}

/** Returns a hash that matches no password and takes as long to compare as a real one. */
const getDummyHash = (): string =>
  `$2b$${String(env.PASSWORD_COST).padStart(2, "0")}$${"C".repeat(53)}`;

/**
 * Compares a password with a hash. For an unknown account, `hash` is null, and the comparison takes
 * the same time. Throws 429 if too many jobs wait, or if the job waits too long.
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
  client: Client,
): Promise<boolean> {
  const canMatch = hash !== null && countPasswordBytes(password) <= PASSWORD_MAX_BYTES;
  if (canMatch) return (await runTask({ password, hash }, client)) as boolean;
  await runTask({ password: "", hash: getDummyHash() }, client);
  return false;
}

export function isHashOutdated(hash: string): boolean {
  return Number(hash.split("$")[2]) < env.PASSWORD_COST;
}
