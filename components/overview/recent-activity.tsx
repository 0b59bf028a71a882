"use client";

import Link from "next/link";
import { actionWords } from "@/components/audit/action-words";
import { useRead } from "@/components/data/use-read";
import { IncidentStatus } from "@/components/incidents/incident-status";
import { useOrganization } from "@/components/organizations/organization-context";
import { Card } from "@/components/ui/card";
import { Ago } from "@/components/ui/elapsed";
import { Message } from "@/components/ui/message";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import type { Answer } from "@/lib/http/client";
import { SectionLink } from "./section-link";

type Entry = Answer<"GET /v1/organizations/{orgID}/audit-log">[number];

const SHOWN = 8;
/** Several entries may be told in one line. */
const READ = "40";
const EVERY_MS = 15_000;

/** What was done last: by whom, for those who may read the log; else how the newest incidents stand. */
export function RecentActivity() {
  const { is } = useOrganization();
  return is("admin") ? <Deeds /> : <Standings />;
}

function Deeds() {
  const { id: orgID, at } = useOrganization();
  const { data, error } = useRead("GET /v1/organizations/{orgID}/audit-log", { params: { orgID }, query: { limit: READ } }, { everyMs: EVERY_MS });
  return (
    <Frame title="Recent activity" error={error?.detail} loaded={data !== undefined} all={{ href: at("/settings/audit-log"), label: "Audit log" }}>
      {data?.length === 0 && <p className="px-4 py-3 text-muted">Nothing was changed yet.</p>}
      <ol>
        {data &&
          tellingOf(data)
            .slice(0, SHOWN)
            .map(({ entry, more }) => <Deed key={entry.id} entry={entry} more={more} />)}
      </ol>
    </Frame>
  );
}

function Standings() {
  const { id: orgID, at } = useOrganization();
  const { data, error } = useRead("GET /v1/organizations/{orgID}/incidents", { params: { orgID } });
  return (
    <Frame title="Recent activity" error={error?.detail} loaded={data !== undefined} all={{ href: at("/incidents"), label: "All incidents" }}>
      {data?.length === 0 && <p className="px-4 py-3 text-muted">No incident was reported yet.</p>}
      <ol>
        {data
          ?.toSorted((one, other) => (one.updated_at < other.updated_at ? 1 : -1))
          .slice(0, SHOWN)
          .map(({ id, title, status, updated_at }) => (
            <Line key={id} at={updated_at}>
              <Link href={at(`/incidents/${id}`)} prefetch={false} className="rounded-sm font-medium wrap-anywhere hover:underline">
                <bdi>{title}</bdi>
              </Link>{" "}
              <IncidentStatus status={status} />
            </Line>
          ))}
      </ol>
    </Frame>
  );
}

type FrameProps = { title: string; error: string | undefined; loaded: boolean; all: { href: string; label: string }; children: React.ReactNode };

function Frame({ title, error, loaded, all, children }: FrameProps) {
  return (
    <Section
      title={title}
      aside={
        <SectionLink href={all.href}>
          {all.label}
        </SectionLink>
      }
    >
      <Card>
        {error !== undefined && <div className="p-4"><Message>{error}</Message></div>}
        {!loaded && error === undefined && <SkeletonRows rows={4} label="Loading recent activity" />}
        {children}
      </Card>
    </Section>
  );
}

function Line({ at, children }: { at: string; children: React.ReactNode }) {
  return (
    <li className="border-b border-line px-4 py-2 last:border-b-0">
      <p className="wrap-anywhere">{children}</p>
      <p className="text-xs text-muted">
        <Ago at={at} />
      </p>
    </li>
  );
}

/** Where a subject can be looked at. */
const screens: Record<string, string> = { incident: "/incidents", maintenance: "/maintenances", component: "/components", subscriber: "/subscribers" };
function Deed({ entry: { actor, action, subject, at: moment }, more }: Told) {
  const { at } = useOrganization();
  const screen = action.endsWith(".deleted") ? undefined : screens[subject.type];
  // An import has an entry for each part of its file: no one of them knows how many there were.
  const isImport = action === "subscriber.imported";
  const name = isImport ? "subscribers" : subject.name;
  return (
    <Line at={moment}>
      <bdi>{actor.name}</bdi> {isImport ? "imported" : actionWords(action)}{" "}
      {screen === undefined ? (
        <bdi className="font-medium">{name}</bdi>
      ) : (
        <Link href={at(subject.id === "" ? screen : `${screen}/${subject.id}`)} prefetch={false} className="rounded-sm font-medium hover:underline">
          <bdi>{name}</bdi>
        </Link>
      )}
      {more > 0 && ` and ${more} more`}
    </Line>
  );
}

/** What is told in one line: an entry, and how many of its like came just before it. */
type Told = { entry: Entry; more: number };

/** What has a story of its own, line by line. */
const STORIES = /^(incident|maintenance|postmortem|organization)/;

/** Of what one request did, the entry that says most; and of the same done again and again, one line. */
function tellingOf(entries: readonly Entry[]): Told[] {
  const dullness = ({ action }: Entry) => (action.endsWith(".updated") ? 2 : action.endsWith("_update.created") ? 1 : 0);
  const best = new Map<string, Entry>();
  for (const entry of entries) {
    // What Candor itself does is no request's.
    const cause = entry.request_id || entry.id;
    const known = best.get(cause);
    if (known === undefined || dullness(entry) < dullness(known)) best.set(cause, entry);
  }
  const told: Told[] = [];
  for (const entry of best.values()) {
    const last = told.at(-1);
    if (last && !STORIES.test(entry.action) && last.entry.action === entry.action && last.entry.actor.name === entry.actor.name) last.more++;
    else told.push({ entry, more: 0 });
  }
  return told;
}
