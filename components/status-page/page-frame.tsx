import { PageFooter } from "@/components/status-page/page-footer";
import { StatusPageHeader } from "@/components/status-page/page-header";
import type { DocumentTexts } from "@/lib/public/page/document-texts";
import { type PageLinks, usableAccent } from "@/lib/public/page/rules";
import type { PageOrganization } from "@/lib/public/page/schema";

/**
 * The tokens of app/tokens.css, for the scheme in which the organization's own colour could not be
 * read.
 */
const accents = { light: "#2746c7", dark: "#9badff" };

/**
 * The style that a page has in the organization's own colour; empty where it has none that can be
 * read.
 */
export function accentStyle(color: string | null): string {
  const { light, dark } = usableAccent(color);
  return light === null && dark === null
    ? ""
    : `.sp,.sp-dialog{--color-accent:light-dark(${light ?? accents.light},${dark ?? accents.dark})}`;
}

type Props = {
  organization: PageOrganization;
  texts: DocumentTexts;
  links: PageLinks;
  inLanguage?: PageLinks["page"];
  /** Where the name is the heading of all. */
  isHome?: boolean;
  /** Where the form itself is. */
  isForm?: boolean;
  children: React.ReactNode;
};

/** What all pages of a status page have around them. */
export function PageFrame({
  organization,
  texts,
  links,
  inLanguage,
  isHome = false,
  isForm = false,
  children,
}: Props) {
  return (
    <div className="sp mx-auto w-full max-w-3xl px-4">
      <header>
        <StatusPageHeader
          organization={organization}
          texts={texts}
          links={links}
          name={isHome ? "h1" : "p"}
          isForm={isForm}
        />
      </header>
      <main id="content">{children}</main>
      <footer>
        <PageFooter
          organization={organization}
          texts={texts}
          links={links}
          inLanguage={inLanguage}
        />
      </footer>
    </div>
  );
}

/** A part of the page under its heading. */
export function PageSection({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: React.ReactNode;
}) {
  return (
    <section id={id} aria-labelledby={`sp-${id}`} className="mt-10">
      <h2 id={`sp-${id}`} className="mb-3 text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}
