import { OrganizationShell } from "@/components/shell/organization-shell";

export default async function OrganizationLayout({ params, children }: { params: Promise<{ orgID: string }>; children: React.ReactNode }) {
  const { orgID } = await params;
  return (
    <OrganizationShell key={orgID} orgID={orgID}>
      {children}
    </OrganizationShell>
  );
}
