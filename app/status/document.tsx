import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import {
  accentStyle,
  type FrameKind,
  Notice,
  type NoticeProps,
  PageFrame,
} from "@/components/status-page/page-frame";
import { ViewContext } from "@/components/status-page/view";
import type { Language } from "@/lib/organizations/schema";
import type { Content } from "@/lib/publishing/artifact";
import type { Site } from "@/lib/publishing/site";
import type { Snapshot } from "@/lib/publishing/snapshot";
import { addressOf } from "@/lib/public/page/addresses";
import { pageLinks } from "@/lib/public/page/rules";
import type { Indicator, PageOrganization } from "@/lib/public/page/schema";
import { documentPhrases } from "@/lib/public/page/document-texts";
import { fill, getPageTexts, phrases } from "@/lib/public/page/page-texts";
import { statusIcon } from "@/lib/public/pictures/shapes";
import { EMBEDDABLE_ANYWHERE } from "./sources";
import type { Described } from "./structured-data";

/** A document of a status page, without what all documents share. */
export type PageDocument = {
  site: Site;
  organization: PageOrganization;
  language: Language;
  /** The path below the mount, by language. */
  addressIn: (language: Language) => string;
  /** The title before the name of the page. */
  sentence: string;
  /** The sentence by default. */
  description?: string;
  /** Unknown by default. */
  indicator?: Indicator;
  /** What the document is rendered from; none for a response to one visitor. */
  snapshot?: Snapshot;
  structured?: (described: Described) => object;
  /** `embed` is for a frame in another site. */
  kind?: FrameKind | "embed";
  /** Search engines may list it, if they may list the page. */
  isListed?: boolean;
  body: React.ReactNode;
};

/** Open Graph requires a country. */
const OPEN_GRAPH_LOCALES: Record<Language, string> = {
  en: "en_US",
  de: "de_DE",
  fr: "fr_FR",
  es: "es_ES",
};

/** The URL of an oEmbed response, with the parameters that the specification requires. */
export const oEmbedUrl = (endpoint: string, page: string): string =>
  `${endpoint}?format=json&url=${encodeURIComponent(page)}`;

/** Writes a document with a Content-Security-Policy that allows only its own script. */
export function writeDocument(page: PageDocument): Content {
  const { site, organization, language, addressIn, kind = "page", snapshot, body } = page;
  const { name, languages, time_zone } = organization;
  const titleOf = (sentence: string) => fill(phrases[language].pageTitle, { sentence, name });
  const view = {
    texts: getPageTexts(language, time_zone),
    links: pageLinks(site.base, languages, language),
  };
  const inLanguage = (other: Language) => `${site.base}${addressIn(other)}` || "/";
  return write({
    language,
    indicator: page.indicator ?? "unknown",
    title: titleOf(page.sentence),
    head: <Head {...page} title={titleOf(page.sentence)} />,
    body: (
      <ViewContext value={view}>
        {kind === "embed" ? (
          body
        ) : (
          <PageFrame organization={organization} kind={kind} inLanguage={inLanguage}>
            {body}
          </PageFrame>
        )}
      </ViewContext>
    ),
    accent: accentStyle(organization.accent_color),
    isFramed: kind === "embed",
    live: {
      "data-base": site.base,
      "data-zone": time_zone === "Etc/UTC" ? "UTC" : time_zone,
      "data-version": pageAssets().version,
      "data-made": snapshot?.now.toISOString(),
      "data-close": documentPhrases[language].close,
      "data-lost-title": titleOf(documentPhrases[language].lostTitle),
      "data-lost-icon": statusIcon("unknown").url,
    },
  });
}

type HeadProps = PageDocument & { title: string };

