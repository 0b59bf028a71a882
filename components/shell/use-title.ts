"use client";

import { useEffect } from "react";
import { useOrganization } from "@/components/organizations/organization-context";

/** Gives the tab the name of the record that a screen shows, which the server does not know: it reads no data. Null while there is none yet. */
export function useTitle(title: string | null): void {
  const { name } = useOrganization();
  useEffect(() => {
    if (title !== null) document.title = `${title} · ${name} · Candor`;
  }, [title, name]);
}
