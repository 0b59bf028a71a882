"use client";

import Link from "next/link";
import { ComponentNameList } from "@/components/components/component-names";
import { useOrganization } from "@/components/organizations/organization-context";
import { TimeAgo } from "@/components/ui/relative-time";
import type { MaintenanceResponse } from "@/lib/http/api-client";
import { getMaintenanceSpan } from "@/lib/maintenances/values";
import { UpdateStatusBadge } from "@/components/updates/update-status";
import { Period } from "./period";

type MaintenanceRowProps = {
  maintenance: MaintenanceResponse;
  names: ReadonlyMap<string, string>;
};

export function MaintenanceRow({ maintenance, names }: MaintenanceRowProps) {
  const { at } = useOrganization();
  const { id, title, status, scheduled_for, component_ids } = maintenance;
  return (
    <li
      className={
        "relative grid gap-x-6 gap-y-1.5 border-b border-line px-4 py-3 " +
        "[contain-intrinsic-size:auto_4.5rem] [content-visibility:auto] last:border-b-0 " +
        "hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_auto]"
      }
    >
      <div className="min-w-0">
        <Link
          href={at(`/maintenances/${id}`)}
          prefetch={false}
          data-row={id}
          className="line-clamp-2 rounded-sm font-medium wrap-anywhere after:absolute after:inset-0"
        >
          <bdi>{title}</bdi>
        </Link>
        <ComponentNameList ids={component_ids} names={names} />
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 sm:flex-col sm:items-end">
        <UpdateStatusBadge status={status} />
        <span className="text-xs text-muted tabular-nums">
          <Period {...getMaintenanceSpan(maintenance)} />
          {status === "scheduled" && (
            <>
              {" · "}
              <TimeAgo at={scheduled_for} />
            </>
          )}
        </span>
      </div>
    </li>
  );
}
