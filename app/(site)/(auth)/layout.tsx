import type { Metadata } from "next";
import { NarrowPage } from "@/components/brand/narrow-page";
import { ServerLimits } from "@/components/forms/server-limits";
import { limits } from "@/lib/limits";

// The URL may contain a token: keep it out of search engines and `Referer` (next.config.ts).
export const metadata: Metadata = { robots: { index: false, follow: false } };

export default function AuthLayout({ children }: { children: React.ReactNode }) {
  return (
    <NarrowPage>
      <ServerLimits limits={limits} />
      {children}
    </NarrowPage>
  );
}
