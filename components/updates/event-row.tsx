"use client";

import Link from "next/link";
import { useOrganization } from "@/components/organizations/organization-context";
import { formatNameList } from "@/components/ui/format-names";
import { rowClass } from "@/components/ui/row";
import { rowLink } from "@/components/ui/row-link";

const NAMES_SHOWN = 3;

type EventRowProps = {
  path: `/incidents/${string}` | `/maintenances/${string}`;
  event: { id: string; title: string; component_ids: readonly string[] };
  names: ReadonlyMap<string, string>;
  badges: React.ReactNode;
  children: React.ReactNode;
};

/** A row in the list of incidents or maintenances. `children` is the text with the times. */
export function EventRow({ path, event, names, badges, children }: EventRowProps) {
  const { at } = useOrganization();
  const { id, title, component_ids } = event;
  const componentNames = component_ids.map((id) => names.get(id) ?? "a removed component");
  const more = component_ids.length - NAMES_SHOWN;
  return (
    <li
      className={
        `${rowClass} relative grid gap-x-6 gap-y-1.5 px-4 py-3 hover:bg-sunken ` +
        "[contain-intrinsic-block-size:auto_4.5rem] sm:grid-cols-[minmax(0,1fr)_auto]"
      }
    >
      <div className="min-w-0">
        <Link
          href={at(path)}
          prefetch={false}
          {...rowLink(id)}
          className="line-clamp-2 rounded-sm font-medium wrap-anywhere after:absolute after:inset-0"
        >
          <bdi>{title}</bdi>
        </Link>
        <p className="mt-0.5 truncate text-xs text-muted">
          {formatNameList(componentNames.slice(0, NAMES_SHOWN)) ?? "No components"}
          {more > 0 && ` and ${more} more`}
        </p>
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 sm:flex-col sm:items-end">
        <span className="flex flex-wrap gap-1 sm:justify-end">{badges}</span>
        <span className="text-xs text-muted tabular-nums">{children}</span>
      </div>
    </li>
  );
}
