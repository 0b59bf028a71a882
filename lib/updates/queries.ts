import type { ComponentStatus, PublicStatus } from "@/lib/components/schema";
import { takePage, type TimeCursor } from "@/lib/cursor";
import {
  unescapedSql,
  createSearchCondition,
  joinConditions,
  type Sql,
  sql,
} from "@/lib/statements";
import { reader, type Tx } from "@/lib/db/database";
import { emailOrganizationFields } from "@/lib/email/email-organization";
import { renderEventPreview } from "@/lib/email/event-emails";
import { notFound } from "@/lib/errors";
import type { IncidentStatus } from "@/lib/incidents/values";
import type { MaintenanceStatus } from "@/lib/maintenances/values";
import type { TextFormat } from "@/lib/markdown/values";
import { localizeEvent, messageComponentFields } from "@/lib/notifications/localized-event";
import { readEarlierValues } from "@/lib/notifications/outbox";
import { countAudience } from "@/lib/notifications/audience";
import { estimateSeconds } from "@/lib/notifications/estimate";
import type { NewOutboxEvent } from "@/lib/organizations/commands";
import { type Language, parseLanguages } from "@/lib/organizations/values";
import type { OrganizationId, OrganizationScope } from "@/lib/organizations/scope";
import { readChildren } from "@/lib/relations";
import { createSingleSlice, findInSlices, splitIntoSlices } from "@/lib/slices";
import { parseTranslations } from "@/lib/translations/rules";
import type { Translations } from "@/lib/translations/values";
import { createSubjectFilter, getColumns, getTables, orderByNewest } from "./tables";
import type { Subject, SubjectKind } from "./values";

export type UpdateComponent<Status extends PublicStatus = PublicStatus> = {
  id: string;
  name: string;
  status: Status;
  old_status: PublicStatus;
  new_status: PublicStatus;
};

type PreviousText = {
  body: string;
  format: TextFormat;
  translations: Translations<"body">;
  replacedAt: Date;
  replacedBy: string | null;
};

export type Update<Status extends string = string, Given extends PublicStatus = PublicStatus> = {
  id: string;
  subjectId: string;
  status: Status;
  body: string;
  format: TextFormat;
  translations: Translations<"body">;
  components: UpdateComponent<Given>[];
  /**
   * The time that the page shows, and by which updates are sorted. For maintenance, `createdAt`.
   */
  displayAt: Date;
  notified: boolean;
  authorId: string | null;
  createdAt: Date;
  updatedAt: Date;
  earlier: PreviousText[];
};

export type IncidentUpdate = Update<IncidentStatus, ComponentStatus>;
export type MaintenanceUpdate = Update<MaintenanceStatus>;
export type UpdateOf<Kind extends SubjectKind> = Kind extends "incident"
  ? IncidentUpdate
  : MaintenanceUpdate;

export const UPDATES_PAGE_SIZE = 50;
export const EARLIER_TEXTS = 20;

type Parsed = "format" | "translations" | "components";
type Row = Omit<Update, "subjectId" | "displayAt" | "earlier" | Parsed> & {
  format: string;
  translations: string;
  components: string;
  displayAt?: Date;
};

const toUpdate = <Kind extends SubjectKind>(
  { id }: Subject<Kind>,
  row: Row,
  earlier: PreviousText[] = [],
) =>
  ({
    ...row,
    subjectId: id,
    format: row.format as TextFormat,
    translations: parseTranslations(row.translations),
    displayAt: row.displayAt ?? row.createdAt,
    components: JSON.parse(row.components) as UpdateComponent[],
    earlier,
  }) as UpdateOf<Kind>;

async function withEarlierTexts<Kind extends SubjectKind>(
  db: Tx,
  subject: Subject<Kind>,
  rows: readonly Row[],
): Promise<UpdateOf<Kind>[]> {
  const getTexts = await readChildren(
    rows.map(({ id }) => id),
    (some) =>
      getTables(db, subject.kind).texts.findMany({
        where: { updateId: { in: some } },
        select: {
          ...{ updateId: true, body: true, format: true, translations: true },
          ...{ replacedAt: true, replacedBy: true },
        },
        orderBy: [{ replacedAt: "desc" }, { id: "desc" }],
      }),
    ({ updateId }) => updateId,
  );
  return rows.map((row) => {
    const texts = getTexts(row.id).slice(0, EARLIER_TEXTS);
    return toUpdate(
      subject,
      row,
      texts.map(({ updateId: _, ...text }) => ({
        ...text,
        format: text.format as TextFormat,
        translations: parseTranslations(text.translations),
      })),
    );
  });
}

