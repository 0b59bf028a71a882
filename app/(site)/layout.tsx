import type { Metadata } from "next";
import { SiteDocument } from "@/components/brand/site-document";

export const metadata: Metadata = {
  title: { default: "Candor: status pages you host yourself", template: "%s · Candor" },
  description: "A self-hostable status page for many organizations: components, incidents, and notifications that are never lost.",
};

export default function SiteLayout({ children }: { children: React.ReactNode }) {
  return <SiteDocument>{children}</SiteDocument>;
}
