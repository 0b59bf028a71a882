import Link from "next/link";
import { useOrganization } from "@/components/organizations/organization-context";
import { buttonClass } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { OrganizationShell } from "./organization-shell";

export function ScreenNotFound() {
  return (
    <OrganizationShell>
      <NotFoundMessage />
    </OrganizationShell>
  );
}

function NotFoundMessage() {
  const { at } = useOrganization();
  return (
    <>
      <PageHeader
        title="Page not found"
        description="The page may have been deleted, or the link may be incomplete."
      />
      <Link href={at("")} prefetch={false} className={buttonClass("secondary")}>
        Go to overview
      </Link>
    </>
  );
}
