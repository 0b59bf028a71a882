"use client";

import { useSyncExternalStore } from "react";

/** `isFailing` means that the server responds with 503. */
type Connection = { isReachable: true } | { isReachable: false; isFailing: boolean; since: Date };

const online: Connection = { isReachable: true };
let state: Connection = online;
const listeners = new Set<() => void>();

export function setReachability(isReachable: boolean, isFailing = false): void {
  // A response that arrives late does not mean that the browser is online again.
  if (isReachable && !navigator.onLine) return;
  if (state.isReachable ? isReachable : !isReachable && state.isFailing === isFailing) return;
  state = isReachable ? online : { isReachable: false, isFailing, since: new Date() };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const onOffline = () => setReachability(false);
  listeners.add(listener);
  window.addEventListener("offline", onOffline);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("offline", onOffline);
  };
}

export const useConnection = (): Connection =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => online,
  );
