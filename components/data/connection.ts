"use client";

import { useSyncExternalStore } from "react";

/** `failing`: it answers, and says that it cannot do anything (503). */
type Connection = { reachable: true } | { reachable: false; failing: boolean; since: Date };

const here: Connection = { reachable: true };
let state: Connection = here;
const listeners = new Set<() => void>();

/** Called with what each read found out: whether the server answers, and whether it is able to. */
export function noteReachable(reachable: boolean, failing = false): void {
  if (state.reachable ? reachable : !reachable && state.failing === failing) return;
  state = reachable ? here : { reachable: false, failing, since: new Date() };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const gone = () => noteReachable(false);
  listeners.add(listener);
  window.addEventListener("offline", gone);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("offline", gone);
  };
}

/** Whether the server answers, and since when it does not. The next read that succeeds ends it. */
export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => state, () => here);
