import Link from "next/link";
import { getActionLabel, getSubjectName } from "@/components/audit/action-label";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { EmptyState } from "@/components/ui/empty-state";
import { TimeAgo } from "@/components/ui/relative-time";
import { UpdateStatusBadge } from "@/components/updates/update-status";
import type { ResponseBody } from "@/lib/http/api-client";
import { CardLink, OverviewCard } from "./overview-card";

type Entry = ResponseBody<"GET /v1/organizations/{orgID}/audit-log">[number];

const SHOWN = 8;
/** Reads more entries than the card shows, because the card groups similar entries. */
const READ_LIMIT = "40";
const EVERY_MS = 15_000;

export function RecentActivity() {
  const { is } = useOrganization();
  return is("admin") ? <AuditActivity /> : <IncidentActivity />;
}

const card = { title: "Recent activity", rows: 4, shape: "text" } as const;

function AuditActivity() {
  const entries = useRead(
    "GET /v1/organizations/{orgID}/audit-log",
    { query: { limit: READ_LIMIT } },
    { everyMs: EVERY_MS },
  );
  const { data } = entries;
  return (
    <OverviewCard
      {...card}
      aside={<CardLink path="/settings/audit-log">Audit log</CardLink>}
      of={entries}
    >
      {data?.length === 0 && <EmptyState title="No activity yet">Changes appear here.</EmptyState>}
      <ol>
        {data &&
          groupEntries(data)
            .slice(0, SHOWN)
            .map((line) => <AuditLine key={line.entry.id} {...line} />)}
      </ol>
    </OverviewCard>
  );
}

function IncidentActivity() {
  const { at } = useOrganization();
  const incidents = useRead("GET /v1/organizations/{orgID}/incidents");
  const { data } = incidents;
  return (
    <OverviewCard
      {...card}
      aside={<CardLink path="/incidents">All incidents</CardLink>}
      of={incidents}
    >
      {data?.length === 0 && (
        <EmptyState title="No activity yet">Incidents appear here.</EmptyState>
      )}
      <ol>
        {data
          ?.toSorted((one, other) => (one.updated_at < other.updated_at ? 1 : -1))
          .slice(0, SHOWN)
          .map(({ id, title, status, updated_at }) => (
            <Line key={id} at={updated_at}>
              <Link
                href={at(`/incidents/${id}`)}
                prefetch={false}
                className="rounded-sm font-medium wrap-anywhere hover:underline"
              >
                <bdi>{title}</bdi>
              </Link>{" "}
              <UpdateStatusBadge status={status} />
            </Line>
          ))}
      </ol>
    </OverviewCard>
  );
}

function Line({ at, children }: { at: string; children: React.ReactNode }) {
  return (
    <li className="border-b border-line px-4 py-2 last:border-b-0">
      <p className="wrap-anywhere">{children}</p>
      <p className="text-xs text-muted">
        <TimeAgo at={at} />
      </p>
    </li>
  );
}

/** The types of subjects that have a screen, at a path such as `/incidents/<ID>`. */
const LINKED = ["incident", "maintenance", "component", "subscriber"];

function AuditLine({ entry: { actor, action, subject, at: moment }, more }: ActivityLine) {
  const { at } = useOrganization();
  const screen = `/${subject.type}s`;
  const isLinked = LINKED.includes(subject.type) && !action.endsWith(".deleted");
  // An import creates several entries, and none of them has the total number of subscribers.
  const isImport = action === "subscriber.imported";
  const name = isImport ? "subscribers" : getSubjectName(action, subject);
  return (
    <Line at={moment}>
      <bdi>{actor.name}</bdi> {isImport ? "imported" : getActionLabel(action)}{" "}
      {!isLinked ? (
        <bdi className="font-medium">{name}</bdi>
      ) : (
        <Link
          href={at(subject.id === "" ? screen : `${screen}/${subject.id}`)}
          prefetch={false}
          className="rounded-sm font-medium hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>
      )}
      {more > 0 && ` and ${more} more`}
    </Line>
  );
}

type ActivityLine = { entry: Entry; more: number };

const NEVER_GROUPED = /^(incident|maintenance|postmortem|organization)/;

function groupEntries(entries: readonly Entry[]): ActivityLine[] {
  const rank = ({ action }: Entry) =>
    action.endsWith(".updated") ? 2 : action.endsWith("_update.created") ? 1 : 0;
  const best = new Map<string, Entry>();
  for (const entry of entries) {
    const cause = entry.request_id || entry.id;
    const known = best.get(cause);
    if (known === undefined || rank(entry) < rank(known)) best.set(cause, entry);
  }
  const lines: ActivityLine[] = [];
  for (const entry of best.values()) {
    const last = lines.at(-1);
    if (
      last &&
      !NEVER_GROUPED.test(entry.action) &&
      last.entry.action === entry.action &&
      last.entry.actor.name === entry.actor.name
    )
      last.more++;
    else lines.push({ entry, more: 0 });
  }
  return lines;
}
