import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { NewOrganizationScreen } from "@/components/organizations/new-organization";

export const metadata: Metadata = { title: "New organization" };

export default async function NewOrganizationPage() {
  await requireSignedIn("/new-organization");
  return <NewOrganizationScreen />;
}
