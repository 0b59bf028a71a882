import type { Metadata } from "next";
import { requireSignedIn } from "@/app/visitor";
import { OrganizationList } from "@/components/organizations/organization-list";

export const metadata: Metadata = { title: "Organizations" };

export default async function DashboardPage() {
  await requireSignedIn("/dashboard");
  return <OrganizationList />;
}
