import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { SystemOverview } from "@/components/administration/system-overview";

export const metadata: Metadata = { title: "Administration" };

export default async function AdministrationPage() {
  await requireSignedIn("/admin");
  return <SystemOverview />;
}
