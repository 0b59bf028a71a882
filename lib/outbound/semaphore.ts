import { OutboundError } from "./outbound-error";

type Slot = { running: number; waiting: Set<() => void> };
export type Semaphore = (key: string, signal: AbortSignal) => Promise<() => void>;

export function createSemaphore(limit: number): Semaphore {
  const slots = new Map<string, Slot>();

  function release(key: string, slot: Slot): void {
    const [next] = slot.waiting;
    if (next !== undefined) {
      slot.waiting.delete(next);
      next();
    } else if (--slot.running === 0) {
      slots.delete(key);
    }
  }

  /**
   * Waits for a free slot of `key`. Resolves with a function that releases the slot, or rejects if
   * the signal aborts first.
   */
  return function acquire(key, signal) {
    const slot = slots.get(key) ?? { running: 0, waiting: new Set() };
    slots.set(key, slot);
    const releaseSlot = () => release(key, slot);
    if (slot.running < limit) {
      slot.running++;
      return Promise.resolve(releaseSlot);
    }
    return new Promise((resolve, reject) => {
      const abandon = () => {
        slot.waiting.delete(proceed);
        reject(new OutboundError("Timed out waiting for a free connection to the host."));
      };
      const proceed = () => {
        signal.removeEventListener("abort", abandon);
        resolve(releaseSlot);
      };
      slot.waiting.add(proceed);
      signal.addEventListener("abort", abandon, { once: true });
    });
  };
}
