"use client";

import { useEffect } from "react";
import { useOrganization } from "@/components/organizations/organization-context";

/** Sets the document title to the name of the shown record; null until it is loaded. */
export function useDocumentTitle(title: string | null): void {
  const { name } = useOrganization();
  useEffect(() => {
    if (title !== null) document.title = `${title} · ${name} · Candor`;
  }, [title, name]);
}
