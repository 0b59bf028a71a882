import type { Metadata } from "next";
import { NarrowPage } from "@/components/brand/narrow-page";
import { Limits } from "@/components/forms/limits";
import { limits } from "@/lib/limits";

/** The address has a token: it goes into no index, and into no `Referer` (next.config.ts). */
export const metadata: Metadata = { robots: { index: false, follow: false } };

export default function SubscriptionLayout({ children }: { children: React.ReactNode }) {
  return (
    <NarrowPage>
      <Limits limits={limits} />
      {children}
    </NarrowPage>
  );
}
