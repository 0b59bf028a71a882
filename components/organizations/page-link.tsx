import { ExternalLink } from "lucide-react";
import { buttonClass } from "@/components/ui/button";
import { useOrganization } from "./organization-context";

type PageLinkProps = { path?: string; children: string };

/** Links to the status page, or to the page of an incident or maintenance. */
export function PageLink({ path = "", children }: PageLinkProps) {
  const { page_url } = useOrganization();
  return (
    <a href={page_url + path} target="_blank" rel="noreferrer" className={buttonClass("secondary")}>
      <ExternalLink className="size-4" /> {children}
    </a>
  );
}
