import { createHash } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import { accentStyle } from "@/components/status-page/page-frame";
import type { Language } from "@/lib/organizations/schema";
import type { Content } from "@/lib/publishing/artifact";
import type { Site } from "@/lib/publishing/site";
import type { Snapshot } from "@/lib/publishing/snapshot";
import { addressOf } from "@/lib/public/page/addresses";
import { pageLinks } from "@/lib/public/page/rules";
import type { Indicator, PageOrganization } from "@/lib/public/page/schema";
import { documentPhrases } from "@/lib/public/page/document-texts";
import { fill, phrases } from "@/lib/public/page/page-texts";
import { oEmbedUrl } from "./oembed";
import { pageAssets } from "./page-assets";
import { EMBEDDABLE_ANYWHERE } from "./sources";
import { statusIcon } from "@/lib/public/pictures/shapes";

/** A document of a status page, without what all documents share. */
export type PageDocument = {
  site: Site;
  organization: PageOrganization;
  language: Language;
  /** The path below the mount, by language. */
  addressIn: (language: Language) => string;
  /** The title before the name of the page. */
  sentence: string;
  description: string;
  indicator: Indicator;
  /** What the document is rendered from; none for a response to one visitor. */
  snapshot?: Snapshot;
  structured?: object;
  /** For a frame in another site. */
  framed?: boolean;
  /** Other sites can embed the page through oEmbed. */
  hasEmbed?: boolean;
  /** Search engines may list it, if they may list the page. */
  listed?: boolean;
  body: React.ReactNode;
};

/** Open Graph requires a country. */
const OPEN_GRAPH_LOCALES: Record<Language, string> = {
  en: "en_US",
  de: "de_DE",
  fr: "fr_FR",
  es: "es_ES",
};

/** Search engines and link previews show less. Cuts between characters. */
const shown = (text: string) => /^.{0,300}/su.exec(text)![0];

/** Writes a document with a Content-Security-Policy that allows only its own script. */
export function writeDocument(page: PageDocument): Content {
  const {
    site,
    organization,
    language,
    addressIn,
    sentence,
    description,
    indicator,
    snapshot,
    structured,
    framed = false,
    hasEmbed = false,
    listed = true,
    body,
  } = page;
  const words = phrases[language];
  const title = fill(words.pageTitle, { sentence, name: organization.name });
  const links = pageLinks(site.base, organization.languages, language);
  const address = addressOf(site, addressIn(language));
  const image = addressOf(site, pageLinks("", organization.languages, language).picture());
  const isListed = listed && organization.indexed;
  const head = (
    <>
      <title>{title}</title>
      <meta name="description" content={shown(description)} />
      <meta name="robots" content={isListed ? "index, follow" : "noindex, nofollow"} />
      <link rel="canonical" href={address} />
      {organization.languages.length > 1 &&
        organization.languages.map((other) => (
          <link
            key={other}
            rel="alternate"
            hrefLang={other}
            href={addressOf(site, addressIn(other))}
          />
        ))}
      {organization.languages.length > 1 && (
        <link
          rel="alternate"
          hrefLang="x-default"
          href={addressOf(site, addressIn(organization.languages[0]!))}
        />
      )}
      <link
        rel="alternate"
        type="application/atom+xml"
        title={`${organization.name} (Atom)`}
        href={links.plain("/history.atom")}
      />
      <link
        rel="alternate"
        type="application/rss+xml"
        title={`${organization.name} (RSS)`}
        href={links.plain("/history.rss")}
      />
      <link
        rel="alternate"
        type="text/calendar"
        title={organization.name}
        href={links.plain("/calendar.ics")}
      />
      <link
        rel="alternate"
        type="application/json"
        title={`${organization.name} (API)`}
        href={links.plain("/api/v2/summary.json")}
      />
      {hasEmbed && (
        <link
          rel="alternate"
          type="application/json+oembed"
          title={organization.name}
          href={oEmbedUrl(addressOf(site, `${addressIn(language)}/oembed.json`), address)}
        />
      )}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={fill(words.pageOf, { name: organization.name })} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={shown(description)} />
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={OPEN_GRAPH_LOCALES[language]} />
      <meta property="og:image" content={image} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={title} />
      <meta name="twitter:card" content="summary_large_image" />
      {structured !== undefined && (
        <script
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: embeddable(structured) }}
        />
      )}
    </>
  );
  const lostTitle = fill(words.pageTitle, {
    sentence: documentPhrases[language].lostTitle,
    name: organization.name,
  });
  return write({
    language,
    indicator,
    head,
    body,
    accent: accentStyle(organization.accent_color),
    base: site.base,
    lostTitle,
    zone: organization.time_zone,
    renderedFor: snapshot?.now,
    framed,
  });
}

