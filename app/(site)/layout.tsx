import type { Metadata } from "next";
import { findCurrentUserIfAvailable } from "@/app/current-user";
import { SiteDocument } from "@/components/brand/site-document";
import { siteDescription, siteTitle } from "@/components/brand/site-texts";

export const metadata: Metadata = {
  title: { default: siteTitle, template: "%s · Candor" },
  description: siteDescription,
};

export default async function SiteLayout({ children }: { children: React.ReactNode }) {
  const user = await findCurrentUserIfAvailable();
  return <SiteDocument theme={user?.theme ?? null}>{children}</SiteDocument>;
}
