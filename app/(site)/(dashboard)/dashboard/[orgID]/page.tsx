import type { Metadata } from "next";
import { requireSignedIn } from "@/app/visitor";
import { OrganizationOverview } from "@/components/organizations/organization-overview";

type Props = { params: Promise<{ orgID: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await params).orgID };
}

export default async function OrganizationPage({ params }: Props) {
  const { orgID } = await params;
  await requireSignedIn(`/dashboard/${orgID}`);
  return <OrganizationOverview orgID={orgID} />;
}
