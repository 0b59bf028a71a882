import type { Metadata } from "next";
import { findSignedInUser } from "@/app/current-user";
import { importPageQueries } from "@/app/server-bundle";
import { SessionGuard } from "@/components/auth/session-guard";
import { ServerLimits } from "@/components/forms/server-limits";
import { Toaster } from "@/components/ui/toaster";

export const metadata: Metadata = { robots: { index: false, follow: false } };

export default async function DashboardLayout({ children }: { children: React.ReactNode }) {
  const user = await findSignedInUser();
  const { limits } = await importPageQueries();
  return (
    <SessionGuard user={user}>
      <ServerLimits limits={limits} />
      <noscript>The dashboard requires JavaScript. Turn it on and reload, or use the API.</noscript>
      {children}
      <Toaster />
    </SessionGuard>
  );
}
