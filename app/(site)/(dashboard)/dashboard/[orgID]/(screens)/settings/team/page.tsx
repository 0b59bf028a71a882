import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { Team } from "@/components/members/team";

export const metadata: Metadata = { title: "Team" };

type Props = { params: Promise<{ orgID: string }> };

export default async function TeamPage({ params }: Props) {
  await requireSignedIn(`/dashboard/${(await params).orgID}/settings/team`);
  return <Team />;
}
