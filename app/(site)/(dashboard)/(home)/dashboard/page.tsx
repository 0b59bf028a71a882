import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { OrganizationList } from "@/components/organizations/organization-list";

export const metadata: Metadata = { title: "Organizations" };

export default async function DashboardPage() {
  await requireSignedIn("/dashboard");
  return <OrganizationList />;
}
