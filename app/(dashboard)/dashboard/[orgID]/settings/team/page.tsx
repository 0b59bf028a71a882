import type { Metadata } from "next";
import { requireSignedIn } from "@/app/visitor";
import { Team } from "@/components/members/team";

type Props = { params: Promise<{ orgID: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Team · ${(await params).orgID}` };
}

export default async function TeamPage({ params }: Props) {
  const { orgID } = await params;
  await requireSignedIn(`/dashboard/${orgID}/settings/team`);
  return <Team />;
}
