import type { PublicStatus } from "@/lib/components/schema";
import { takePage, type TimeCursor } from "@/lib/cursor";
import { allOf, sql } from "@/lib/statements";
import type { Tx } from "@/lib/db/client";
import { reader } from "@/lib/db/database";
import { renderEventPreview } from "@/lib/email/event-emails";
import { emailOrganizationFields, toEmailOrganization } from "@/lib/email/organization";
import { notFound } from "@/lib/errors";
import type { Channel } from "@/lib/notifications/channel";
import type { EventPayload } from "@/lib/notifications/events";
import { openPayload } from "@/lib/notifications/outbox";
import { countAudience } from "@/lib/notifications/audience";
import { estimateSeconds } from "@/lib/notifications/estimate";
import type { NewEvent } from "@/lib/organizations/commands";
import type { OrganizationId, OrganizationScope } from "@/lib/organizations/scope";
import { readChildren } from "@/lib/relations";
import { asSingleSlice, findInSlices, splitIntoSlices } from "@/lib/slices";

/** The incident or maintenance that updates belong to. */
export type Subject = { readonly kind: "incident" | "maintenance"; readonly id: string };

/** A component in an update. `status`: what the incident or maintenance gives it from then on. */
export type UpdateComponent<Status extends PublicStatus = PublicStatus> = {
  id: string;
  name: string;
  status: Status;
  old_status: PublicStatus;
  new_status: PublicStatus;
};

export type PreviousText = { body: string; replacedAt: Date; replacedBy: string | null };

export type Update<Status extends string = string, Given extends PublicStatus = PublicStatus> = {
  id: string;
  subjectId: string;
  status: Status;
  body: string;
  components: UpdateComponent<Given>[];
  /** The time on the status page, by which updates are ordered. Of a maintenance: `createdAt`. */
  displayAt: Date;
  notified: boolean;
  /** A user or a token; null for the system. */
  authorId: string | null;
  createdAt: Date;
  updatedAt: Date;
  /** Messages from before each edit, newest first. */
  earlier: PreviousText[];
};

export const UPDATES_PAGE_SIZE = 50;
/** Earlier messages returned with an update; the database keeps all of them. */
export const EARLIER_TEXTS = 20;

const incidentTables = (db: Tx) => ({
  subjects: db.incident,
  updates: db.incidentUpdate,
  texts: db.incidentUpdateText,
  components: db.incidentComponent,
});

/** The tables of a kind. They have the same columns, except for those that {@link columnsOf} names. */
export const tablesOf = (db: Tx, kind: Subject["kind"]): ReturnType<typeof incidentTables> =>
  kind === "incident"
    ? incidentTables(db)
    : ({
        subjects: db.maintenance,
        updates: db.maintenanceUpdate,
        texts: db.maintenanceUpdateText,
        components: db.maintenanceComponent,
      } as unknown as ReturnType<typeof incidentTables>);

const incidentColumns = { subject: "incidentId", time: "displayAt" } as const;
const columnsOf = (kind: Subject["kind"]): typeof incidentColumns =>
  kind === "incident"
    ? incidentColumns
    : ({ subject: "maintenanceId", time: "createdAt" } as unknown as typeof incidentColumns);

/** The condition for what belongs to a subject, also for events. */
export const belongingTo = ({ kind, id }: Subject): { incidentId: string } =>
  ({ [columnsOf(kind).subject]: id }) as { incidentId: string };

type Row = Omit<Update, "subjectId" | "components" | "displayAt" | "earlier"> & {
  components: string;
  displayAt?: Date;
};

const toUpdate = (subject: Subject, row: Row, earlier: PreviousText[] = []): Update => ({
  ...row,
  subjectId: subject.id,
  displayAt: row.displayAt ?? row.createdAt,
  components: JSON.parse(row.components) as UpdateComponent[],
  earlier,
});

async function withEarlierTexts(db: Tx, subject: Subject, rows: readonly Row[]): Promise<Update[]> {
  const textsOf = await readChildren(
    rows.map(({ id }) => id),
    (some) =>
      tablesOf(db, subject.kind).texts.findMany({
        where: { updateId: { in: some } },
        select: { updateId: true, body: true, replacedAt: true, replacedBy: true },
        orderBy: [{ replacedAt: "desc" }, { id: "desc" }],
      }),
    ({ updateId }) => updateId,
  );
  return rows.map((row) => {
    const texts = textsOf(row.id).slice(0, EARLIER_TEXTS);
    return toUpdate(
      subject,
      row,
      texts.map(({ updateId: _, ...text }) => text),
    );
  });
}

const newestFirst = (kind: Subject["kind"]) => [
  { [columnsOf(kind).time]: "desc" as const },
  { id: "desc" as const },
];

/** The newest updates or all, newest first, without their earlier messages. */
export async function readNewestUpdates(
  db: Tx,
  subject: Subject,
  take?: number,
): Promise<Update[]> {
  const rows = await tablesOf(db, subject.kind).updates.findMany({
    where: belongingTo(subject),
    orderBy: newestFirst(subject.kind),
    take,
  });
  return rows.map((row) => toUpdate(subject, row));
}

async function requireSubject(
  db: Tx,
  scope: { id: OrganizationId },
  { kind, id }: Subject,
): Promise<void> {
  const found = await tablesOf(db, kind).subjects.findFirst({
    where: { id, organizationId: scope.id },
    select: { id: true },
  });
  if (found === null) throw notFound(`This ${kind}`);
}

