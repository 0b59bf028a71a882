import type { Metadata } from "next";
import { Notice, Unavailable } from "@/components/status-page/notice";
import { PageDocument } from "@/components/status-page/page-document";
import { setPageStatus } from "@/lib/http/page-status";
import { log } from "@/lib/log";
import { pageLinks, pickLanguage } from "@/lib/status-page/rules";
import type { PageOrganization } from "@/lib/status-page/schema";
import { type Language, languages } from "@/lib/organizations/schema";
import { fill, type Phrases, phrases } from "@/lib/status-page/words";

/** What Next hands a page as its query. */
export type Query = Promise<Record<string, string | string[] | undefined>>;

/** What there is to show: a page, or that there is none, or that nobody can tell. */
export type Answer<Page> = { page: Page } | { status: 404 | 503 };

/** Asks for a page. Never throws: what strangers are told of a database that is gone is a page too. */
export async function attempt<Page>(ask: () => Promise<Page | null>): Promise<Answer<Page>> {
  try {
    const page = await ask();
    return page === null ? { status: 404 } : { page };
  } catch (error) {
    log.error({ error: String(error) }, "a public page could not be read");
    return { status: 503 };
  }
}

/** The last value of a field of a query. */
export const lastOf = (value: string | string[] | undefined): string | undefined => [value].flat().at(-1);

export const baseOf = (orgID: string): string => `/status/${encodeURIComponent(orgID)}`;

type Owned = { organization: PageOrganization };

/** The language in which this is read: one of the page's, or where there is no page, any that we know. */
export async function languageOf(answer: Answer<Owned>, searchParams: Query): Promise<Language> {
  return pickLanguage("page" in answer ? answer.page.organization.languages : languages, lastOf((await searchParams).lang));
}

/** The head of a page. */
export async function describe<Page extends Owned>(answer: Answer<Page>, searchParams: Query, say: (page: Page, words: Phrases) => Metadata): Promise<Metadata> {
  const language = await languageOf(answer, searchParams);
  const words = phrases[language];
  if (!("page" in answer)) return { title: { absolute: answer.status === 404 ? words.notFoundTitle : words.unavailableTitle }, robots: { index: false } };
  const { indexed } = answer.page.organization;
  return { ...say(answer.page, words), robots: { index: indexed, follow: indexed } };
}

/** The title of a page of an organization. */
export const titleOf = (sentence: string, { name }: PageOrganization, words: Phrases) => ({ absolute: fill(words.pageTitle, { sentence, name }) });

type Show<Page> = {
  answer: Answer<Page>;
  searchParams: Query;
  orgID: string;
  /** What is said where there is none. */
  missing: "notFoundPage" | "notFoundIncident" | "notFoundMaintenance" | "notFoundMonth";
  view: (page: Page, language: Language, base: string) => React.ReactNode;
};

/** The document of a page, or of what is said in its place, with the status that is true of it. */
export async function show<Page extends Owned>({ answer, searchParams, orgID, missing, view }: Show<Page>): Promise<React.ReactNode> {
  const language = await languageOf(answer, searchParams);
  const base = baseOf(orgID);
  if ("page" in answer) return <PageDocument language={language}>{view(answer.page, language, base)}</PageDocument>;
  setPageStatus(answer.status);
  const words = phrases[language];
  return (
    <PageDocument language={language}>
      {answer.status === 503 ? (
        <Unavailable language={language} />
      ) : (
        <Notice
          language={language}
          title={words.notFoundTitle}
          text={words[missing]}
          link={missing === "notFoundPage" ? undefined : { href: pageLinks(base, languages, language).page(), text: words.back }}
        />
      )}
    </PageDocument>
  );
}
