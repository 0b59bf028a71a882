"use client";

import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyField } from "@/components/ui/copy-field";
import { SelectField, SelectOptions } from "@/components/ui/field";
import { LoadError } from "@/components/data/load-error";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { SkeletonFields } from "@/components/ui/skeleton";
import { RouteLink } from "@/components/ui/route-link";
import { getPagePath } from "@/lib/base-path";
import { type Language, languageNames, languageTags } from "@/lib/organizations/values";
import { createPageLinks } from "@/lib/public/page/rules";
import {
  writeBadgeHtml,
  writeBadgeMarkdown,
  writeFrameSnippet,
  writeWidgetSnippet,
  type WidgetOptions,
} from "@/lib/public/page/snippets";
import { PageLink } from "@/components/organizations/page-link";

export function Sharing() {
  const { id: orgID, at, is } = useOrganization();
  const { data: domain, error } = useRead("GET /v1/organizations/{orgID}/domain");
  const localPath = getPagePath(orgID);
  return (
    <>
      <PageHeader
        title="Share and embed"
        description="Links, feeds, and embed code for your status page."
      >
        <PageLink>View status page</PageLink>
      </PageHeader>
      <LoadError error={error} />
      {domain === undefined && !error && (
        <Section title="Links">
          <Card className={linksClass}>
            <SkeletonFields fields={6} label="Loading links" />
          </Card>
        </Section>
      )}
      {domain && (
        <>
          {domain.page_url === null && (
            <p className="mb-6 max-w-prose rounded-md border border-line bg-sunken p-3">
              The public URL of this installation isn’t configured, so links in feeds and the widget
              point to localhost. Set BASE_URL
              {is("admin") ? (
                <>
                  {" "}
                  or add a <RouteLink href={at("/settings/domain")}>custom domain</RouteLink>.
                </>
              ) : (
                "."
              )}
            </p>
          )}
          <SharingSections
            url={domain.page_url ?? `${window.location.origin}${localPath}`}
            localPath={localPath}
          />
        </>
      )}
    </>
  );
}

const linksClass = "grid gap-x-6 gap-y-4 p-4 sm:p-6 xl:grid-cols-2";

/** `localPath` works in this browser even if the public `url` is unreachable. */
function SharingSections({ url, localPath }: { url: string; localPath: string }) {
  const { name, languages } = useOrganization();
  const [chosen, choose] = useState<Language | null>(null);
  const language = languages.find((each) => each === chosen) ?? languages[0]!;
  const links = createPageLinks(url, languages, language);
  const getBadgeUrl = (base: string) =>
    createPageLinks(base, languages, language).page().replace(/\/$/, "") + "/badge.svg";
  // Normalizes the URL: the root of a host ends with a slash.
  const page = new URL(links.page()).href;
  const badge = { page, image: getBadgeUrl(url), text: `${name} status` };
  return (
    <div className="grid gap-8">
      {languages.length > 1 && (
        <div className="max-w-xs">
          <SelectField
            label="Language"
            required
            value={language}
            onChange={({ target }) => choose(target.value as Language)}
            hint="Applies to the page, subscription form, badge, and embed."
          >
            <Languages />
          </SelectField>
        </div>
      )}

      <Section title="Links">
        <Card className={linksClass}>
          <CopyField label="Status page" value={page} />
          <CopyField label="Subscription form" value={links.subscribe()} />
          <CopyField label="Feed (Atom)" value={links.plain("/history.atom")} />
          <CopyField label="Feed (RSS)" value={links.plain("/history.rss")} />
          <CopyField label="Calendar (iCalendar)" value={links.plain("/calendar.ics")} />
          <CopyField label="llms.txt for language models" value={links.plain("/llms.txt")} />
        </Card>
      </Section>

      <PublicApi pageUrl={url} base={links.plain("/api/v2")} />

      <Section title="Badge">
        <Card className="grid gap-4 p-4 sm:p-6">
          <p className="max-w-prose text-muted">
            An image of the current status for a README or website, linked to the status page.
          </p>
          {/* oxlint-disable-next-line nextjs/no-img-element -- a small SVG */}
          <img
            src={getBadgeUrl(localPath)}
            alt={`Current status badge of ${name}`}
            className="h-auto min-h-5 max-w-full justify-self-start"
          />
          <CopyField label="Markdown" value={writeBadgeMarkdown(badge)} />
          <CopyField label="HTML" value={writeBadgeHtml(badge)} />
          <CopyField label="Image URL" value={badge.image} />
        </Card>
      </Section>

      <Widget script={links.plain("/widget.js")} />

      <Section title="Embed">
        <Card className="grid gap-4 p-4 sm:p-6">
          <p className="max-w-prose text-muted">
            A compact status summary in an iframe. No scripts run on your page.
          </p>
          <CopyField
            label="Embed HTML"
            value={writeFrameSnippet(links.embed(), `${name} status`)}
          />
          <a
            href={createPageLinks(localPath, languages, language).embed()}
            target="_blank"
            rel="noreferrer"
            className={`${buttonClass("secondary")} justify-self-start`}
          >
            <ExternalLink className="size-4" /> Preview
          </a>
        </Card>
      </Section>
    </div>
  );
}

