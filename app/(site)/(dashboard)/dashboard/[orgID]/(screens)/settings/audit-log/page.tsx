import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { AuditLog } from "@/components/audit/audit-log";

export const metadata: Metadata = { title: "Audit log" };

type Props = { params: Promise<{ orgID: string }> };

export default async function AuditLogPage({ params }: Props) {
  await requireSignedIn(`/dashboard/${(await params).orgID}/settings/audit-log`);
  return <AuditLog />;
}
