"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * Whether React has hydrated the page. Buttons stay disabled until then, because clicks would be
 * lost.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
