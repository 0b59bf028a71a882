import { useCallback, useRef } from "react";
import { Button } from "./button";
import { getRows } from "./row-link";
import { keepFocus } from "./use-focus-return";

type MoreButtonProps = {
  pages: { more: (() => void) | null; loadingMore: boolean };
  children: React.ReactNode;
};

/**
 * Loads the next page of a list. When the last page is loaded, the button disappears, and the focus
 * moves from it to the link or button of the first new row.
 */
export function MoreButton({ pages: { more, loadingMore }, children }: MoreButtonProps) {
  const known = useRef<readonly HTMLElement[]>([]);
  const ref = useCallback(
    (button: HTMLElement | null) =>
      keepFocus(button, () => getRows().find((row) => !known.current.includes(row))),
    [],
  );
  if (more === null) return null;
  const load = () => {
    known.current = getRows();
    more();
  };
  return (
    <Button ref={ref} variant="secondary" busy={loadingMore} onClick={load} className="mt-3 w-full">
      {loadingMore ? "Loading…" : children}
    </Button>
  );
}
