import { findCurrentUserIfAvailable } from "@/app/current-user";
import type { Metadata } from "next";
import { SiteDocument } from "@/components/brand/site-document";
import { SiteHeader } from "@/components/landing/site-header";
import { VisitorMenu } from "@/components/landing/visitor-menu";
import { buttonClass } from "@/components/ui/button";
import { BASE_PATH } from "@/lib/base-path";

export const metadata: Metadata = { title: "Page not found · Candor" };

export default async function NotFound() {
  const user = await findCurrentUserIfAvailable();
  return (
    <SiteDocument theme={user?.theme ?? null}>
      <SiteHeader menu={user && <VisitorMenu user={user} />} />
      <main id="content" className="mx-auto max-w-6xl px-4 py-12">
        <h1 className="text-xl font-semibold">Page not found</h1>
        <p className="mt-1 mb-6 text-muted">There is no page at this URL.</p>
        <a href={BASE_PATH || "/"} className={buttonClass("secondary")}>
          Go to the home page
        </a>
      </main>
    </SiteDocument>
  );
}
