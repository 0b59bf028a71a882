const KEY = Symbol.for("candor.public-changes");
type Listener = (organizationId: string, version: number) => void;
// Next bundles route handlers separately, so modules are not shared with the server.
const shared = globalThis as unknown as { [KEY]?: Listener };

/**
 * Reports a committed version to this process's page cache. Without it, the version query finds the
 * change within a second.
 */
export const announceVersion: Listener = (organizationId, version) =>
  shared[KEY]?.(organizationId, version);

/** Sets the listener of this process, or removes it. */
export function onVersion(listener: Listener | null): void {
  if (listener === null) delete shared[KEY];
  else shared[KEY] = listener;
}
