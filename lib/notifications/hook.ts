"use server";

import { wakeDelivery } from "./wake";

/**
 * The server action that runs after a response. Harmless to whoever calls it: it takes nothing,
 * returns nothing, and
 * only makes due rows move.
 */
export async function moveDueDeliveries(): Promise<void> {
  wakeDelivery();
}
