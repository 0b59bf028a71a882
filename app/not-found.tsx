import { findCurrentUserIfAvailable } from "@/app/current-user";
import type { Metadata } from "next";
import Link from "next/link";
import { SiteDocument } from "@/components/brand/site-document";
import { SiteHeader } from "@/components/landing/site-header";
import { buttonClass } from "@/components/ui/button";

export const metadata: Metadata = { title: "Page not found · Candor" };

export default async function NotFound() {
  return (
    <SiteDocument>
      <SiteHeader user={await findCurrentUserIfAvailable()} />
      <main id="content" className="mx-auto max-w-6xl px-4 py-12">
        <h1 className="text-xl font-semibold">Page not found</h1>
        <p className="mt-1 mb-6 text-muted">There is no page at this URL.</p>
        <Link href="/" className={buttonClass("secondary")}>
          Go to the home page
        </Link>
      </main>
    </SiteDocument>
  );
}
