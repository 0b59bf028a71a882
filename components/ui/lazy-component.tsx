"use client";

import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
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
 * Loads a component when it opens, or 3 s after mounting. If it can't be loaded, shows a notice
 * while it is open, and retries when the network is back. If `hasTextField`, text typed while it
 * loads is inserted into its first field.
 */
export function createLazyComponent<Props extends { open: boolean; onClose?: () => void }>(
  load: () => Promise<ComponentType<Props>>,
  { hasTextField = false } = {},
): ComponentType<Props> {
  return function LazyComponent(props: Props) {
    const { open } = props;
    const [Part, setPart] = useState<ComponentType<Props> | null>(null);
    const [hasFailed, setHasFailed] = useState(false);
    const holdEarlyKeys = useEffectEvent(() =>
      Part === null && hasTextField ? holdKeys(() => props.onClose?.()) : undefined,
    );
    useEffect(() => (open ? holdEarlyKeys() : undefined), [open]);
    useEffect(() => {
      if (Part !== null) return;
      let isUnmounted = false;
      const get = () =>
        void load().then(
          (loaded) => !isUnmounted && setPart(() => loaded),
          () => !isUnmounted && setHasFailed(true),
        );
      const timer = setTimeout(get, open ? 0 : PREFETCH_AFTER_MS);
      window.addEventListener("online", get);
      return () => {
        isUnmounted = true;
        clearTimeout(timer);
        window.removeEventListener("online", get);
      };
    }, [open, Part]);
    if (Part !== null) return <Part {...props} />;
    return open && hasFailed && <FailureNotice />;
  };
}

/** Can't be a toast, because the code of toasts may be missing too. */
const FailureNotice = () => (
  <p
    role="alert"
    className={
      "fixed inset-x-4 bottom-(--toast-bottom) z-50 mx-auto w-fit rounded-lg border border-line " +
      "bg-surface p-3 text-sm shadow-lg"
    }
  >
    This can’t be loaded without a connection. It opens when the connection is back.
  </p>
);
