import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { InstallationAuditLog } from "@/components/administration/installation-audit-log";

export const metadata: Metadata = { title: "Audit log of the installation" };

export default async function InstallationAuditLogPage() {
  await requireSignedIn("/admin/audit-log");
  return <InstallationAuditLog />;
}
