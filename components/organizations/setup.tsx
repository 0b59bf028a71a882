"use client";

import { Bell, ExternalLink, Megaphone, Palette, Share2, UserPlus } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { useRead } from "@/components/data/use-read";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyField } from "@/components/ui/copy-field";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton";
import { ForRole } from "./for-role";
import { useOrganization } from "./organization-context";
import { SetupSteps } from "./setup-steps";

const FirstComponentsForm = dynamic(() => import("@/components/components/first-components-form"), { ssr: false, loading: () => <SkeletonRows rows={4} label="Loading the form" /> });

/** The second and third step to a public page. The address says which, so that one can come back to it. */
export function Setup() {
  const step = useSearchParams().get("step") === "page" ? "page" : "components";
  return (
    <div className="mx-auto max-w-xl">
      <SetupSteps current={step === "components" ? 2 : 3} />
      {step === "page" ? <PublicPageStep /> : <ComponentsStep />}
    </div>
  );
}

function ComponentsStep() {
  const { id: orgID, at } = useOrganization();
  const router = useRouter();
  const { data: components } = useRead("GET /v1/organizations/{orgID}/components", { params: { orgID } });
  const onwards = at("/setup?step=page");
  return (
    <>
      <PageHeader title="What is your system made of?" description="The parts that your users would ask about. Groups, order and descriptions can come later." />
      <ForRole least="editor">
        {components !== undefined && components.length > 0 && (
          <p className="mb-4">
            There {components.length === 1 ? "is 1 component" : `are ${components.length} components`} already. What you write here is added.
          </p>
        )}
        <Card className="p-4 sm:p-6">
          <FirstComponentsForm onCreated={() => router.push(onwards)} skip={onwards} />
        </Card>
      </ForRole>
    </>
  );
}

function PublicPageStep() {
  const { page_url, at, is } = useOrganization();
  const next = [
    { href: at("/subscribers?do=add"), icon: Bell, label: "Subscribe somebody", words: "to see what your users will get", role: "editor" },
    { href: at("/settings/team?do=invite"), icon: UserPlus, label: "Invite your team", words: "whoever is on call should be in", role: "admin" },
    { href: at("/settings"), icon: Palette, label: "Logo and colour", words: "make the page look like yours", role: "admin" },
    { href: at("/settings/sharing"), icon: Share2, label: "Share and embed", words: "feeds, calendar, badge and widget for pages of your own", role: "viewer" },
    { href: at("/incidents/new"), icon: Megaphone, label: "Report an incident", words: "when something breaks, this is all it takes", role: "editor" },
  ] as const;
  return (
    <>
      <PageHeader title="Your page is public" description="Whoever has the address can read it. There is nothing to switch on." />
      <div className="grid gap-6">
        <CopyField label="Its address" value={typeof window === "undefined" ? page_url : new URL(page_url, window.location.href).href} />
        <div className="flex flex-wrap gap-2">
          <a href={page_url} target="_blank" rel="noreferrer" className={buttonClass()}>
            <ExternalLink className="size-4" /> See the page
          </a>
          <Link href={at("")} className={buttonClass("secondary")}>
            Go to the overview
          </Link>
        </div>
        <section aria-labelledby="next">
          <h2 id="next" className="mb-3 text-base font-semibold">
            What comes next
          </h2>
          <Card>
            <ul>
              {next
                .filter(({ role }) => is(role))
                .map(({ href, icon: Icon, label, words }) => (
                  <li key={href} className="border-b border-line last:border-b-0">
                    <Link href={href} prefetch={false} className="flex items-center gap-3 px-4 py-3 hover:bg-sunken">
                      <Icon className="size-4 shrink-0 text-muted" />
                      <span>
                        <span className="font-medium">{label}</span> <span className="text-muted">{words}</span>
                      </span>
                    </Link>
                  </li>
                ))}
            </ul>
          </Card>
        </section>
      </div>
    </>
  );
}
