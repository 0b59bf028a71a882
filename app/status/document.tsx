import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import {
  type FrameKind,
  Notice,
  type NoticeProps,
  PageFrame,
} from "@/components/status-page/page-frame";
import { ViewContext } from "@/components/status-page/view";
import { imageKinds, type Language, languageTags } from "@/lib/organizations/values";
import { type Content, hashBytes } from "@/lib/publishing/artifact";
import type { Site } from "@/lib/publishing/site";
import type { Snapshot } from "@/lib/publishing/snapshot";
import { getCanonicalUrl } from "@/lib/public/page/public-urls";
import { backgrounds } from "@/lib/public/page/colors";
import { addLanguage, createPageLinks } from "@/lib/public/page/rules";
import type { Indicator, PageOrganization } from "@/lib/public/page/schema";
import { getDocumentTexts } from "@/lib/public/page/document-texts";
import { fillPhrase, phrases } from "@/lib/public/page/page-texts";
import { renderStatusIcon } from "@/lib/public/page/status-icons";
import type { Theme } from "@/lib/theme";
import { renderBrandStyle } from "./brand";
import { getFontUrl, renderFontFace } from "./fonts";
import { EMBEDDABLE_HEADERS } from "./snapshot-readers";
import type { DescribedPage } from "./structured-data";

export type PageDocument = {
  site: Site;
  organization: PageOrganization;
  language: Language;
  /** The path after the language, such as `/history`. */
  path: string;
  sentence: string;
  description?: string;
  indicator?: Indicator;
  snapshot?: Snapshot;
  structured?: (described: DescribedPage) => object;
  kind?: FrameKind | "embed";
  isListed?: boolean;
  body: React.ReactNode;
};

/** Returns an Open Graph locale such as `en_US`. Open Graph requires a country. */
function getOpenGraphLocale(language: Language): string {
  const locale = new Intl.Locale(languageTags[language]).maximize();
  return `${locale.language}_${locale.region}`;
}

export const getOEmbedUrl = (endpoint: string, page: string): string =>
  `${endpoint}?format=json&url=${encodeURIComponent(page)}`;

const withImageUrls = ({ base }: Site, organization: PageOrganization): PageOrganization => ({
  ...organization,
  ...Object.fromEntries(
    imageKinds.map((kind) => {
      const url = organization[`${kind}_url`];
      return [`${kind}_url`, url && `${base}/${kind}${new URL(url, "http://localhost").search}`];
    }),
  ),
});

/** Renders a page of an organization. */
export function writeDocument(page: PageDocument): Content {
  const organization = withImageUrls(page.site, page.organization);
  const { site, language, path, kind = "page", snapshot, body } = page;
  const { name, languages, time_zone } = organization;
  const texts = getDocumentTexts(language, time_zone);
  const formatTitle = (sentence: string) => fillPhrase(texts.pageTitle, { sentence, name });
  const view = {
    texts,
    links: createPageLinks(site.base, languages, language),
    changedAt: snapshot?.committedAt.toISOString(),
  };
  const url = getCanonicalUrl(site, addLanguage(path, language, languages));
  const isInter = organization.font === "inter";
  const getLanguageUrl = (other: Language) =>
    site.base + addLanguage(path, other, languages) || "/";
  return writeHtml({
    language,
    indicator: page.indicator,
    title: formatTitle(page.sentence),
    head: <Head {...page} title={formatTitle(page.sentence)} url={url} />,
    body: (
      <ViewContext value={view}>
        {kind === "embed" ? (
          body
        ) : (
          <PageFrame organization={organization} kind={kind} getLanguageUrl={getLanguageUrl}>
            {body}
          </PageFrame>
        )}
      </ViewContext>
    ),
    theme: (isInter ? renderFontFace(site.base) : "") + renderBrandStyle(organization),
    font: isInter ? getFontUrl(site.base) : undefined,
    favicon: organization.favicon_url,
    headerColor: organization.header_color,
    isFramed: kind === "embed",
    live: {
      "data-base": site.base,
      "data-zone": time_zone === "Etc/UTC" ? "UTC" : time_zone,
      "data-version": readPageAssets().version,
      "data-made": snapshot?.now.toISOString(),
      "data-close": texts.close,
      "data-lost-title": formatTitle(texts.lostTitle),
      "data-lost-icon": organization.favicon_url ?? renderStatusIcon("unknown").url,
    },
  });
}

type HeadProps = PageDocument & { title: string; url: string };

