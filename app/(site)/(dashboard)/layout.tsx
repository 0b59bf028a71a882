import type { Metadata } from "next";
import { findVisitor } from "@/app/visitor";
import { SessionGuard } from "@/components/auth/session-guard";
import { Limits } from "@/components/forms/limits";
import { Toaster } from "@/components/ui/toaster";
import { serializeUser } from "@/lib/auth/serialize";
import { limits } from "@/lib/limits";

/** Nothing here is for strangers. */
export const metadata: Metadata = { robots: { index: false, follow: false } };

export default async function DashboardLayout({ children }: { children: React.ReactNode }) {
  const user = await findVisitor();
  return (
    <SessionGuard user={user && serializeUser(user)}>
      <Limits limits={limits} />
      {children}
      <noscript>The dashboard takes JavaScript. Turn it on and reload, or use the API by curl.</noscript>
      <Toaster />
    </SessionGuard>
  );
}
