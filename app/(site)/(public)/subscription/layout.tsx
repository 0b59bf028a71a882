import type { Metadata } from "next";
import { ServerLimits } from "@/components/forms/server-limits";
import { limits } from "@/lib/limits";

// The URL contains a token: keep it out of search engines and `Referer` (next.config.ts).
export const metadata: Metadata = { robots: { index: false, follow: false } };

export default function SubscriptionLayout({ children }: { children: React.ReactNode }) {
  return (
    <>
      <ServerLimits limits={limits} />
      {children}
    </>
  );
}
