import { getTextColor } from "@/lib/contrast";
import { type Language, languageNames, languageTags } from "@/lib/organizations/values";
import type { DocumentTexts } from "@/lib/public/page/document-texts";
import { getImageHash } from "@/lib/public/page/rules";
import type { Indicator, PageOrganization } from "@/lib/public/page/schema";
import { fillPhrase } from "@/lib/public/page/page-texts";
import { StatusBanner, StatusIcon } from "./status";
import { Phrase, TextLink, TimePhrase, useView, type View } from "./view";

/** The view of a published page. Previews in the dashboard have only `PageTexts`. */
export const useDocument = () => useView() as View & { texts: DocumentTexts };

/** On a `form` page, the header has no link to the subscription form. */
export type FrameKind = "home" | "form" | "page";

type Props = {
  organization: PageOrganization;
  kind: FrameKind;
  getLanguageUrl: (language: Language) => string;
  children: React.ReactNode;
};

export function PageFrame({ organization, kind, getLanguageUrl, children }: Props) {
  return (
    <div className="sp sp-frame">
      <header className="bg-surface">
        <Header organization={organization} kind={kind} />
      </header>
      <main id="content">{children}</main>
      <footer className="border-t border-line">
        <Footer organization={organization} getLanguageUrl={getLanguageUrl} />
      </footer>
    </div>
  );
}

function Header({ organization, kind }: Pick<Props, "organization" | "kind">) {
  const { texts, links } = useDocument();
  const { name } = organization;
  const Name = kind === "home" ? "h1" : "p";
  return (
    <div className="flex items-center justify-between gap-4 py-3.5">
      <Name className="min-w-36 font-semibold wrap-anywhere sm:text-lg">
        <a href={links.page()} className="flex w-fit items-center gap-3 rounded-sm">
          <Logo organization={organization} />
          <span>
            <Phrase text={texts.pageOf} places={{ name: <bdi>{name}</bdi> }} />
          </span>
        </a>
      </Name>
      <p className="sp-screen flex min-w-0 flex-wrap items-center justify-end gap-x-4 gap-y-1">
        {listOwnLinks(organization, texts).map(({ text, ...link }) => (
          <a key={link.href} {...link} className={`${quietLinkClass} max-sm:hidden`}>
            {text}
          </a>
        ))}
        {kind !== "form" && (
          <a href={links.subscribe()} data-subscribe className={pageButtonClass}>
            <span className="sm:hidden">{texts.submit}</span>
            <span className="max-sm:hidden">{texts.subscribe}</span>
          </a>
        )}
      </p>
    </div>
  );
}

const LOGO_HEIGHT = 32;

function Logo({ organization }: Pick<Props, "organization">) {
  const { logo_url, logo_dark_url, logo_ratios, header_color, cover_url } = organization;
  const isAlwaysDark =
    cover_url !== null || (header_color !== null && getTextColor(header_color) === "#ffffff");
  const light = isAlwaysDark ? (logo_dark_url ?? logo_url) : (logo_url ?? logo_dark_url);
  if (light === null) return null;
  const getSize = (url: string) => {
    const ratio = logo_ratios?.[getImageHash(url)];
    return { width: ratio && Math.round(LOGO_HEIGHT * ratio), height: LOGO_HEIGHT };
  };
  return (
    <picture className="shrink-0">
      {header_color === null && logo_dark_url !== null && (
        <source
          srcSet={logo_dark_url}
          media="(prefers-color-scheme: dark)"
          {...getSize(logo_dark_url)}
        />
      )}
      {/* oxlint-disable-next-line nextjs/no-img-element -- an optimizer would add a script */}
      <img
        src={light}
        alt=""
        {...getSize(light)}
        className="h-8 w-auto max-w-24 object-contain sm:max-w-40"
      />
    </picture>
  );
}

const listOwnLinks = (organization: PageOrganization, { website, support }: DocumentTexts) =>
  [
    { url: organization.website_url, label: website },
    { url: organization.support_url, label: support },
    ...organization.header_links,
  ].flatMap(({ url, label }) =>
    url === null ? [] : [{ href: url, text: label, rel: "noopener" }],
  );

export const pageButtonClass =
  "inline-flex min-h-9 items-center justify-center rounded-md bg-fill px-3 py-1.5 " +
  "font-medium text-on-fill underline-offset-4 hover:underline pointer-coarse:min-h-11";

const quietLinkClass =
  "inline-flex min-h-6 items-center rounded-sm text-muted underline-offset-4 hover:text-ink " +
  "hover:underline";

export const listFeeds = ({ texts, links }: ReturnType<typeof useDocument>) => [
  { href: links.plain("/history.atom"), text: "Atom" },
  { href: links.plain("/history.rss"), text: "RSS" },
  { href: links.plain("/calendar.ics"), text: texts.calendar },
];

type FooterLink = { href: string; text: string; rel?: string; onPhone?: string };

