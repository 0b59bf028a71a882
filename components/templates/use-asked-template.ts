"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent } from "react";

/** Picks the template that the address names (`?template=`), once it is read. */
export function useAskedTemplate(templates: readonly { id: string }[] | undefined, pick: (id: string) => void): void {
  const asked = useSearchParams().get("template");
  const isThere = templates?.some(({ id }) => id === asked) ?? false;
  const pickAsked = useEffectEvent(() => pick(asked!));
  useEffect(() => {
    if (!isThere) return undefined;
    // After the draft is back, and once: what is made of it afterwards is not filled again by a reload.
    const timer = setTimeout(() => {
      pickAsked();
      window.history.replaceState(null, "", window.location.pathname);
    });
    return () => clearTimeout(timer);
  }, [isThere]);
}