/** Writes a document without a page: errors and notices. Search engines don't list it. */
export function writeNotice({
  language,
  title,
  body,
}: {
  language: Language;
  title: string;
  body: React.ReactNode;
}): Content {
  const head = (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex, nofollow" />
    </>
  );
  return write({ language, indicator: "unknown", head, body, accent: "", framed: false });
}

type Parts = {
  language: Language;
  indicator: Indicator;
  head: React.ReactNode;
  body: React.ReactNode;
  accent: string;
  base?: string;
  lostTitle?: string;
  zone?: string;
  renderedFor?: Date | undefined;
  framed: boolean;
};

function write({
  language,
  indicator,
  head,
  body,
  accent,
  base,
  lostTitle,
  zone,
  renderedFor,
  framed,
}: Parts): Content {
  const { style, script, version } = pageAssets();
  // A notice is not updated.
  const isLive = base !== undefined;
  const icon = statusIcon(indicator);
  const html = renderToStaticMarkup(
    <html
      lang={language}
      dir="ltr"
      data-base={base}
      data-zone={zone === "Etc/UTC" ? "UTC" : zone}
      data-version={version}
      data-made={renderedFor?.toISOString()}
      data-close={isLive ? documentPhrases[language].close : undefined}
      data-lost-title={lostTitle}
      data-lost-icon={isLive ? statusIcon("unknown").url : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fafafb" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0c0e11" />
        <link rel="icon" type={icon.type} href={icon.url} />
        {head}
        <style dangerouslySetInnerHTML={{ __html: style }} />
        {accent !== "" && <style dangerouslySetInnerHTML={{ __html: accent }} />}
      </head>
      <body>
        <a
          href="#content"
          className={
            "sr-only rounded-md bg-accent px-3 py-2 font-medium text-on-accent focus:not-sr-only " +
            "focus:fixed focus:start-4 focus:top-4 focus:z-10"
          }
        >
          {phrases[language].skip}
        </a>
        {body}
        {isLive && <script dangerouslySetInnerHTML={{ __html: script }} />}
      </body>
    </html>,
  );
  return {
    type: "text/html; charset=utf-8",
    // React can't write comments: the stale notice is inserted here.
    body: `<!doctype html>${html.replace(/<main [^<>]*>/, "$&<!--mark-->")}`,
    headers: {
      "Content-Language": language,
      "Content-Security-Policy": policy({
        styles: accent === "" ? [style] : [style, accent],
        scripts: isLive ? [script] : [],
        framed,
      }),
      ...(framed && EMBEDDABLE_ANYWHERE),
    },
  };
}

const hashes = new Map<string, string>();

/** The source expression of an inline style or script. Long ones are the same in every document. */
function hashOf(text: string): string {
  const known =
    hashes.get(text) ?? `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  if (text.length > 1_000) hashes.set(text, known);
  return known;
}

function policy({
  styles,
  scripts,
  framed,
}: {
  styles: string[];
  scripts: string[];
  framed: boolean;
}): string {
  return [
    "default-src 'none'",
    `script-src ${scripts.map(hashOf).join(" ") || "'none'"}`,
    `style-src ${styles.map(hashOf).join(" ")}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framed ? "*" : "'none'"}`,
  ].join("; ");
}

/** JSON for a script element. */
const embeddable = (value: object): string => JSON.stringify(value).replaceAll("<", "\\u003c");
