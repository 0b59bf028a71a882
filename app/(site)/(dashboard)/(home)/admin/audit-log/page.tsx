import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { InstallationAuditLog } from "@/components/administration/installation-audit-log";

export const metadata: Metadata = { title: "Audit log of the installation" };

export default createPage("/admin/audit-log", () => <InstallationAuditLog />);
