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
import { SkeletonForm } from "@/components/ui/skeleton";
import { RequireRole } from "./require-role";
import { useAbsoluteUrl, useOrganization } from "./organization-context";
import { SetupSteps } from "./setup-steps";

const FirstComponentsForm = dynamic(() => import("@/components/components/first-components-form"), {
  ssr: false,
  loading: () => <SkeletonForm fields={1} label="Loading form" isTall />,
});

/** Shows setup steps 2 and 3. The URL has the step, so that the browser's Back button works. */
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
  const { at, page_url } = useOrganization();
  const router = useRouter();
  const { data: components } = useRead("GET /v1/organizations/{orgID}/components");
  const nextStep = at("/setup?step=page");
  return (
    <>
      <PageHeader
        title="Add components"
        description={
          <>
            The parts of your system that users depend on, shown at{" "}
            <bdi dir="ltr">{useAbsoluteUrl(page_url)}</bdi>. You can add groups and descriptions
            later.
          </>
        }
      />
      <RequireRole least="editor">
        {components !== undefined && components.length > 0 && (
          <p className="mb-4">
            You already have{" "}
            {components.length === 1 ? "1 component" : `${components.length} components`}. New ones
            are added to the list.
          </p>
        )}
        <Card className="p-4 sm:p-6">
          <FirstComponentsForm onCreated={() => router.push(nextStep)} skip={nextStep} />
        </Card>
      </RequireRole>
    </>
  );
}

function PublicPageStep() {
  const { page_url, at, is } = useOrganization();
  const next = [
    {
      href: at("/subscribers?do=add"),
      icon: Bell,
      label: "Add a subscriber",
      description: "See what your users will receive",
      role: "editor",
    },
    {
      href: at("/settings/team?do=invite"),
      icon: UserPlus,
      label: "Invite your team",
      description: "Give your on-call team access",
      role: "admin",
    },
    {
      href: at("/settings"),
      icon: Palette,
      label: "Add logo and color",
      description: "Match the page to your brand",
      role: "admin",
    },
    {
      href: at("/settings/sharing"),
      icon: Share2,
      label: "Share and embed",
      description: "Feeds, calendar, badge, and widget",
      role: "viewer",
    },
    {
      href: at("/incidents/new"),
      icon: Megaphone,
      label: "Report an incident",
      description: "Let users know when something breaks",
      role: "editor",
    },
  ] as const;
  return (
    <>
      <PageHeader title="Your status page is live" description="Anyone with the link can see it." />
      <div className="grid gap-6">
        <CopyField label="Page URL" value={useAbsoluteUrl(page_url)} />
        <div className="flex flex-wrap gap-2">
          <a href={page_url} target="_blank" rel="noreferrer" className={buttonClass()}>
            <ExternalLink className="size-4" /> View status page
          </a>
          <Link href={at("")} className={buttonClass("secondary")}>
            Go to overview
          </Link>
        </div>
        <section aria-labelledby="next">
          <h2 id="next" className="mb-3 text-base font-semibold">
            Next steps
          </h2>
          <Card>
            <ul>
              {next
                .filter(({ role }) => is(role))
                .map(({ href, icon: Icon, label, description }) => (
                  <li key={href} className="border-b border-line last:border-b-0">
                    <Link
                      href={href}
                      prefetch={false}
                      className="flex items-center gap-3 px-4 py-3 hover:bg-sunken"
                    >
                      <Icon className="size-4 shrink-0 text-muted" />
                      <span>
                        <span className="font-medium">{label}</span>{" "}
                        <span className="text-muted">{description}</span>
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
