import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { AllOrganizations } from "@/components/administration/all-organizations";

export const metadata: Metadata = { title: "All organizations" };

export default async function AllOrganizationsPage() {
  await requireSignedIn("/admin/organizations");
  return <AllOrganizations />;
}
