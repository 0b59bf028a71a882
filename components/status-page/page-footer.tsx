import { Phrase, Time } from "@/components/status-page/phrase";
import type { PageLinks } from "@/lib/status-page/rules";
import type { PageOrganization } from "@/lib/status-page/schema";
import { fill, languageNames, type Say } from "@/lib/status-page/words";

type Props = { organization: PageOrganization; generatedAt: string; say: Say; links: PageLinks; /** The address of this very page in another language; without it, that of the status page. */ inLanguage?: PageLinks["page"] };

/** When this was so, on whose clocks, and in which other languages it can be read. */
export function PageFooter({ organization, generatedAt, say, links, inLanguage = links.page }: Props) {
  const { languages } = organization;
  return (
    <div className="mt-12 flex flex-wrap justify-between gap-x-6 gap-y-3 border-t border-line py-6 text-xs text-muted">
      <div className="space-y-1">
        <p>
          <Phrase text={say.asOf} places={{ time: <Time at={generatedAt} say={say} /> }} /> {fill(say.zone, { zone: say.zoneName })}
        </p>
        <p>{fill(say.poweredBy, { name: "Candor" })}</p>
      </div>
      {languages.length > 1 && (
        <nav aria-label={say.languages} className="sp-screen">
          <ul className="flex flex-wrap gap-x-3 gap-y-1">
            {languages.map((language) => (
              <li key={language}>
                <a
                  href={inLanguage(language)}
                  hrefLang={language}
                  lang={language}
                  aria-current={language === say.language ? "true" : undefined}
                  className="rounded-sm underline underline-offset-2 hover:text-ink aria-[current]:font-medium aria-[current]:text-ink aria-[current]:no-underline"
                >
                  {languageNames[language]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
