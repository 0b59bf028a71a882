import type { Metadata } from "next";
import { requireSignedIn } from "@/app/visitor";
import { Overview } from "@/components/overview/overview";

export const metadata: Metadata = { title: "Overview" };

type Props = { params: Promise<{ orgID: string }> };

export default async function OrganizationPage({ params }: Props) {
  await requireSignedIn(`/dashboard/${(await params).orgID}`);
  return <Overview />;
}