function Head(page: HeadProps) {
  const { site, organization, language, title, url } = page;
  // 300 characters are more than search engines show. The `u` flag keeps surrogate pairs together.
  const description = /^.{0,300}/su.exec(page.description ?? page.sentence)![0];
  const isListed = page.isListed !== false && organization.indexed;
  const openGraph = {
    type: "website",
    site_name: fillPhrase(phrases[language].pageOf, { name: organization.name }),
    title,
    description,
    url,
    locale: getOpenGraphLocale(language),
    image: getCanonicalUrl(site, addLanguage("/og.png", language, organization.languages)),
    "image:width": "1200",
    "image:height": "630",
    "image:alt": title,
  };
  const structured = page.structured && {
    "@context": "https://schema.org",
    url,
    inLanguage: languageTags[language],
    ...page.structured(page),
  };
  return (
    <>
      <meta name="description" content={description} />
      <meta name="robots" content={isListed ? "index, follow" : "noindex, nofollow"} />
      <link rel="canonical" href={url} />
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

function Alternates({ site, organization, language, path, kind, url }: HeadProps) {
  const { name, languages } = organization;
  const { plain } = createPageLinks(site.base, languages, language);
  const oEmbed = getCanonicalUrl(site, addLanguage("/oembed.json", language, languages));
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
            href: getOEmbedUrl(oEmbed, url),
          },
        ]
      : []),
  ];
  return (
    <>
      {languages.length > 1 &&
        [...languages, "x-default" as const].map((other, index) => (
          <link
            key={other}
            rel="alternate"
            hrefLang={other === "x-default" ? other : languageTags[other]}
            href={getCanonicalUrl(
              site,
              addLanguage(path, languages[index] ?? languages[0]!, languages),
            )}
          />
        ))}
      {formats.map((format) => (
        <link key={format.type} rel="alternate" {...format} />
      ))}
    </>
  );
}

/** Renders a page without navigation, such as an error, that search engines must not index. */
export const writeNotice = ({ language, ...notice }: NoticeProps & { language: Language }) =>
  writeHtml({
    language,
    title: notice.title,
    head: <meta name="robots" content="noindex, nofollow" />,
    body: <Notice {...notice} />,
  });

type Parts = {
  language: Language;
  /** The status that the icon shows, unless there is a favicon. */
  indicator?: Indicator;
  title: string;
  head: React.ReactNode;
  body: React.ReactNode;
  /** The base style sheet, by default that of status pages. `theme` is added to it. */
  style?: string;
  theme?: string;
  colorScheme?: Theme;
  font?: string;
  favicon?: string | null;
  headerColor?: string | null;
  isFramed?: boolean;
  live?: Record<`data-${string}`, string | undefined>;
};

function DocumentHead({
  title,
  head,
  font,
  favicon = null,
  headerColor = null,
  styles,
  live,
  indicator = "unknown",
}: Parts & { styles: readonly string[] }) {
  const icon = renderStatusIcon(indicator);
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      {(["light", "dark"] as const).map((scheme) => (
        <meta
          key={scheme}
          name="theme-color"
          media={`(prefers-color-scheme: ${scheme})`}
          content={headerColor ?? backgrounds[scheme].canvas}
        />
      ))}
      {favicon === null ? (
        <link rel="icon" type={icon.type} href={icon.url} />
      ) : (
        <link rel="icon" href={favicon} />
      )}
      <title>{title}</title>
      {/* Delays painting until the script at the end of the page has adjusted its times. */}
      {live && <link rel="expect" href="#script" blocking="render" />}
      {font && (
        <link rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
      )}
      {head}
      {styles.map((text) => (
        <style key={text} dangerouslySetInnerHTML={{ __html: text }} />
      ))}
    </>
  );
}

/** Renders a document. Its Content-Security-Policy allows only its own script and styles. */
export function writeHtml(parts: Parts): Content {
  const assets = readPageAssets();
  const { script } = assets;
  const { language, body, style = assets.style, theme = "", isFramed = false, live } = parts;
  const styles = theme === "" ? [style] : [style, theme];
  const html = renderToStaticMarkup(
    <html lang={languageTags[language]} dir="ltr" data-theme={parts.colorScheme} {...live}>
      <head>
        <DocumentHead {...parts} styles={styles} />
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
        {live && <script id="script" dangerouslySetInnerHTML={{ __html: script }} />}
      </body>
    </html>,
  );
  const policy = [
    "default-src 'none'",
    `script-src ${live ? toHashSource(script) : "'none'"}`,
    `style-src ${styles.map(toHashSource).join(" ")}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${isFramed ? "*" : "'none'"}`,
  ];
  return {
    type: "text/html; charset=utf-8",
    // The notice for unconfirmed pages replaces this marker. React can't render comments.
    body: `<!doctype html>${html.replace(/<main [^<>]*>/, "$&<!--mark-->")}`,
    headers: {
      "Content-Language": languageTags[language],
      "Content-Security-Policy": policy.join("; "),
      ...(isFramed && EMBEDDABLE_HEADERS),
    },
  };
}

const toHashSource = (text: string): string => `'sha256-${hash("sha256", text, "base64")}'`;

let assets: { style: string; script: string; version: string } | undefined;

/**
 * Reads the inlined style and script that scripts/page-assets.ts wrote. `version` is their hash.
 */
function readPageAssets() {
  if (assets === undefined) {
    const style = readFileSync(resolve("dist/status-page.css"), "utf8");
    const script = readFileSync(resolve("dist/status-page.js"), "utf8");
    assets = { style, script, version: hashBytes(style + script).slice(0, 12) };
  }
  return assets;
}
