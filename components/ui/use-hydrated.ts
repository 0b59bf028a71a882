"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Buttons stay disabled until React has hydrated the page, because clicks would be lost. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
