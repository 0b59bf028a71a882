"use client";

import { usePathname, useSearchParams } from "next/navigation";

/**
 * A window of a screen that has an address: `?do=add`. So a link, the command palette and the way back all reach it, and a
 * reload keeps it open.
 */
export function useIntent(name: string): { open: boolean; begin: () => void; end: () => void } {
  const pathname = usePathname();
  const query = useSearchParams();
  const go = (value: string | null) => {
    const next = new URLSearchParams(query);
    if (value === null) next.delete("do");
    else next.set("do", value);
    window.history.replaceState(null, "", next.size > 0 ? `${pathname}?${next}` : pathname);
  };
  return { open: query.get("do") === name, begin: () => go(name), end: () => go(null) };
}
