"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Clicks before hydration would be lost, so buttons are disabled until then. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
