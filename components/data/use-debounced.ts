import { useEffect, useMemo, useState } from "react";

/** Returns the last value that stayed the same for `delayMs`. Values are compared as JSON. */
export function useDebounced<Value>(value: Value, delayMs: number): Value {
  const json = JSON.stringify(value);
  const [debounced, setDebounced] = useState(json);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(json), delayMs);
    return () => clearTimeout(timer);
  }, [json, delayMs]);
  return useMemo(() => JSON.parse(debounced) as Value, [debounced]);
}
