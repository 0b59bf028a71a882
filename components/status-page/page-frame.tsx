import { PageFooter } from "@/components/status-page/page-footer";
import { StatusPageHeader } from "@/components/status-page/page-header";
import type { DocumentTexts } from "@/lib/public/page/document-texts";
import { type PageLinks, usableAccent } from "@/lib/public/page/rules";
import type { PageOrganization } from "@/lib/public/page/schema";

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

type Props = {
  organization: PageOrganization;
  texts: DocumentTexts;
  links: PageLinks;
  inLanguage?: PageLinks["page"];
  /** The name is the main heading. */
  isHome?: boolean;
  /** The page has the form itself. */
  isForm?: boolean;
  children: React.ReactNode;
};

/** Header and footer of every page. */
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
