"use client";

import { type ComponentType, createElement, useEffect, useEffectEvent, useState } from "react";
import { holdKeys } from "./early-keys";

/** Dialogs, menus, and toasts are loaded after this time, so that they work offline. */
const PREFETCH_AFTER_MS = 3_000;

/** Calls `fetchPart` once, 3 s after the component mounts. It must be a stable function. */
export function usePrefetch(fetchPart: () => void): void {
  useEffect(() => {
    const timer = setTimeout(fetchPart, PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [fetchPart]);
}

/**
 * Loads a component when it opens, or 3 s after mounting. Retries when the network is back. If
 * `hasTextField`, text typed while it loads is inserted into its first field.
 */
export function createLazyComponent<Props extends { open: boolean; onClose?: () => void }>(
  load: () => Promise<ComponentType<Props>>,
  { hasTextField = false } = {},
): ComponentType<Props> {
  return function LazyComponent(props: Props) {
    const { open } = props;
    const [part, setPart] = useState<ComponentType<Props> | null>(null);
    const holdEarlyKeys = useEffectEvent(() =>
      part === null && hasTextField ? holdKeys(() => props.onClose?.()) : undefined,
    );
    useEffect(() => (open ? holdEarlyKeys() : undefined), [open]);
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
