import type { Metadata } from "next";
import { importPageQueries } from "@/app/server-bundle";
import { ServerLimits } from "@/components/forms/server-limits";

// The URL contains a token: keep it out of search engines and `Referer` (next.config.ts).
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