export async function readNewestUpdates<Kind extends SubjectKind>(
  db: Tx,
  subject: Subject<Kind>,
  take?: number,
): Promise<UpdateOf<Kind>[]> {
  const rows = await getTables(db, subject.kind).updates.findMany({
    where: createSubjectFilter(subject),
    orderBy: orderByNewest(subject.kind),
    take,
  });
  return rows.map((row) => toUpdate(subject, row));
}

/** Throws 404 if the incident or maintenance does not exist. */
export async function requireSubject(
  db: Tx,
  scope: { id: OrganizationId },
  { kind, id }: Subject,
): Promise<void> {
  const found = await getTables(db, kind).subjects.findFirst({
    where: { id, organizationId: scope.id },
    select: { id: true },
  });
  if (found === null) throw notFound(`This ${kind}`);
}

export async function listUpdates<Kind extends SubjectKind>(
  scope: OrganizationScope,
  subject: Subject<Kind>,
  before?: TimeCursor,
): Promise<{ updates: UpdateOf<Kind>[]; next: TimeCursor | null }> {
  const db = reader();
  await requireSubject(db, scope, subject);
  const { time } = getColumns(subject.kind);
  const rows = await getTables(db, subject.kind).updates.findMany({
    where: {
      ...createSubjectFilter(subject),
      ...(before && {
        [time]: { lte: before.at },
        OR: [{ [time]: { lt: before.at } }, { id: { lt: before.id } }],
      }),
    },
    orderBy: orderByNewest(subject.kind),
    take: UPDATES_PAGE_SIZE + 1,
  });
  const { page, last } = takePage(rows, UPDATES_PAGE_SIZE);
  return {
    updates: await withEarlierTexts(db, subject, page),
    next: last && { at: last[time], id: last.id },
  };
}

export async function getUpdate<Kind extends SubjectKind>(
  scope: { id: OrganizationId },
  subject: Subject<Kind>,
  id: string,
  db: Tx = reader(),
): Promise<UpdateOf<Kind>> {
  await requireSubject(db, scope, subject);
  const row = await getTables(db, subject.kind).updates.findFirst({
    where: { id, ...createSubjectFilter(subject) },
  });
  if (row === null) throw notFound("This update");
  return (await withEarlierTexts(db, subject, [row]))[0]!;
}

type Condition = Parameters<typeof joinConditions>[number];
type SubjectList = {
  kind: SubjectKind;
  columns: Sql;
  /** The time that the list is sorted by. */
  time: ReturnType<typeof sql>;
  /** Conditions on the incident or maintenance `s`. */
  indexed: Condition[];
  /** Filters without an index. */
  filter: { component_id?: string | undefined; q?: string | undefined };
  /** Further conditions without an index. With them or a filter, the list is read in slices. */
  unindexed?: Condition[];
};

/**
 * Reads a page of incidents or maintenance, latest first, and the IDs of their components. One
 * statement reads all of it, because Prisma takes three times as long for the same rows.
 */
