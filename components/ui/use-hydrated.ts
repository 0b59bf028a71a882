"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether the page's scripts are at work. Before that nobody hears a press: what takes one is disabled until then. */
export const useHydrated = (): boolean => useSyncExternalStore(never, () => true, () => false);
