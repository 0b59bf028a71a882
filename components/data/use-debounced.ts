"use client";

import { useEffect, useState } from "react";

/** Returns the value after a pause of `delayMs` in its changes. Values are compared as JSON. */
export function useDebounced<Value>(value: Value, delayMs: number): Value {
  const [debounced, setSettled] = useState(value);
  const json = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(json) as Value), delayMs);
    return () => clearTimeout(timer);
  }, [json, delayMs]);
  return debounced;
}
