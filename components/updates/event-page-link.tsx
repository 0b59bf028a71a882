"use client";

import { ExternalLink } from "lucide-react";
import { useOrganization } from "@/components/organizations/organization-context";
import { buttonClass } from "@/components/ui/button";

export function EventPageLink({ path }: { path: string }) {
  const { page_url } = useOrganization();
  return (
    <a href={page_url + path} target="_blank" rel="noreferrer" className={buttonClass("secondary")}>
      <ExternalLink className="size-4" /> View on status page
    </a>
  );
}
