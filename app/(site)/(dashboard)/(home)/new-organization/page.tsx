import type { Metadata } from "next";
import { requireSignedIn } from "@/app/visitor";
import { NewOrganization } from "@/components/organizations/new-organization";

export const metadata: Metadata = { title: "New organization" };

export default async function NewOrganizationPage() {
  await requireSignedIn("/new-organization");
  return <NewOrganization />;
}
