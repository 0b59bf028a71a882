import { Phrase } from "@/components/status-page/phrase";
import type { DocumentTexts } from "@/lib/public/page/document-texts";
import type { PageLinks } from "@/lib/public/page/rules";
import type { PageOrganization } from "@/lib/public/page/schema";
import { fill, languageNames } from "@/lib/public/page/page-texts";

type Props = {
  organization: PageOrganization;
  texts: DocumentTexts;
  links: PageLinks;
  /** The path of this page in another language; by default, of the status page. */
  inLanguage?: PageLinks["page"];
};

const linkClass =
  "inline-flex min-h-6 items-center rounded-sm underline underline-offset-2 hover:text-ink";

export function PageFooter({
  organization: { languages },
  texts,
  links,
  inLanguage = links.page,
}: Props) {
  const elsewhere = [
    { href: links.page(), text: texts.back },
    { href: links.history(), text: texts.historyOf },
    { href: links.uptime(), text: texts.uptimeTitle },
    { href: links.subscribe(), text: texts.subscribe, subscribes: true },
    { href: links.plain("/history.atom"), text: "Atom" },
    { href: links.plain("/history.rss"), text: "RSS" },
    { href: links.plain("/calendar.ics"), text: texts.calendar },
  ];
  return (
    <div className="mt-12 space-y-4 border-t border-line py-6 text-xs text-muted">
      <ul className="sp-screen flex flex-wrap gap-x-4 gap-y-1">
        {elsewhere.map(({ href, text, subscribes }) => (
          <li key={href}>
            <a href={href} data-subscribe={subscribes} className={linkClass}>
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
                    `${linkClass} aria-[current]:font-medium aria-[current]:text-ink ` +
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
