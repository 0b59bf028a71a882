import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import { useCallback, useState } from "react";
import { useOrganization } from "@/components/organizations/organization-context";
import { describeShortcut } from "@/components/shell/shortcuts";
import { buttonClass } from "@/components/ui/button";
import { usePrefetch } from "@/components/ui/lazy-component";

type ReportLinkProps = { icon: LucideIcon; className?: string };

/** Links editors to the form for reporting an incident, and prefetches the form. */
export function ReportLink({ icon: Icon, className = "" }: ReportLinkProps) {
  const { at, is } = useOrganization();
  const [isPrefetched, setIsPrefetched] = useState(false);
  usePrefetch(useCallback(() => setIsPrefetched(true), []));
  if (!is("editor")) return null;
  return (
    <Link
      href={at("/incidents/new")}
      prefetch={isPrefetched}
      {...describeShortcut("N")}
      className={`${buttonClass()} ${className}`}
    >
      <Icon className="size-4" /> Report incident
    </Link>
  );
}