function Footer({ organization, getLanguageUrl }: Pick<Props, "organization" | "getLanguageUrl">) {
  const { texts, links } = useDocument();
  return (
    <div className="flex flex-wrap justify-between gap-x-8 gap-y-3 py-6 text-xs text-muted">
      <ul className="sp-screen flex flex-wrap gap-x-4 gap-y-1">
        {[
          { href: links.page(), text: texts.back },
          { href: links.history(), text: texts.historyOf },
          { href: links.uptime(), text: texts.uptimeTitle },
          { href: links.subscribe(), text: texts.subscribe, "data-subscribe": true },
          ...listFeeds({ texts, links }),
          ...listOwnLinks(organization, texts).map((link) => ({ ...link, onPhone: "sm:hidden" })),
          ...organization.footer_links.map(({ url, label }) => ({
            href: url,
            text: label,
            rel: "noopener",
          })),
        ].map(({ text, onPhone, ...link }: FooterLink) => (
          <li key={`${link.href} ${text}`} className={onPhone}>
            <a {...link} className={quietLinkClass}>
              {text}
            </a>
          </li>
        ))}
      </ul>
      <LanguageLinks languages={organization.languages} getLanguageUrl={getLanguageUrl} />
      <p className="flex w-full flex-wrap justify-between gap-x-6 gap-y-1">
        <span id="zone" data-own={texts.yourZone}>
          {fillPhrase(texts.zone, { zone: texts.zoneName })}
        </span>
        {organization.footer_text !== "" && (
          <span dir="auto" className="whitespace-pre-line">
            {organization.footer_text}
          </span>
        )}
        {organization.powered_by && (
          <span>
            <Phrase text={texts.poweredBy} places={{ name: <span translate="no">Candor</span> }} />
          </span>
        )}
      </p>
    </div>
  );
}

type LanguageLinksProps = Pick<PageOrganization, "languages"> & Pick<Props, "getLanguageUrl">;

function LanguageLinks({ languages, getLanguageUrl }: LanguageLinksProps) {
  const { texts } = useDocument();
  if (languages.length < 2) return null;
  return (
    <nav aria-label={texts.languages} className="sp-screen">
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {languages.map((language) => (
          <li key={language}>
            <a
              href={getLanguageUrl(language)}
              hrefLang={languageTags[language]}
              lang={languageTags[language]}
              aria-current={language === texts.language ? "true" : undefined}
              className={
                `${quietLinkClass} aria-[current]:font-medium aria-[current]:text-ink ` +
                "aria-[current]:no-underline"
              }
            >
              {languageNames[language]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type HeadProps = {
  title: React.ReactNode;
  label?: string;
  indicator?: Indicator | undefined;
  children?: React.ReactNode;
};

export function PageHead({ title, label, indicator, children }: HeadProps) {
  const content = (
    <>
      {label !== undefined && <p className="mb-1 font-medium">{label}</p>}
      <h1 className="text-xl font-semibold wrap-anywhere">{title}</h1>
      {children}
    </>
  );
  return indicator === undefined ? (
    <div className="sp-band border-b border-line bg-surface">{content}</div>
  ) : (
    <StatusBanner indicator={indicator}>{content}</StatusBanner>
  );
}

type SectionProps = {
  id: string;
  title: string;
  aside?: React.ReactNode;
  children: React.ReactNode;
};

export const PageSection = ({ id, title, aside, children }: SectionProps) => (
  <section id={id} aria-labelledby={`sp-${id}`} className="mt-6">
    <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-6">
      <h2 id={`sp-${id}`} className="text-lg font-semibold">
        {title}
      </h2>
      {aside}
    </div>
    {children}
  </section>
);

/** Shows the time of the last change, which live.ts replaces with the time of the last check. */
export function LiveNote({ className }: { className: string }) {
  const { texts, changedAt } = useDocument();
  return (
    <p
      id="live"
      data-live={texts.live}
      data-connection-lost={texts.connectionLost}
      className={`min-h-4 text-xs ${className}`}
    >
      <TimePhrase text={texts.asOf} at={changedAt!} />
    </p>
  );
}

export type NoticeProps = {
  title: string;
  indicator?: Indicator;
  text?: string;
  link?: { href: string; text: string };
  children?: React.ReactNode;
};

export const Notice = ({ title, indicator = "unknown", text, link, children }: NoticeProps) => (
  <main id="content" className="sp sp-frame">
    <StatusBanner indicator={indicator}>
      <h1 className="flex items-center gap-3 text-xl font-semibold text-balance sm:gap-4">
        <StatusIcon indicator={indicator} className="size-[1.25em]" />
        {title}
      </h1>
    </StatusBanner>
    <div className="py-6">
      {text && <p className="max-w-prose">{text}</p>}
      {link && (
        <p className="mt-4">
          <TextLink href={link.href}>{link.text}</TextLink>
        </p>
      )}
      {children}
    </div>
  </main>
);
