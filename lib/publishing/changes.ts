type Listener = (organizationId: string, version: number) => void;
let announce: Listener | null = null;

/**
 * Reports a committed version to this process's page cache. Without it, the version query finds the
 * change within a second.
 */
export const announceVersion: Listener = (organizationId, version) =>
  announce?.(organizationId, version);

/** Sets the listener of this process, or removes it. */
export function onVersion(listener: Listener | null): void {
  announce = listener;
}
