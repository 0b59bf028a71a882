"use client";

import Link from "next/link";
import { useParams } from "next/navigation";
import { useOrganization } from "@/components/organizations/organization-context";
import { buttonClass } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { OrganizationShell } from "./organization-shell";

/** What stands at an address of an organization at which there is nothing. */
export function NoSuchScreen() {
  const { orgID } = useParams<{ orgID: string }>();
  return (
    <OrganizationShell orgID={orgID}>
      <Nothing />
    </OrganizationShell>
  );
}

function Nothing() {
  const { at } = useOrganization();
  return (
    <>
      <PageHeader title="No such screen" description="There is nothing at this address. It may have been deleted, or the link may be incomplete." />
      <Link href={at("")} prefetch={false} className={buttonClass("secondary")}>
        To the overview
      </Link>
    </>
  );
}
