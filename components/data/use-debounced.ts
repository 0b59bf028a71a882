"use client";

import { useEffect, useState } from "react";

/** Returns the last value that stayed the same for `delayMs`. Values are compared as JSON. */
export function useDebounced<Value>(value: Value, delayMs: number): Value {
  const [debounced, setDebounced] = useState(value);
  const json = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(JSON.parse(json) as Value), delayMs);
    return () => clearTimeout(timer);
  }, [json, delayMs]);
  return debounced;
}
