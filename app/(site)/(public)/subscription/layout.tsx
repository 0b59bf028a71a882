import type { Metadata } from "next";
import { importPageQueries } from "@/app/server-bundle";
import { ServerLimits } from "@/components/forms/server-limits";

// The URL contains a secret token, so search engines must not index it. next.config.ts keeps it
// out of `Referer`.
export const metadata: Metadata = { robots: { index: false, follow: false } };

export default async function SubscriptionLayout({ children }: { children: React.ReactNode }) {
  const { limits } = await importPageQueries();
  return (
    <>
      <ServerLimits limits={limits} />
      {children}
    </>
  );
}
