import type { Tx } from "./db/database";
import { Problem } from "./errors";

declare const brand: unique symbol;
/**
 * Proves that the actor administers the installation. Queries and commands for administrators
 * require this type.
 */
export type InstallationScope = { readonly [brand]: true };

/** Throws 403 if the user is not an administrator of the installation. */
export function getInstallationScope(isAdministrator: boolean): InstallationScope {
  if (isAdministrator) return {} as InstallationScope;
  throw new Problem("forbidden", "Requires an administrator of this installation.");
}

/**
 * Locks the installation until the transaction ends, so that concurrent transactions can't create
 * two first administrators or disable the last one.
 */
export async function lockInstallation(tx: Tx): Promise<void> {
  await tx.versionEpoch.updateMany({ data: { id: 1 } });
}
