import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { InstallationAuditLog } from "@/components/administration/installation-audit-log";

export const metadata: Metadata = { title: "Installation audit log" };

export default createPage("/admin/audit-log", () => <InstallationAuditLog />);
