import { ChevronRight } from "lucide-react";
import Link from "next/link";
import { LoadingCard } from "@/components/data/loading-card";
import { useOrganization } from "@/components/organizations/organization-context";
import { tallTargetClass } from "@/components/ui/route-link";
import { rowLink } from "@/components/ui/row-link";
import { Section } from "@/components/ui/section";

/** The class of elements that wrap rows of a grid, so that the rows keep the grid's columns. */
export const subgridClass = "col-span-full grid grid-cols-subgrid";
export const gridRowClass = `${subgridClass} items-center gap-y-1 border-b border-line px-4 py-2.5 last:border-b-0`;

type OverviewCardProps = React.ComponentProps<typeof LoadingCard> & {
  title: string;
  /** Shown next to the title, unless it is 0. */
  count?: number | undefined;
  aside: React.ReactNode;
  /** If true, the card gets the focus when the focused row is removed. */
  isFocusFallback?: boolean;
};

export function OverviewCard({
  title,
  count = 0,
  aside,
  isFocusFallback = false,
  ...card
}: OverviewCardProps) {
  return (
    <Section
      title={count === 0 ? title : `${title} (${count})`}
      aside={<span className="flex flex-wrap items-center gap-x-4 text-muted">{aside}</span>}
    >
      <div
        className="rounded-lg outline-none focus-visible:outline-2"
        {...(isFocusFallback && { tabIndex: -1, "data-focus-fallback": "" })}
      >
        <LoadingCard label={`Loading ${title.toLowerCase()}`} {...card} />
      </div>
    </Section>
  );
}

export function CardLink({ path, children }: { path: string; children: React.ReactNode }) {
  return (
    <Link
      href={useOrganization().at(path)}
      prefetch={false}
      className={
        "inline-flex min-h-6 items-center pointer-coarse:-my-2.5 pointer-coarse:min-h-11 " +
        "gap-0.5 rounded-sm text-muted hover:text-ink"
      }
    >
      {children} <ChevronRight className="size-4 rtl:rotate-180" />
    </Link>
  );
}

export function RowTitle({ href, title }: { href: string; title: string }) {
  return (
    <Link
      href={href}
      prefetch={false}
      {...rowLink(href)}
      className={`${tallTargetClass} min-w-0 rounded-sm font-medium wrap-anywhere hover:underline`}
    >
      <bdi className="line-clamp-2 text-start sm:line-clamp-1">{title}</bdi>
    </Link>
  );
}
