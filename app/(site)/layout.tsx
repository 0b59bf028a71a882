import type { Metadata } from "next";
import { SiteDocument } from "@/components/brand/site-document";

export const metadata: Metadata = {
  title: { default: "Candor: self-hosted status pages", template: "%s · Candor" },
  description:
    "A self-hosted status page for many organizations, with components, incidents, and notifications.",
};

export default function SiteLayout({ children }: { children: React.ReactNode }) {
  return <SiteDocument>{children}</SiteDocument>;
}
