"use client";

import { ChevronDown } from "lucide-react";
import Link from "next/link";
import { useCallback, useEffect, useRef, useState } from "react";
import { useRead } from "@/components/data/use-read";
import { IncidentImpactBadge } from "@/components/incidents/incident-impact";
import { UpdateStatusBadge } from "@/components/updates/update-status";
import { QuickUpdate } from "@/components/incidents/quick-update";
import { useComponentNames } from "@/components/components/use-component-names";
import { useOrganization } from "@/components/organizations/organization-context";
import { Card } from "@/components/ui/card";
import { TimeAgo, Duration } from "@/components/ui/relative-time";
import { EmptyState } from "@/components/ui/empty-state";
import { Message } from "@/components/ui/message";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import type { IncidentResponse } from "@/lib/http/client";
import { SectionLink } from "./section-link";
import { useOverallStatus } from "./use-overall";
import { useUnresolvedIncidents } from "./use-unresolved";

const UNFOLDED = 2;
const NAMES_SHOWN = 4;

export function UnresolvedIncidents() {
  const { at } = useOrganization();
  const { incidents, error } = useUnresolvedIncidents();
  // Wait for the section above, so that buttons do not move while loading.
  const above = useOverallStatus();
  const settled = above.overall !== undefined || above.error !== undefined;
  const [unsent, setUnsent] = useState<readonly IncidentResponse[]>([]);
  const keepUnsent = useCallback(
    (incident: IncidentResponse, isUnsent: boolean) =>
      setUnsent((before) => [
        ...before.filter(({ id }) => id !== incident.id),
        ...(isUnsent ? [incident] : []),
      ]),
    [],
  );
  // An incident with an unsent update stays, even if someone else resolves it.
  const shown =
    incidents === undefined || !settled
      ? undefined
      : [
          ...incidents,
          ...unsent.filter(({ id }) => !incidents.some((incident) => incident.id === id)),
        ];
  const names = useComponentNames(shown?.flatMap(({ component_ids }) => component_ids) ?? []);
  const card = useRef<HTMLDivElement>(null);
  const count = incidents?.length;
  const before = useRef(count);

  useEffect(() => {
    // A resolved incident disappears with its form; move the lost focus to the card.
    if (
      count !== undefined &&
      before.current !== undefined &&
      count < before.current &&
      document.activeElement === document.body
    )
      card.current?.focus();
    before.current = count;
  }, [count]);

  return (
    <Section
      title={
        count === undefined || count === 0
          ? "Unresolved incidents"
          : `Unresolved incidents (${count})`
      }
      aside={<SectionLink href={at("/incidents")}>All incidents</SectionLink>}
    >
      <div ref={card} tabIndex={-1} className="rounded-lg outline-none focus-visible:outline-2">
        <Card>
          {error && (
            <div className="p-4">
              <Message>{error.detail}</Message>
            </div>
          )}
          {!shown && !error && <SkeletonRows rows={2} label="Loading unresolved incidents" />}
          {shown?.length === 0 && (
            <EmptyState title="No open incidents">All incidents are resolved.</EmptyState>
          )}
          <ul>
            {shown?.map((incident, index) => (
              <Unresolved
                key={incident.id}
                incident={incident}
                names={names}
                unfolded={index < UNFOLDED}
                onUnsent={keepUnsent}
              />
            ))}
          </ul>
        </Card>
      </div>
    </Section>
  );
}

type UnresolvedProps = {
  incident: IncidentResponse;
  names: ReadonlyMap<string, string>;
  unfolded: boolean;
  onUnsent: (incident: IncidentResponse, unsent: boolean) => void;
};

function Unresolved({ incident: listed, names, unfolded, onUnsent }: UnresolvedProps) {
  const { id: orgID, at, is } = useOrganization();
  const { id, title, impact, started_at, component_ids } = listed;
  const { data: updates } = useRead(
    "GET /v1/organizations/{orgID}/incidents/{incidentID}/updates",
    { params: { orgID, incidentID: id } },
  );
  const [isToggledOpen, setIsToggledOpen] = useState<boolean | null>(null);
  const open = isToggledOpen ?? unfolded;
  const last = updates?.[0];
  // The updates may load before the list does; the newest one has the current status.
  const status = last?.status ?? listed.status;
  const more = component_ids.length - NAMES_SHOWN;
  const latest = useRef(listed);
  useEffect(() => {
    latest.current = listed;
  });
  const reportUnsent = useCallback(
    (unsent: boolean) => onUnsent(latest.current, unsent),
    [onUnsent],
  );
  return (
    <li className="border-b border-line p-4 last:border-b-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <Link
            href={at(`/incidents/${id}`)}
            prefetch={false}
            className="rounded-sm text-base font-semibold wrap-anywhere hover:underline"
          >
            <bdi>{title}</bdi>
          </Link>
          <p className="mt-0.5 line-clamp-2 text-xs wrap-anywhere text-muted">
            Open for <Duration from={started_at} until={null} />
            {component_ids.length > 0 && " · "}
            {component_ids.slice(0, NAMES_SHOWN).map((component, index) => (
              <span key={component}>
                {index > 0 && ", "}
                <bdi>{names.get(component) ?? "a removed component"}</bdi>
              </span>
            ))}
            {more > 0 && ` and ${more} more`}
          </p>
        </div>
        <span className="flex flex-wrap gap-1">
          <IncidentImpactBadge impact={impact} />
          <UpdateStatusBadge status={status} />
        </span>
      </div>
      {last === undefined ? (
        <div className="mt-2 h-5 w-3/5 animate-pulse rounded-sm bg-sunken" />
      ) : (
        <p className="mt-2 line-clamp-3 wrap-anywhere">
          <bdi>{last.body}</bdi>{" "}
          <span className="text-xs whitespace-nowrap text-muted">
            <TimeAgo at={last.display_at} />
          </span>
        </p>
      )}
      {is("editor") && (
        <div className="mt-3">
          {!unfolded && (
            <button
              type="button"
              aria-expanded={open}
              onClick={() => setIsToggledOpen(!open)}
              className="flex min-h-9 items-center gap-1 rounded-md font-medium text-accent pointer-coarse:min-h-11"
            >
              Post an update{" "}
              <ChevronDown className={`size-4 transition-transform ${open ? "rotate-180" : ""}`} />
              <span className="sr-only">
                {" on "}
                <bdi>{title}</bdi>
              </span>
            </button>
          )}
          {open && (
            <QuickUpdate
              incident={{ id, title, impact, status }}
              newest={last?.id}
              onUnsent={reportUnsent}
            />
          )}
        </div>
      )}
    </li>
  );
}
