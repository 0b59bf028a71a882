import "./status-page.css";
import type { CSSProperties } from "react";
import { PageFooter } from "@/components/status-page/page-footer";
import { PageHeader } from "@/components/status-page/page-header";
import { type PageLinks, usableAccent } from "@/lib/status-page/rules";
import type { PageOrganization } from "@/lib/status-page/schema";
import type { Say } from "@/lib/status-page/words";

/** The tokens of app/globals.css, for the scheme in which the organization's own colour could not be read. */
const accents = { light: "#2746c7", dark: "#9badff" };

function accentStyle(color: string | null): CSSProperties | undefined {
  const { light, dark } = usableAccent(color);
  if (light === null && dark === null) return undefined;
  return { "--color-accent": `light-dark(${light ?? accents.light}, ${dark ?? accents.dark})` } as CSSProperties;
}

type Props = {
  organization: PageOrganization;
  generatedAt: string;
  say: Say;
  links: PageLinks;
  inLanguage?: PageLinks["page"];
  /** Where the name is the heading of all. */
  isHome?: boolean;
  /** Shown inside of another page, which has its own landmarks and heading. */
  preview?: boolean;
  children: React.ReactNode;
};

/** What all pages of a status page have around them. */
export function PageFrame({ organization, generatedAt, say, links, inLanguage, isHome = false, preview = false, children }: Props) {
  const [Header, Main, Footer] = preview ? (["div", "div", "div"] as const) : (["header", "main", "footer"] as const);
  const heading = preview ? "h2" : "h1";
  return (
    <div className="sp mx-auto w-full max-w-3xl px-4" lang={say.language} style={accentStyle(organization.accent_color)}>
      <Header>
        <PageHeader organization={organization} say={say} links={links} name={isHome ? heading : "p"} />
      </Header>
      <Main id={preview ? undefined : "content"}>{children}</Main>
      <Footer>
        <PageFooter organization={organization} generatedAt={generatedAt} say={say} links={links} inLanguage={inLanguage} />
      </Footer>
    </div>
  );
}

/** A part of the page under its heading. */
export function PageSection({ id, title, children }: { id: string; title: string; children: React.ReactNode }) {
  return (
    <section aria-labelledby={`sp-${id}`} className="mt-10">
      <h2 id={`sp-${id}`} className="mb-3 text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}
