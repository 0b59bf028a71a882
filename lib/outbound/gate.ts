import { OutboundError } from "./reasons";

type Place = { busy: number; waiting: Set<() => void> };

/** Lets at most `width` through at once for each key, first come, first served. */
export function createGate(width: number) {
  const places = new Map<string, Place>();

  function leave(key: string, place: Place): void {
    const [next] = place.waiting;
    if (next !== undefined) {
      place.waiting.delete(next);
      next();
    } else if (--place.busy === 0) {
      places.delete(key);
    }
  }

  /** Resolves with the way out when there is room; rejects when the signal comes first. */
  return function enter(key: string, signal: AbortSignal): Promise<() => void> {
    const place = places.get(key) ?? { busy: 0, waiting: new Set() };
    places.set(key, place);
    const exit = () => leave(key, place);
    if (place.busy < width) {
      place.busy++;
      return Promise.resolve(exit);
    }
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        place.waiting.delete(go);
        reject(new OutboundError("All connections to the host were busy."));
      };
      const go = () => {
        signal.removeEventListener("abort", giveUp);
        resolve(exit);
      };
      place.waiting.add(go);
      signal.addEventListener("abort", giveUp, { once: true });
    });
  };
}
