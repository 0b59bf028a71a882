import type { Metadata } from "next";
import { SiteDocument } from "@/components/brand/site-document";
import { siteDescription, siteTitle } from "@/components/brand/site-texts";

export const metadata: Metadata = {
  title: { default: siteTitle, template: "%s · Candor" },
  description: siteDescription,
};

export default function SiteLayout({ children }: { children: React.ReactNode }) {
  return <SiteDocument>{children}</SiteDocument>;
}
