import { OrganizationShell } from "@/components/shell/organization-shell";

type Props = { params: Promise<{ orgID: string }>; children: React.ReactNode };

export default async function ScreensLayout({ params, children }: Props) {
  const { orgID } = await params;
  return (
    <OrganizationShell key={orgID} orgID={orgID}>
      {children}
    </OrganizationShell>
  );
}
