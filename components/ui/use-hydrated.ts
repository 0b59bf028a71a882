import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Returns `onServer` until React has hydrated the page, then the value of `get` in the browser. */
export const useBrowserValue = <Value>(get: () => Value, onServer: Value): Value =>
  useSyncExternalStore(never, get, () => onServer);

/** Returns false until React has hydrated the page. Clicks before that would be lost. */
export const useHydrated = (): boolean => useBrowserValue(() => true, false);
