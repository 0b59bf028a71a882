import { Phrase } from "@/components/status-page/phrase";
import type { PageLinks } from "@/lib/status-page/rules";
import type { PageOrganization } from "@/lib/status-page/schema";
import type { Say } from "@/lib/status-page/words";

type Props = { organization: PageOrganization; say: Say; links: PageLinks; /** The name is the page's heading only where nothing else is. */ name: "h1" | "h2" | "p" };

/** Whose page it is, and where else to go. */
export function PageHeader({ organization, say, links, name: Name }: Props) {
  const { name, logo_url, website_url, support_url } = organization;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-6 sm:py-8">
      <Name className="min-w-0 text-lg font-semibold wrap-anywhere">
        <a href={links.page()} className="inline-flex items-center gap-3 rounded-sm">
          {/* eslint-disable-next-line nextjs/no-img-element -- an optimizer would put a script and a second server between a stranger and the logo */}
          {logo_url !== null && <img src={logo_url} alt="" width={32} height={32} className="size-8 shrink-0 rounded-sm object-contain" />}
          <span>
            <Phrase text={say.pageOf} places={{ name: <bdi>{name}</bdi> }} />
          </span>
        </a>
      </Name>
      {(website_url !== null || support_url !== null) && (
        <p className="flex flex-wrap gap-x-4 gap-y-1">
          {website_url !== null && <OutwardLink href={website_url}>{say.website}</OutwardLink>}
          {support_url !== null && <OutwardLink href={support_url}>{say.support}</OutwardLink>}
        </p>
      )}
    </div>
  );
}

function OutwardLink({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <a href={href} rel="noopener" className="rounded-sm text-accent underline underline-offset-2">
      {children}
    </a>
  );
}