const PAGE_CLIENTS = "@statuspage/status-widget, statuspage-exporter, status aggregators";

function PublicApi({ pageUrl, base }: { pageUrl: string; base: string }) {
  const { at, subdomain_url, subdomain_suffix } = useOrganization();
  const isAtRoot = new URL(pageUrl).pathname === "/";
  const rootUrl = isAtRoot ? pageUrl : subdomain_url;
  return (
    <Section title="Public API">
      <Card className="grid gap-4 p-4 sm:p-6">
        <p className="max-w-prose text-muted">
          Status, components, incidents, and maintenance as JSON, without an API key. Compatible
          with clients of the Statuspage API v2; which URL to use depends on the client.
        </p>
        {rootUrl === null ? (
          <p className="max-w-prose text-muted">
            Clients that ask for the URL of a status page ({PAGE_CLIENTS}) work only if the page has
            its own subdomain or custom domain. Admins can add{" "}
            {subdomain_suffix !== null && (
              <>
                a subdomain in <RouteLink href={at("/settings")}>Branding</RouteLink> or{" "}
              </>
            )}
            a custom domain in <RouteLink href={at("/settings/domain")}>Domain</RouteLink>.
          </p>
        ) : (
          <CopyField
            label="Page URL"
            value={rootUrl}
            hint={`For clients that ask for a status page: ${PAGE_CLIENTS}.`}
          />
        )}
        <div className="grid gap-x-6 gap-y-4 xl:grid-cols-2">
          <CopyField
            label="Base URL"
            value={base}
            hint="For clients that ask for the base URL of the API."
          />
          <CopyField
            label="Summary"
            value={`${base}/summary.json`}
            hint="For clients that ask for the URL of summary.json."
          />
        </div>
      </Card>
    </Section>
  );
}

function Languages() {
  const { languages } = useOrganization();
  return languages.map((each) => (
    <option key={each} value={each} lang={languageTags[each]}>
      {languageNames[each]}
    </option>
  ));
}

const positionLabels: Record<WidgetOptions["position"], string> = {
  "bottom-right": "Bottom right",
  "bottom-left": "Bottom left",
  "top-right": "Top right",
  "top-left": "Top left",
  inline: "Inline, at the script tag",
};
const themeLabels: Record<WidgetOptions["theme"], string> = {
  auto: "Visitor’s system setting",
  light: "Light",
  dark: "Dark",
};

function Widget({ script }: { script: string }) {
  const { languages } = useOrganization();
  const [options, setOptions] = useState<WidgetOptions>({
    position: "bottom-right",
    theme: "auto",
    language: null,
  });
  const language = languages.find((each) => each === options.language) ?? null;
  return (
    <Section title="Widget">
      <Card className="grid gap-4 p-4 sm:p-6">
        <p className="max-w-prose text-muted">
          A small status indicator for your website. It shows the current status and unresolved
          incidents, and links to the status page. It loads one script and sets no cookies.
        </p>
        <div className="grid gap-4 sm:grid-cols-3">
          <SelectField
            label="Position"
            required
            value={options.position}
            onChange={({ target }) =>
              setOptions({ ...options, position: target.value as WidgetOptions["position"] })
            }
          >
            <SelectOptions labels={positionLabels} />
          </SelectField>
          <SelectField
            label="Color scheme"
            required
            value={options.theme}
            onChange={({ target }) =>
              setOptions({ ...options, theme: target.value as WidgetOptions["theme"] })
            }
          >
            <SelectOptions labels={themeLabels} />
          </SelectField>
          {languages.length > 1 && (
            <SelectField
              label="Widget language"
              required
              value={language ?? ""}
              onChange={({ target }) => setOptions({ ...options, language: target.value || null })}
            >
              <option value="">Same as the website</option>
              <Languages />
            </SelectField>
          )}
        </div>
        <CopyField
          label="Widget HTML"
          value={writeWidgetSnippet(script, { ...options, language })}
        />
      </Card>
    </Section>
  );
}
