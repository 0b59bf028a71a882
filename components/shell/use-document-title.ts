"use client";

import { useEffect } from "react";
import { useOrganization } from "@/components/organizations/organization-context";

export function useDocumentTitle(title: string | null): void {
  const { name } = useOrganization();
  useEffect(() => {
    if (title !== null) document.title = `${title} · ${name} · Candor`;
  }, [title, name]);
}