/** Lists updates, newest first; `next` is the cursor of the following page. 404. */
export async function listUpdates(
  scope: OrganizationScope,
  subject: Subject,
  before?: TimeCursor,
): Promise<{ updates: Update[]; next: TimeCursor | null }> {
  const db = reader();
  await requireSubject(db, scope, subject);
  const { time } = columnsOf(subject.kind);
  const rows = await tablesOf(db, subject.kind).updates.findMany({
    where: {
      ...belongingTo(subject),
      ...(before && {
        [time]: { lte: before.at },
        OR: [{ [time]: { lt: before.at } }, { id: { lt: before.id } }],
      }),
    },
    orderBy: newestFirst(subject.kind),
    take: UPDATES_PAGE_SIZE + 1,
  });
  const { page, last } = takePage(rows, UPDATES_PAGE_SIZE);
  return {
    updates: await withEarlierTexts(db, subject, page),
    next: last && { at: last[time], id: last.id },
  };
}

/** 404 if there is no such incident, maintenance or update. */
export async function getUpdate(
  scope: { id: OrganizationId },
  subject: Subject,
  id: string,
  db: Tx = reader(),
): Promise<Update> {
  await requireSubject(db, scope, subject);
  const row = await tablesOf(db, subject.kind).updates.findFirst({
    where: { id, ...belongingTo(subject) },
  });
  if (row === null) throw notFound("This update");
  return (await withEarlierTexts(db, subject, [row]))[0]!;
}

/** Reads the components of incidents or maintenances, by position. */
export async function readComponentIds(
  db: Tx,
  kind: Subject["kind"],
  ids: readonly string[],
): Promise<(id: string) => string[]> {
  const { subject } = columnsOf(kind);
  const componentsOf = await readChildren(
    ids,
    (some) =>
      tablesOf(db, kind).components.findMany({
        where: { [subject]: { in: some } },
        orderBy: { component: { position: "asc" } },
      }),
    (row) => row[subject],
  );
  return (id) => componentsOf(id).map(({ componentId }) => componentId);
}

type Condition = Parameters<typeof allOf>[number];
type SubjectList = {
  /** The table, with the alias `s`. */
  from: ReturnType<typeof sql>;
  /** The column by which the list is ordered, latest first. */
  time: ReturnType<typeof sql>;
  indexed: Condition[];
  /** If there are any, the list is read in slices. */
  unindexed: Condition[];
};

/** Finds the ids of the incidents or maintenances after `before`, in the order of the list. */
export async function findSubjectIds(
  { from, time, indexed, unindexed }: SubjectList,
  before: TimeCursor | undefined,
  limit: number,
): Promise<{ id: string }[]> {
  const db = reader();
  const isAfter = (key: TimeCursor | undefined) =>
    key && sql`(${time}, s.id) < (${key.at}, ${key.id})`;
  const keyAt = async (after: TimeCursor | undefined, count: number) => {
    const [row] = await db.$queryRaw<TimeCursor[]>`
      SELECT ${time} AS at, s.id FROM ${from} WHERE ${allOf(...indexed, isAfter(after))}
      ORDER BY ${time} DESC, s.id DESC LIMIT 1 OFFSET ${count - 1}`;
    return row ?? null;
  };
  return findInSlices(
    unindexed.some(Boolean) ? splitIntoSlices(keyAt, before) : asSingleSlice(before),
    limit,
    ({ after, to }, count) => {
      const isInSlice = to && sql`(${time}, s.id) >= (${to.at}, ${to.id})`;
      return db.$queryRaw<{ id: string }[]>`
        SELECT s.id FROM ${from}
        WHERE ${allOf(...indexed, ...unindexed, isAfter(after), isInSlice)}
        ORDER BY ${time} DESC, s.id DESC LIMIT ${count}`;
    },
  );
}

/** The audience, component status changes, and email that an event would cause. */
export type Preview = {
  audience: { channel: Channel; count: number }[];
  estimatedSeconds: number;
  components: EventPayload["components"];
  email: { subject: string; html: string; text: string };
};

/** Previews an event that is not written. `silent` leaves the audience empty but renders the email. */
export async function previewEvent(
  scope: OrganizationScope,
  { kind, incidentId, maintenanceId, payload }: NewEvent,
  { silent }: { silent: boolean },
): Promise<Preview> {
  const { components } = payload;
  const organization = await reader().organization.findUnique({
    where: { id: scope.id },
    select: { ...emailOrganizationFields, revision: true },
  });
  // The event would have the next revision. An organization ID that is not claimed yet has no name.
  const recipients = {
    revision: (organization?.revision ?? 0) + 1,
    incidentId: incidentId ?? "",
    componentIds: components.map(({ id }) => id),
  };
  const audience = silent ? [] : await countAudience(scope.id, recipients);
  const sender = toEmailOrganization(
    organization ?? { id: scope.id, name: scope.id, domain: null },
  );
  const event = { incidentId, maintenanceId, payload: JSON.stringify(payload) };
  return {
    audience,
    estimatedSeconds: estimateSeconds(audience),
    components,
    email: await renderEventPreview({
      kind,
      payload: openPayload(event, sender.url),
      organization: sender,
    }),
  };
}