export async function listSubjects<Row>(
  { kind, columns, time, indexed, filter, unindexed: others = [] }: SubjectList,
  before: TimeCursor | undefined,
  size: number,
): Promise<{ page: (Row & { componentIds: string[] })[]; next: TimeCursor | null }> {
  type Selected = Row & TimeCursor & { componentIds: string | null };
  const db = reader();
  const from = unescapedSql(`${kind}s s`);
  const affected = unescapedSql(`${kind}_components`);
  const subjectId = unescapedSql(`c.${kind}_id`);
  const { component_id: componentId, q = "" } = filter;
  const unindexed = [
    componentId !== undefined &&
      sql`EXISTS (
        SELECT 1 FROM ${affected} c WHERE ${subjectId} = s.id AND c.component_id = ${componentId})`,
    q !== "" && createSearchCondition("s.title", q),
    ...others,
  ];
  const isSearch = unindexed.some(Boolean);
  const isAfter = (key: TimeCursor | undefined) =>
    key && sql`(${time}, s.id) < (${key.at}, ${key.id})`;
  const findKey = async (after: TimeCursor | undefined, count: number) => {
    const [row] = await db.$queryRaw<TimeCursor[]>`
      SELECT ${time} AS at, s.id FROM ${from} WHERE ${joinConditions(...indexed, isAfter(after))}
      ORDER BY ${time} DESC, s.id DESC LIMIT 1 OFFSET ${count - 1}`;
    return row ?? null;
  };
  const rows = await findInSlices(
    isSearch ? splitIntoSlices(findKey, before) : createSingleSlice(before),
    size + 1,
    ({ after, to }, count) => {
      const isInSlice = to && sql`(${time}, s.id) >= (${to.at}, ${to.id})`;
      const conditions = joinConditions(...indexed, ...unindexed, isAfter(after), isInSlice);
      // A search first finds the IDs in an index alone, which is faster than reading all rows.
      const matching = sql`
        FROM ${from} WHERE ${conditions} ORDER BY ${time} DESC, s.id DESC LIMIT ${count}`;
      return db.$queryRaw<Selected[]>`
        SELECT ${time} AS at, ${columns}, (
          SELECT string_agg(c.component_id, ',' ORDER BY component.position)
          FROM ${affected} c JOIN components component ON component.id = c.component_id
          WHERE ${subjectId} = s.id) AS "componentIds"
        FROM ${from} WHERE ${isSearch ? sql`s.id IN (SELECT s.id ${matching})` : conditions}
        ORDER BY ${time} DESC, s.id DESC LIMIT ${count}`;
    },
  );
  const { page, last } = takePage(rows, size);
  return {
    page: page.map(({ at: _, componentIds, ...row }) => ({
      ...(row as unknown as Row),
      componentIds: componentIds?.split(",") ?? [],
    })),
    next: last && { at: last.at, id: last.id },
  };
}

export type Preview = Awaited<ReturnType<typeof previewEvent>>;

/**
 * Previews an event: its audience by channel, and its email in each of the page's languages. If
 * `isSilent`, no subscriber is notified, so the audience is empty.
 */
export async function previewEvent(
  scope: OrganizationScope,
  { kind, incidentId, maintenanceId, payload }: NewOutboxEvent,
  { isSilent }: { isSilent: boolean },
) {
  const { components } = payload;
  const organization = await reader().organization.findUnique({
    where: { id: scope.id },
    select: { ...emailOrganizationFields, revision: true },
  });
  // The event would have the next revision. An unclaimed organization has no revision yet.
  const revision = (organization?.revision ?? 0) + 1;
  const audience = isSilent
    ? []
    : await countAudience(scope.id, { kind, revision, incidentId, components });
  const earlier = await readEarlierValues(reader(), scope.id, { kind, incidentId, maintenanceId });
  const event = {
    ...{ incidentId, maintenanceId },
    payload: JSON.stringify({ ...payload, ...earlier }),
  };
  // Emails contain no positions, so only the affected components are read.
  const affected = await reader().component.findMany({
    where: {
      ...{ organizationId: scope.id, archivedAt: null },
      id: { in: components.map(({ id }) => id) },
    },
    select: messageComponentFields,
  });
  const unclaimed = { id: scope.id, name: scope.id, domain: null };
  const renderIn = (language: Language) =>
    renderEventPreview({
      ...{ kind, language },
      ...localizeEvent(event, organization ?? unclaimed, affected, language),
    });
  const [defaultLanguage = "en", ...others] = parseLanguages(organization?.languages ?? "en");
  const translations: Partial<Record<Language, Awaited<ReturnType<typeof renderIn>>>> = {};
  for (const language of others) translations[language] = await renderIn(language);
  return {
    audience,
    estimatedSeconds: estimateSeconds(audience),
    components,
    email: { ...(await renderIn(defaultLanguage)), translations },
  };
}
