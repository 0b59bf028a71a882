import Link from "next/link";
import { tallTargetClass } from "@/components/ui/route-link";
import { rowLink } from "@/components/ui/row-link";

/** The class of elements that wrap rows of a grid, so that the rows keep the grid's columns. */
export const subgridClass = "col-span-full grid grid-cols-subgrid";
const rowClass = `${subgridClass} items-center gap-y-1 border-b border-line px-4 py-2.5 last:border-b-0`;

/** Rows with one line each. In a narrow list, details are on a second line. */
export function OverviewList({ children }: { children: React.ReactNode }) {
  return (
    <div className="@container">
      <ul
        className={
          "grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 " +
          "@4xl:grid-cols-[minmax(0,3fr)_auto_minmax(0,4fr)_auto]"
        }
      >
        {children}
      </ul>
    </div>
  );
}

type TitleProps = { href: string; title: string };

function Title({ href, title }: TitleProps) {
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

type OverviewRowProps = TitleProps & {
  badges?: React.ReactNode;
  detail: React.ReactNode;
  action?: React.ReactNode;
};

export function OverviewRow({ href, title, badges, detail, action }: OverviewRowProps) {
  return (
    <li className={rowClass}>
      <div className="min-w-0 @4xl:contents">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 @4xl:contents">
          <Title href={href} title={title} />
          <span className="flex flex-wrap gap-1 @4xl:flex-nowrap">{badges}</span>
        </div>
        <p className="mt-0.5 line-clamp-2 text-xs wrap-anywhere text-muted @4xl:mt-0 @4xl:line-clamp-1">
          {detail}
        </p>
      </div>
      {action}
    </li>
  );
}

/** A grid of `ChartRow`s, which may be in nested lists with `subgridClass`. */
export function ChartGrid({ children }: { children: React.ReactNode }) {
  return (
    <div className="@container">
      <div
        className={
          "grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 " +
          "@xl:grid-cols-[minmax(0,3fr)_auto_minmax(0,2fr)_auto]"
        }
      >
        {children}
      </div>
    </div>
  );
}

type ChartRowProps = TitleProps & {
  badges?: React.ReactNode;
  /** In a narrow list, the chart and the value are below the title and the badges. */
  chart: React.ReactNode;
  value: React.ReactNode;
};

export function ChartRow({ href, title, badges, chart, value }: ChartRowProps) {
  return (
    <li className={rowClass}>
      <div
        className={
          "col-span-full flex min-w-0 flex-wrap items-center justify-between gap-x-2 gap-y-1 " +
          "@xl:contents"
        }
      >
        <Title href={href} title={title} />
        <span>{badges}</span>
      </div>
      <span>{chart}</span>
      {value}
    </li>
  );
}

type AffectedComponentsProps = { ids: readonly string[]; names: ReadonlyMap<string, string> };

/**
 * Shows the first component, the number of others, and a separator. Renders nothing if there are no
 * components.
 */
export function AffectedComponents({ ids, names }: AffectedComponentsProps) {
  const [first, ...others] = ids.map((id) => names.get(id) ?? "a removed component");
  if (first === undefined) return null;
  return (
    <>
      <span title={[first, ...others].join(", ")}>
        <bdi className="@4xl:inline-block @4xl:max-w-36 @4xl:truncate @4xl:align-bottom">
          {first}
        </bdi>
        {others.length > 0 && (
          <>
            <span aria-hidden> +{others.length}</span>
            <span className="sr-only">, {others.join(", ")}</span>
          </>
        )}
      </span>
      {" · "}
    </>
  );
}
