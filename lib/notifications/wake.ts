let wake: (() => void) | null = null;

/**
 * Tells this process's delivery thread that something may be due. It would find out by itself, a
 * second later.
 */
export const wakeDelivery = (): void => wake?.();

/** Whom to tell, from now on; nobody with null. */
export function onWake(listener: (() => void) | null): void {
  wake = listener;
}
