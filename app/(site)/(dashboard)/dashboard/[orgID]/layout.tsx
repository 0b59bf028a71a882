import type { Metadata } from "next";
import { OrganizationShell } from "@/components/shell/organization-shell";
import { visitOrganization } from "@/lib/organizations/scope";

type Props = { params: Promise<{ orgID: string }> };

/** Each screen's title is followed by the organization's name: tabs of several can be told apart. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { orgID } = await params;
  const name = await visitOrganization(orgID).then(
    (organization) => organization.name,
    () => orgID,
  );
  return { title: { template: `%s · ${name} · Candor`, default: name } };
}

export default async function OrganizationLayout({ params, children }: Props & { children: React.ReactNode }) {
  const { orgID } = await params;
  return (
    <OrganizationShell key={orgID} orgID={orgID}>
      {children}
    </OrganizationShell>
  );
}
