import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { AuditLog } from "@/components/audit/audit-log";

export const metadata: Metadata = { title: "Audit log" };

export default createPage("/dashboard/[orgID]/settings/audit-log", () => <AuditLog />);
