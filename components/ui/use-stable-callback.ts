import { useCallback, useEffect, useRef } from "react";

/**
 * Returns a function with a stable identity that calls the `callback` of the last render. It can be
 * a prop of a memoized component. Call it only in event handlers.
 */
export function useStableCallback<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(callback);
  useEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
