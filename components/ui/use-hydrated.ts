"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Returns false until React has hydrated the page. Clicks before that would be lost. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
