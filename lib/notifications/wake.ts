const KEY = Symbol.for("candor.delivery");
const shared = globalThis as unknown as { [KEY]?: () => void };

/**
 * Tells this process's delivery thread that something may be due. It would find out by itself, a
 * second later.
 */
export const wakeDelivery = (): void => shared[KEY]?.();

/** Whom to tell, from now on; nobody with null. */
export function onWake(listener: (() => void) | null): void {
  if (listener === null) delete shared[KEY];
  else shared[KEY] = listener;
}
