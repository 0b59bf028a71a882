import type { Metadata } from "next";
import { importPageQueries } from "@/app/server-bundle";
import { NarrowPage } from "@/components/brand/narrow-page";
import { ServerLimits } from "@/components/forms/server-limits";

// The URL may contain a token: keep it out of search engines and `Referer` (next.config.ts).
export const metadata: Metadata = { robots: { index: false, follow: false } };

export default async function AuthLayout({ children }: { children: React.ReactNode }) {
  const { limits } = await importPageQueries();
  return (
    <NarrowPage>
      <ServerLimits limits={limits} />
      {children}
    </NarrowPage>
  );
}
