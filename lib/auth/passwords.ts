import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { Piscina } from "piscina";
import { env } from "@/lib/env";
import { passwordBytes, PASSWORD_MAX_BYTES } from "./schema";
import type { PasswordTask } from "./password-worker";

const KEY = Symbol.for("candor.passwords");
const shared = globalThis as unknown as { [KEY]?: Piscina<PasswordTask, string | boolean> };

/** bcrypt takes tens of milliseconds of pure computing: in threads of its own, a burst of logins stalls nobody else. */
function pool(): Piscina<PasswordTask, string | boolean> {
  return (shared[KEY] ??= new Piscina({
    filename: resolve("dist/password-worker.js"),
    minThreads: 0,
    maxThreads: Math.max(1, availableParallelism() - 1),
    idleTimeout: 60_000,
    // It holds one password at a time.
    resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 },
  }));
}

export async function hashPassword(password: string): Promise<string> {
  return (await pool().run({ password, cost: env.PASSWORD_COST })) as string;
}

/** In the form of a hash, at the cost of a real one: comparing with it takes as long as with any account's. */
const decoy = (): string => `$2b$${String(env.PASSWORD_COST).padStart(2, "0")}$${"C".repeat(53)}`;

/** Whether the password is the account's. Takes the same time when there is no account (`hash` null). */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const matches = (await pool().run({ password, hash: hash ?? decoy() })) as boolean;
  // bcrypt compares the first 72 bytes only; no account's password is longer.
  return matches && hash !== null && passwordBytes(password) <= PASSWORD_MAX_BYTES;
}

/** Whether the hash was made at a lower cost than is asked for now. */
export function isOutdated(hash: string): boolean {
  return Number(hash.split("$")[2]) < env.PASSWORD_COST;
}
