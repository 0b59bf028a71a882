import Link from "next/link";
import { tallTargetClass } from "@/components/ui/route-link";
import { rowLink } from "@/components/ui/row-link";

type OverviewRowProps = {
  href: string;
  title: string;
  badges?: React.ReactNode;
  detail?: React.ReactNode;
  /** Shown between the title and the action, on a phone below the title. */
  chart?: React.ReactNode;
  action?: React.ReactNode;
};

export function OverviewRow({ href, title, badges, detail, chart, action }: OverviewRowProps) {
  return (
    <li
      className={
        "grid items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 " +
        "last:border-b-0 " +
        (chart === undefined
          ? "grid-cols-[minmax(0,1fr)_auto]"
          : "grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_8.5rem]")
      }
    >
      <div className="min-w-0">
        <div
          className={
            "flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 " +
            (chart === undefined ? "sm:flex-nowrap" : "")
          }
        >
          <Link
            href={href}
            prefetch={false}
            {...rowLink(href)}
            className={`${tallTargetClass} min-w-0 rounded-sm font-medium wrap-anywhere hover:underline`}
          >
            <bdi className="line-clamp-2 text-start sm:line-clamp-1">{title}</bdi>
          </Link>
          {badges}
        </div>
        {detail !== undefined && (
          <p className="mt-0.5 line-clamp-2 text-xs wrap-anywhere text-muted sm:line-clamp-1">
            {detail}
          </p>
        )}
      </div>
      {chart !== undefined && <span className="max-sm:col-span-2 max-sm:row-start-2">{chart}</span>}
      {action}
    </li>
  );
}
