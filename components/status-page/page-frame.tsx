import type { Language } from "@/lib/organizations/schema";
import { type DocumentTexts, getDocumentTexts } from "@/lib/public/page/document-texts";
import { type PageLinks, usableAccent } from "@/lib/public/page/rules";
import type { Indicator, PageOrganization } from "@/lib/public/page/schema";
import { fill, languageNames } from "@/lib/public/page/page-texts";
import { indicatorGrounds, indicatorStatus, StatusIcon } from "./status";
import { Phrase, TextLink, TimePhrase, useView } from "./view";

/** The view with the texts that only published documents have. */
export function useDocument(): { texts: DocumentTexts; links: PageLinks } {
  const { texts, links } = useView();
  return { texts: getDocumentTexts(texts.language, texts.timeZone), links };
}

/**
 * The default of app/tokens.css, for a scheme in which the organization's color has too little
 * contrast.
 */
const accents = { light: "#2746c7", dark: "#9badff" };

/** CSS for the organization's accent color; empty if it has too little contrast. */
export function accentStyle(color: string | null): string {
  const { light, dark } = usableAccent(color);
  return light === null && dark === null
    ? ""
    : `.sp,.sp-dialog{--color-accent:light-dark(${light ?? accents.light},${dark ?? accents.dark})}`;
}

/** `home` has the name as its main heading, `form` no link to the form. */
export type FrameKind = "home" | "form" | "page";

type Props = {
  organization: PageOrganization;
  kind: FrameKind;
  /** The path of this page in another language. */
  inLanguage: (language: Language) => string;
  children: React.ReactNode;
};

/** Header and footer of every page. */
export function PageFrame({ organization, kind, inLanguage, children }: Props) {
  return (
    <div className="sp mx-auto w-full max-w-3xl px-4">
      <header>
        <Header organization={organization} kind={kind} />
      </header>
      <main id="content">{children}</main>
      <footer>
        <Footer languages={organization.languages} inLanguage={inLanguage} />
      </footer>
    </div>
  );
}

function Header({ organization, kind }: Pick<Props, "organization" | "kind">) {
  const { texts, links } = useDocument();
  const { name, logo_url, website_url, support_url } = organization;
  const Name = kind === "home" ? "h1" : "p";
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-6 sm:py-8">
      <Name className="min-w-0 text-lg font-semibold wrap-anywhere">
        <a href={links.page()} className="inline-flex items-center gap-3 rounded-sm">
          {logo_url !== null && (
            // oxlint-disable-next-line nextjs/no-img-element -- an optimizer would add a script
            <img
              src={logo_url}
              alt=""
              width={32}
              height={32}
              className="size-8 shrink-0 rounded-sm object-contain"
            />
          )}
          <span>
            <Phrase text={texts.pageOf} places={{ name: <bdi>{name}</bdi> }} />
          </span>
        </a>
      </Name>
      <p className="sp-screen flex flex-wrap items-center gap-x-4 gap-y-2">
        {[
          { href: website_url, text: texts.website },
          { href: support_url, text: texts.support },
        ].map(
          ({ href, text }) =>
            href !== null && (
              <a
                key={text}
                href={href}
                rel="noopener"
                className="inline-flex min-h-6 items-center rounded-sm text-accent underline underline-offset-2"
              >
                {text}
              </a>
            ),
        )}
        {kind !== "form" && (
          <a href={links.subscribe()} data-subscribe className={buttonClass}>
            {texts.subscribe}
          </a>
        )}
      </p>
    </div>
  );
}

export const buttonClass =
  "inline-flex min-h-9 items-center justify-center rounded-md bg-accent px-3 py-1.5 " +
  "font-medium text-on-accent hover:opacity-90 pointer-coarse:min-h-11";

const footerLinkClass =
  "inline-flex min-h-6 items-center rounded-sm underline underline-offset-2 hover:text-ink";

/** The formats to follow all events. */
export const feedsOf = ({ texts, links }: ReturnType<typeof useDocument>) => [
  { href: links.plain("/history.atom"), text: "Atom" },
  { href: links.plain("/history.rss"), text: "RSS" },
  { href: links.plain("/calendar.ics"), text: texts.calendar },
];

function Footer({
  languages,
  inLanguage,
}: Pick<PageOrganization, "languages"> & Pick<Props, "inLanguage">) {
  const { texts, links } = useDocument();
  return (
    <div className="mt-12 space-y-4 border-t border-line py-6 text-xs text-muted">
      <ul className="sp-screen flex flex-wrap gap-x-4 gap-y-1">
        {[
          { href: links.page(), text: texts.back },
          { href: links.history(), text: texts.historyOf },
          { href: links.uptime(), text: texts.uptimeTitle },
          { href: links.subscribe(), text: texts.subscribe, "data-subscribe": true },
          ...feedsOf({ texts, links }),
        ].map(({ text, ...link }) => (
          <li key={link.href}>
            <a {...link} className={footerLinkClass}>
              {text}
            </a>
          </li>
        ))}
      </ul>
      {languages.length > 1 && (
        <nav aria-label={texts.languages} className="sp-screen">
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {languages.map((language) => (
              <li key={language}>
                <a
                  href={inLanguage(language)}
                  hrefLang={language}
                  lang={language}
                  aria-current={language === texts.language ? "true" : undefined}
                  className={
                    `${footerLinkClass} aria-[current]:font-medium aria-[current]:text-ink ` +
                    "aria-[current]:no-underline"
                  }
                >
                  {languageNames[language]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-1">
        <span id="zone" data-own={texts.yourZone}>
          {fill(texts.zone, { zone: texts.zoneName })}
        </span>
        <span>
          <Phrase text={texts.poweredBy} places={{ name: <span translate="no">Candor</span> }} />
        </span>
      </p>
    </div>
  );
}

type SectionProps = { id: string; title: string; children: React.ReactNode };

export const PageSection = ({ id, title, children }: SectionProps) => (
  <section id={id} aria-labelledby={`sp-${id}`} className="mt-10">
    <h2 id={`sp-${id}`} className="mb-3 text-lg font-semibold">
      {title}
    </h2>
    {children}
  </section>
);

/** The time of the last change. live.ts replaces it by the time of the last check. */
export function LiveNote({ made, className = "" }: { made: string; className?: string }) {
  const { texts } = useDocument();
  return (
    <p
      id="live"
      data-live={texts.live}
      data-lost={texts.lost}
      className={`min-h-4 text-xs text-muted ${className}`}
    >
      <TimePhrase text={texts.asOf} at={made} />
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

/** An error or a notice in place of a page. */
export function Notice({ title, indicator, text, link, children }: NoticeProps) {
  const ground = indicator ? indicatorGrounds[indicator] : "border-line bg-surface";
  return (
    <div className="sp mx-auto w-full max-w-3xl px-4 py-12 sm:py-24">
      <main id="content" className={`rounded-lg border px-5 py-6 ${ground}`}>
        <h1 className="flex items-center gap-3 text-lg font-semibold text-balance">
          <StatusIcon status={indicatorStatus[indicator ?? "unknown"]} className="size-6" />
          {title}
        </h1>
        {text && <p className="mt-2 max-w-prose text-muted">{text}</p>}
        {link && (
          <p className="mt-4">
            <TextLink href={link.href}>{link.text}</TextLink>
          </p>
        )}
        {children}
      </main>
    </div>
  );
}
