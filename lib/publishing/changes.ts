const KEY = Symbol.for("candor.changes");
const shared = globalThis as unknown as { [KEY]?: (organizationId: string) => void };

/**
 * Tells this process's publisher that a write below an organization was committed. It would find
 * out by itself, a second later.
 */
export const announceChange = (organizationId: string): void => shared[KEY]?.(organizationId);

/** Whom to tell, from now on; nobody with null. */
export function onChange(listener: ((organizationId: string) => void) | null): void {
  if (listener === null) delete shared[KEY];
  else shared[KEY] = listener;
}
