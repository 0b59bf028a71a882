"use client";

import dynamic from "next/dynamic";
import { LoadError } from "@/components/data/load-error";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonForm } from "@/components/ui/skeleton";
import { imageKinds } from "@/lib/organizations/values";
import { isInSection, pageFields, type SettingsSection } from "./page-fields";
import { PageLink } from "@/components/organizations/page-link";

const Loading = () => (
  <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
    <Card className="p-4 sm:p-6">
      <SkeletonForm fields={2} label="Loading settings" />
    </Card>
    <div className="h-96 animate-pulse rounded-lg bg-sunken max-xl:hidden" />
  </div>
);
const PageSettingsForm = dynamic(() => import("./page-settings-form"), {
  ssr: false,
  loading: Loading,
});

export const BrandingSettings = () => (
  <PageSettings
    section="branding"
    title="Branding"
    description="The content and appearance of your status page."
  />
);

export const LanguageSettings = () => (
  <PageSettings
    section="languages"
    title="Languages"
    description="The languages and time zone of your status page."
  />
);

type PageSettingsProps = {
  section: SettingsSection;
  title: string;
  description: string;
};

function PageSettings({ section, title, description }: PageSettingsProps) {
  const organization = useOrganization();
  const { is } = organization;
  const { record, error } = useRead("GET /v1/organizations/{orgID}", is("admin") ? {} : null);
  return (
    <>
      <PageHeader title={title} description={description}>
        <PageLink>View status page</PageLink>
      </PageHeader>
      {!is("admin") && <Values section={section} />}
      <LoadError error={error} />
      {is("admin") && record === undefined && !error && <Loading />}
      {is("admin") && record && <PageSettingsForm section={section} record={record} />}
    </>
  );
}

function Values({ section }: Pick<PageSettingsProps, "section">) {
  const organization = useOrganization();
  const { subdomain_url: subdomainURL } = organization;
  const subdomain = subdomainURL && new URL(subdomainURL).host;
  const values = { ...pageFields.toValues(organization), subdomain };
  const labels = pageFields.labels.filter(({ name }) => isInSection(section, name));
  const images = imageKinds.flatMap((kind) =>
    section === "branding" ? (organization[`${kind}_url`] ?? []) : [],
  );
  return (
    <Card>
      <dl>
        {labels.map(({ name, label, show }) => (
          <div
            key={name}
            className={
              "grid gap-x-4 border-b border-line px-4 py-3 last:border-b-0 " +
              "sm:grid-cols-[11rem_minmax(0,1fr)]"
            }
          >
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere whitespace-pre-wrap">
              <bdi>{(show ? show(values[name] as never) : values[name]?.toString()) || "—"}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {images.length > 0 && (
        <p className="flex flex-wrap gap-4 border-t border-line p-4">
          {images.map((url) => (
            // oxlint-disable-next-line nextjs/no-img-element -- images are served as they were uploaded
            <img key={url} src={url} alt="" className="max-h-16 max-w-48 object-contain" />
          ))}
        </p>
      )}
    </Card>
  );
}
