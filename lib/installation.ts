import type { Tx } from "./db/prisma-client";
import { Problem } from "./errors";

declare const brand: unique symbol;
/**
 * Proves that the actor administers the installation. Queries and commands across organizations
 * require this type.
 */
export type InstallationScope = { readonly [brand]: true };

/** Throws 403 for everyone but administrators of the installation. */
export function getInstallationScope(isAdministrator: boolean): InstallationScope {
  if (isAdministrator) return {} as InstallationScope;
  throw new Problem("forbidden", "Requires an administrator of this installation.");
}

/** The second of two concurrent transactions waits until the first one ends. */
export async function lockInstallation(tx: Tx): Promise<void> {
  await tx.versionEpoch.updateMany({ data: { id: 1 } });
}
