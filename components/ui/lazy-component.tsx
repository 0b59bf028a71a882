import { type ComponentType, useEffect, useState } from "react";
import { Button } from "./button";

/** Dialogs, menus, and toasts are loaded after this time, so that they work offline. */
const PREFETCH_AFTER_MS = 3_000;

/** Calls `fetchPart`, a stable function, once the component has been mounted for 3 s. */
export function usePrefetch(fetchPart: () => void): void {
  useEffect(() => {
    const timer = setTimeout(fetchPart, PREFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [fetchPart]);
}

/**
 * Loads a component when it opens, 3 s after mounting, or when `prefetch` is called. Retries when
 * the network is back, and every 3 s while open. If an open component with `onClose` can't be
 * loaded, shows a notice.
 */
export function createLazyComponent<Props extends { open: boolean; onClose?: () => void }>(
  importPart: () => Promise<ComponentType<Props>>,
) {
  let Part: ComponentType<Props> | null = null;
  const load = async () => void (Part ??= await importPart());

  function LazyComponent(props: Props) {
    const { open, onClose } = props;
    const [, setIsLoaded] = useState(false);
    const [hasFailed, setHasFailed] = useState(false);
    useEffect(() => {
      if (Part !== null) return;
      let isUnmounted = false;
      const get = () =>
        void load().then(
          () => !isUnmounted && setIsLoaded(true),
          () => {
            if (isUnmounted) return;
            setHasFailed(true);
            if (open) timer = setTimeout(get, PREFETCH_AFTER_MS);
          },
        );
      let timer = setTimeout(get, open ? 0 : PREFETCH_AFTER_MS);
      window.addEventListener("online", get);
      return () => {
        isUnmounted = true;
        clearTimeout(timer);
        window.removeEventListener("online", get);
      };
    }, [open]);
    // `Part` is not React state: after a prefetch, the next render finds it here.
    if (Part !== null) return <Part {...props} />;
    return (
      open &&
      hasFailed &&
      onClose && (
        <LoadFailureNotice onClose={onClose}>
          Couldn’t load this dialog. It will open when you’re back online.
        </LoadFailureNotice>
      )
    );
  }
  return Object.assign(LazyComponent, { prefetch: () => void load().catch(() => {}) });
}

/** Can't be a toast, because the code of toasts may be missing too. */
export const LoadFailureNotice = ({
  onClose,
  children,
}: {
  onClose: () => void;
  children: string;
}) => (
  <div
    className={
      "fixed inset-x-4 bottom-24 z-50 mx-auto flex w-fit items-center gap-3 rounded-lg border " +
      "border-line bg-surface p-3 text-sm shadow-lg lg:bottom-6"
    }
  >
    <p role="alert">{children}</p>
    <Button variant="quiet" onClick={onClose}>
      Close
    </Button>
  </div>
);
