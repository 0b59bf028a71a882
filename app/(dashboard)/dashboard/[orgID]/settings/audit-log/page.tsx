import type { Metadata } from "next";
import { requireSignedIn } from "@/app/visitor";
import { AuditLog } from "@/components/audit/audit-log";

type Props = { params: Promise<{ orgID: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Audit log · ${(await params).orgID}` };
}

export default async function AuditLogPage({ params }: Props) {
  const { orgID } = await params;
  await requireSignedIn(`/dashboard/${orgID}/settings/audit-log`);
  return <AuditLog />;
}
