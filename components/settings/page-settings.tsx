"use client";

import dynamic from "next/dynamic";
import { ExternalLink } from "lucide-react";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { nameList } from "@/components/ui/format-names";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton";
import { DomainSettings } from "./domain-settings";
import { HeaderPreview } from "./header-preview";
import { languageName } from "./language-name";
import { PublishingStatus } from "./publishing-status";

const PageSettingsForm = dynamic(() => import("./page-settings-form"), {
  ssr: false,
  loading: () => (
    <Card>
      <SkeletonRows rows={8} label="Loading settings" />
    </Card>
  ),
});

export function PageSettings() {
  const organization = useOrganization();
  const { id: orgID, is } = organization;
  const read = useRead("GET /v1/organizations/{orgID}", { params: { orgID } });
  return (
    <>
      <PageHeader
        title="Page settings"
        description="The content and appearance of your status page."
      >
        <a
          href={organization.page_url}
          target="_blank"
          rel="noreferrer"
          className={buttonClass("secondary")}
        >
          <ExternalLink className="size-4" /> View page
        </a>
      </PageHeader>
      {is("admin") ? (
        read.data && (
          <PageSettingsForm organization={read.data} etag={read.etag} reload={read.refresh} />
        )
      ) : (
        <Values />
      )}
      <DomainSettings />
      <PublishingStatus />
    </>
  );
}

function Values() {
  const {
    name,
    subdomain_url,
    about,
    website_url,
    support_url,
    accent_color,
    time_zone,
    languages,
    indexed,
    logo_url,
  } = useOrganization();
  const values: [string, React.ReactNode][] = [
    ["Name", <bdi key="name">{name}</bdi>],
    ["About", about && <bdi key="about">{about}</bdi>],
    ["Website", website_url],
    ["Support", support_url],
    ...(subdomain_url === null
      ? []
      : [["Subdomain", new URL(subdomain_url).host] satisfies [string, string]]),
    ["Accent color", accent_color ?? "Default"],
    ["Time zone", time_zone],
    ["Languages", nameList(languages.map((language) => languageName(language)))],
    ["Search engines", indexed ? "Indexing allowed" : "Indexing not allowed"],
  ];
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Card>
        <dl>
          {values.map(([term, value]) => (
            <div
              key={term}
              className={
                "grid gap-x-4 border-b border-line px-4 py-3 last:border-b-0 " +
                "sm:grid-cols-[9rem_minmax(0,1fr)]"
              }
            >
              <dt className="text-muted">{term}</dt>
              <dd className="wrap-anywhere whitespace-pre-wrap">{value || "—"}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <HeaderPreview
        name={name}
        logoURL={logo_url}
        website={website_url !== null}
        support={support_url !== null}
        accent={accent_color}
      />
    </div>
  );
}