/** What search engines and link previews read. */
function Head(page: HeadProps) {
  const { site, organization, language, addressIn, title } = page;
  const address = addressOf(site, addressIn(language));
  // They show less. Cuts between characters.
  const description = /^.{0,300}/su.exec(page.description ?? page.sentence)![0];
  const isListed = page.isListed !== false && organization.indexed;
  const openGraph = {
    type: "website",
    site_name: fill(phrases[language].pageOf, { name: organization.name }),
    title,
    description,
    url: address,
    locale: OPEN_GRAPH_LOCALES[language],
    image: addressOf(site, pageLinks("", organization.languages, language).picture()),
    "image:width": "1200",
    "image:height": "630",
    "image:alt": title,
  };
  const structured = page.structured && {
    "@context": "https://schema.org",
    url: address,
    inLanguage: language,
    ...page.structured({ site, organization, address }),
  };
  return (
    <>
      <meta name="description" content={description} />
      <meta name="robots" content={isListed ? "index, follow" : "noindex, nofollow"} />
      <link rel="canonical" href={address} />
      <Alternates {...page} />
      {Object.entries(openGraph).map(([property, content]) => (
        <meta key={property} property={`og:${property}`} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
      {structured && (
        <script
          type="application/ld+json"
          dangerouslySetInnerHTML={{
            __html: JSON.stringify(structured).replaceAll("<", "\\u003c"),
          }}
        />
      )}
    </>
  );
}

/** The page in other languages and formats. */
function Alternates({ site, organization, language, addressIn, kind }: HeadProps) {
  const { name, languages } = organization;
  const { plain } = pageLinks(site.base, languages, language);
  const oEmbed = addressOf(site, `${addressIn(language)}/oembed.json`);
  const formats = [
    { type: "application/atom+xml", title: `${name} (Atom)`, href: plain("/history.atom") },
    { type: "application/rss+xml", title: `${name} (RSS)`, href: plain("/history.rss") },
    { type: "text/calendar", title: name, href: plain("/calendar.ics") },
    { type: "application/json", title: `${name} (API)`, href: plain("/api/v2/summary.json") },
    ...(kind === "home"
      ? [
          {
            type: "application/json+oembed",
            title: name,
            href: oEmbedUrl(oEmbed, addressOf(site, addressIn(language))),
          },
        ]
      : []),
  ];
  return (
    <>
      {languages.length > 1 &&
        [...languages, "x-default"].map((other, index) => (
          <link
            key={other}
            rel="alternate"
            hrefLang={other}
            href={addressOf(site, addressIn(languages[index] ?? languages[0]!))}
          />
        ))}
      {formats.map((format) => (
        <link key={format.type} rel="alternate" {...format} />
      ))}
    </>
  );
}

/** Writes a document without a page. Search engines don't list it. */
export const writeNotice = ({ language, ...notice }: NoticeProps & { language: Language }) =>
  write({
    language,
    indicator: "unknown",
    title: notice.title,
    head: <meta name="robots" content="noindex, nofollow" />,
    body: <Notice {...notice} />,
    accent: "",
    isFramed: false,
  });

type Parts = {
  language: Language;
  indicator: Indicator;
  title: string;
  head: React.ReactNode;
  body: React.ReactNode;
  accent: string;
  isFramed: boolean;
  /** For the script; a notice has none. */
  live?: Record<`data-${string}`, string | undefined>;
};

function write(parts: Parts): Content {
  const { language, title, head, body, accent, isFramed, live } = parts;
  const { style, script } = pageAssets();
  const icon = statusIcon(parts.indicator);
  const styles = accent === "" ? [style] : [style, accent];
  const html = renderToStaticMarkup(
    <html lang={language} dir="ltr" {...live}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fafafb" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0c0e11" />
        <link rel="icon" type={icon.type} href={icon.url} />
        <title>{title}</title>
        {head}
        {styles.map((text) => (
          <style key={text} dangerouslySetInnerHTML={{ __html: text }} />
        ))}
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
        {live && <script dangerouslySetInnerHTML={{ __html: script }} />}
      </body>
    </html>,
  );
  const policy = [
    "default-src 'none'",
    `script-src ${live ? hashOf(script) : "'none'"}`,
    `style-src ${styles.map(hashOf).join(" ")}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${isFramed ? "*" : "'none'"}`,
  ];
  return {
    type: "text/html; charset=utf-8",
    // React can't write comments: the stale notice is inserted here.
    body: `<!doctype html>${html.replace(/<main [^<>]*>/, "$&<!--mark-->")}`,
    headers: {
      "Content-Language": language,
      "Content-Security-Policy": policy.join("; "),
      ...(isFramed && EMBEDDABLE_ANYWHERE),
    },
  };
}

/** The source expression of an inline style or script. */
const hashOf = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

let assets: { style: string; script: string; version: string } | undefined;

/** The inlined style and script, built by scripts/bundle.ts. `version` identifies the build. */
function pageAssets() {
  if (assets === undefined) {
    const style = readFileSync(resolve("dist/status-page.css"), "utf8");
    const script = readFileSync(resolve("dist/status-page.js"), "utf8");
    const version = createHash("sha256").update(style).update(script).digest("base64url");
    assets = { style, script, version: version.slice(0, 12) };
  }
  return assets;
}
