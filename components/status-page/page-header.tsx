import { Phrase } from "@/components/status-page/phrase";
import type { DocumentTexts } from "@/lib/public/page/document-texts";
import type { PageLinks } from "@/lib/public/page/rules";
import type { PageOrganization } from "@/lib/public/page/schema";

type Props = {
  organization: PageOrganization;
  texts: DocumentTexts;
  links: PageLinks;
  /** `h1` only if the page has no other main heading. */
  name: "h1" | "p";
  isForm: boolean;
};

export function StatusPageHeader({ organization, texts, links, name: Name, isForm }: Props) {
  const { name, logo_url, website_url, support_url } = organization;
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
        {website_url !== null && <OutwardLink href={website_url}>{texts.website}</OutwardLink>}
        {support_url !== null && <OutwardLink href={support_url}>{texts.support}</OutwardLink>}
        {!isForm && (
          <a href={links.subscribe()} data-subscribe className={statusPageButtonClass}>
            {texts.subscribe}
          </a>
        )}
      </p>
    </div>
  );
}

export const statusPageButtonClass =
  "inline-flex min-h-9 items-center justify-center rounded-md bg-accent px-3 py-1.5 " +
  "font-medium text-on-accent hover:opacity-90 pointer-coarse:min-h-11";

function OutwardLink({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <a
      href={href}
      rel="noopener"
      className="inline-flex min-h-6 items-center rounded-sm text-accent underline underline-offset-2"
    >
      {children}
    </a>
  );
}
