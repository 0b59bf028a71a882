"use client";

import { type ComponentType, createElement, useEffect, useState } from "react";

/** Dialogs, menus, and toasts are loaded after this time, so that they work offline. */
const PREFETCH_AFTER_MS = 3_000;

/** Calls `fetchPart` once, 3 s after the component mounts. It must be a stable function. */
export function usePrefetch(fetchPart: () => void): void {
  useEffect(() => {
    const timer = setTimeout(fetchPart, PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [fetchPart]);
}

/** Loads a component when it opens, or 3 s after mounting. Retries when the network is back. */
export function createLazyComponent<Props extends { open: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return function LazyComponent(props: Props) {
    const { open } = props;
    const [part, setPart] = useState<ComponentType<Props> | null>(null);
    useEffect(() => {
      if (part !== null) return;
      let isUnmounted = false;
      const get = () =>
        void load().then(
          (loaded) => !isUnmounted && setPart(() => loaded),
          () => {},
        );
      const timer = setTimeout(get, open ? 0 : PREFETCH_AFTER_MS);
      window.addEventListener("online", get);
      return () => {
        isUnmounted = true;
        clearTimeout(timer);
        window.removeEventListener("online", get);
      };
    }, [open, part]);
    return part === null ? null : createElement(part, props);
  };
}
