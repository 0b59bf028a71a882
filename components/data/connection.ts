import { useSyncExternalStore } from "react";
import { createStore } from "@/components/ui/create-store";

/** `isFailing` means that the server responds with 503. */
type Connection = { isReachable: true } | { isReachable: false; isFailing: boolean; since: Date };

const online: Connection = { isReachable: true };
const connection = createStore<Connection>(online);

export function setReachability(isReachable: boolean, isFailing = false): void {
  // A response that arrives late does not mean that the browser is online again.
  if (isReachable && !navigator.onLine) return;
  const state = connection.get();
  if (state.isReachable ? isReachable : !isReachable && state.isFailing === isFailing) return;
  connection.set(isReachable ? online : { isReachable, isFailing, since: new Date() });
}

function subscribe(listener: () => void): () => void {
  const onOffline = () => setReachability(false);
  const unsubscribe = connection.subscribe(listener);
  window.addEventListener("offline", onOffline);
  return () => {
    unsubscribe();
    window.removeEventListener("offline", onOffline);
  };
}

export const useConnection = (): Connection =>
  useSyncExternalStore(subscribe, connection.get, () => online);
