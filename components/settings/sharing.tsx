"use client";

import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyField } from "@/components/ui/copy-field";
import { SelectField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import type { Language } from "@/lib/organizations/schema";
import { pageLinks } from "@/lib/status-page/rules";
import { badgeHtml, badgeMarkdown, frameSnippet, widgetPositions, widgetSnippet, type WidgetOptions, widgetThemes } from "@/lib/status-page/snippets";
import { languageName } from "./language-name";

/** What the public page gives to others, at the address that it has: its page, data and feeds, and what they put into pages of their own. */
export function Sharing() {
  const { id: orgID, at, is } = useOrganization();
  const { data: domain, error } = useRead("GET /v1/organizations/{orgID}/domain", { params: { orgID } });
  const here = `/status/${orgID}`;
  return (
    <>
      <PageHeader title="Share and embed" description="What the public page gives to others: addresses to read it at, and parts of it for pages of your own.">
        <a href={domain?.url ?? here} target="_blank" rel="noreferrer" className={buttonClass("secondary")}>
          <ExternalLink className="size-4" /> See the page
        </a>
      </PageHeader>
      {error && <Message>{error.detail}</Message>}
      {domain === undefined && !error && (
        <Card>
          <SkeletonRows rows={8} label="Loading the addresses" />
        </Card>
      )}
      {domain && (
        <>
          {domain.page_url === null && (
            <p className="mb-6 max-w-prose rounded-md border border-line bg-sunken p-3">
              By these addresses you reach this installation yourself. It does not know the name by which others do: its setting BASE_URL is missing, and what stands in feeds and in the widget leads to localhost
              {is("admin") ? (
                <>
                  . The page can also have <TextLink href={at("/settings#domain")}>a domain of its own</TextLink>.
                </>
              ) : (
                "."
              )}
            </p>
          )}
          <Parts address={domain.page_url ?? `${window.location.origin}${here}`} here={here} />
        </>
      )}
    </>
  );
}

/** `address` is that of the page for others, `here` the one at which this browser certainly finds it. */
function Parts({ address, here }: { address: string; here: string }) {
  const { name, languages } = useOrganization();
  const [chosen, choose] = useState<Language | null>(null);
  const language = languages.find((each) => each === chosen) ?? languages[0]!;
  const links = pageLinks(address, languages, language);
  const picture = (base: string) => pageLinks(base, languages, language).page().replace(/\/$/, "") + "/badge.svg";
  // At the root of a host it is written with its slash, as everywhere.
  const page = new URL(links.page()).href;
  const badge = { page, picture: picture(address), words: `${name} status` };
  return (
    <div className="grid gap-8">
      {languages.length > 1 && (
        <div className="max-w-xs">
          <SelectField label="Language" required value={language} onChange={({ target }) => choose(target.value as Language)} hint="Of the page, its badge and its frame. What machines read has none.">
            <Languages />
          </SelectField>
        </div>
      )}

      <Section title="Addresses">
        <Card className="grid gap-x-6 gap-y-4 p-4 sm:p-6 xl:grid-cols-2">
          <CopyField label="Status page" value={page} />
          <CopyField label="Form to subscribe" value={links.subscribe()} />
          <CopyField label="Feed (Atom)" value={links.plain("/history.atom")} />
          <CopyField label="Feed (RSS)" value={links.plain("/history.rss")} />
          <CopyField label="Calendar to subscribe to (iCalendar)" value={links.plain("/calendar.ics")} />
          <CopyField label="Notes for language models" value={links.plain("/llms.txt")} />
        </Card>
      </Section>

      <Section title="Public API">
        <Card className="grid gap-4 p-4 sm:p-6">
          <p className="max-w-prose text-muted">The status, components, incidents and maintenance as JSON, without a key, in the shapes of the API v2 that clients of other status pages know: give them this base address.</p>
          <div className="grid gap-x-6 gap-y-4 xl:grid-cols-2">
            <CopyField label="Base address" value={links.plain("/api/v2")} />
            <CopyField label="All in one" value={links.plain("/api/v2/summary.json")} />
          </div>
        </Card>
      </Section>

      <Section title="Badge">
        <Card className="grid gap-4 p-4 sm:p-6">
          <p className="max-w-prose text-muted">A picture of the status now, for a README or a page. It leads to the status page.</p>
          {/* oxlint-disable-next-line nextjs/no-img-element -- drawn by the public page, and as small as it gets */}
          <img src={picture(here)} alt={`The badge of ${name}, as it is now`} className="h-auto min-h-5 max-w-full justify-self-start" />
          <CopyField label="As Markdown" value={badgeMarkdown(badge)} />
          <CopyField label="As HTML" value={badgeHtml(badge)} />
          <CopyField label="The picture alone" value={badge.picture} />
        </Card>
      </Section>

      <Widget script={links.plain("/widget.js")} />

      <Section title="Frame">
        <Card className="grid gap-4 p-4 sm:p-6">
          <p className="max-w-prose text-muted">The status and what is going on in a few lines, in a frame within another page. No script of yours or ours runs in that page.</p>
          <CopyField label="HTML for the frame" value={frameSnippet(links.embed(), `${name} status`)} />
          <a href={pageLinks(here, languages, language).embed()} target="_blank" rel="noreferrer" className={`${buttonClass("secondary")} justify-self-start`}>
            <ExternalLink className="size-4" /> See what it shows
          </a>
        </Card>
      </Section>
    </div>
  );
}

/** The languages of the page, to choose one. */
function Languages() {
  const { languages } = useOrganization();
  return languages.map((each) => (
    <option key={each} value={each} lang={each}>
      {languageName(each)}
    </option>
  ));
}

const positionWords: Record<WidgetOptions["position"], string> = {
  "bottom-right": "Bottom right",
  "bottom-left": "Bottom left",
  "top-right": "Top right",
  "top-left": "Top left",
  inline: "Where the script stands",
};
const themeWords: Record<WidgetOptions["theme"], string> = { auto: "As the reader’s system", light: "Light", dark: "Dark" };

function Widget({ script }: { script: string }) {
  const { languages } = useOrganization();
  const [options, setOptions] = useState<WidgetOptions>({ position: "bottom-right", theme: "auto", language: null });
  const language = languages.find((each) => each === options.language) ?? null;
  return (
    <Section title="Widget">
      <Card className="grid gap-4 p-4 sm:p-6">
        <p className="max-w-prose text-muted">A small note on your own site that says how things stand, names what is going on, and leads to the status page. One script, without cookies, that changes nothing else.</p>
        <div className="grid gap-4 sm:grid-cols-3">
          <SelectField label="Position" required value={options.position} onChange={({ target }) => setOptions({ ...options, position: target.value as WidgetOptions["position"] })}>
            {widgetPositions.map((each) => (
              <option key={each} value={each}>
                {positionWords[each]}
              </option>
            ))}
          </SelectField>
          <SelectField label="Colours" required value={options.theme} onChange={({ target }) => setOptions({ ...options, theme: target.value as WidgetOptions["theme"] })}>
            {widgetThemes.map((each) => (
              <option key={each} value={each}>
                {themeWords[each]}
              </option>
            ))}
          </SelectField>
          {languages.length > 1 && (
            <SelectField label="Language of the widget" required value={language ?? ""} onChange={({ target }) => setOptions({ ...options, language: target.value || null })}>
              <option value="">As the page it stands on</option>
              <Languages />
            </SelectField>
          )}
        </div>
        <CopyField label="HTML for the widget" value={widgetSnippet(script, { ...options, language })} />
      </Card>
    </Section>
  );
}
