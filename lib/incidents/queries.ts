import {
  type EventComponent,
  eventComponentFields,
  toEventComponent,
} from "@/lib/components/queries";
import type { ComponentStatus, PublicStatus } from "@/lib/components/schema";
import type { TimeCursor } from "@/lib/cursor";
import { selectFields, sql } from "@/lib/statements";
import { reader, type Prisma, type Tx } from "@/lib/db/database";
import { findUnknownIdErrors, invalid, notFound } from "@/lib/errors";
import type { TextFormat } from "@/lib/markdown/values";
import type { OrganizationId, OrganizationScope } from "@/lib/organizations/scope";
import { readByIds } from "@/lib/relations";
import { parseTranslations } from "@/lib/translations/rules";
import type { Translations } from "@/lib/translations/values";
import { listSubjects } from "@/lib/updates/queries";
import type { Impact, IncidentFilter, IncidentStatus } from "./schema";

export const INCIDENTS_PAGE_SIZE = 50;

type Row = Omit<Prisma.IncidentGetPayload<object>, `postmortem${string}`>;
export type Incident = Omit<Row, "translations" | "status" | "impact"> & {
  translations: Translations<"title">;
  status: IncidentStatus;
  impact: Impact;
  componentIds: string[];
};

export type Postmortem = {
  body: string;
  format: TextFormat;
  translations: Translations<"body">;
  publishedAt: Date | null;
  updatedAt: Date;
};

export type IncidentWithRelations = Incident & {
  /**
   * `status` is the component's status in this incident. `recordedStatus` is the one that visitors
   * see.
   */
  components: (EventComponent & { status: ComponentStatus; recordedStatus: PublicStatus })[];
  postmortem: Postmortem | null;
};

export type IncidentDetail = IncidentWithRelations & {
  followerCount: number;
};

/** Reads an incident with its components and postmortem. Throws 404 if it does not exist. */
export async function getIncident(
  scope: { id: OrganizationId },
  id: string,
  db: Tx = reader(),
): Promise<IncidentWithRelations> {
  const row = await db.incident.findFirst({
    where: { id, organizationId: scope.id },
    include: {
      components: {
        select: {
          status: true,
          component: { select: { ...eventComponentFields, recordedStatus: true } },
        },
      },
    },
  });
  if (row === null) throw notFound("This incident");
  const {
    postmortem,
    postmortemFormat,
    postmortemTranslations,
    postmortemPublishedAt,
    postmortemUpdatedAt,
    ...incident
  } = row;
  const components = row.components
    .sort((a, b) => a.component.position - b.component.position)
    .map(({ status, component: { recordedStatus, ...component } }) => ({
      ...toEventComponent(component),
      status: status as ComponentStatus,
      recordedStatus: recordedStatus as PublicStatus,
    }));
  return {
    ...incident,
    translations: parseTranslations(incident.translations),
    status: row.status as IncidentStatus,
    impact: row.impact as Impact,
    componentIds: components.map((component) => component.id),
    components,
    postmortem:
      postmortem === null
        ? null
        : {
            body: postmortem,
            format: postmortemFormat as TextFormat,
            translations: parseTranslations(postmortemTranslations),
            publishedAt: postmortemPublishedAt,
            updatedAt: postmortemUpdatedAt!,
          },
  };
}

/** Reads an incident with the number of its active subscribers. Throws 404 if it does not exist. */
export async function getIncidentDetail(
  scope: { id: OrganizationId },
  id: string,
  db: Tx = reader(),
): Promise<IncidentDetail> {
  const incident = await getIncident(scope, id, db);
  return {
    ...incident,
    followerCount: await db.subscriberIncident.count({
      where: { incidentId: id, subscriber: { state: "active" } },
    }),
  };
}

export async function getPostmortem(
  scope: { id: OrganizationId },
  incidentId: string,
): Promise<Postmortem> {
  const { postmortem } = await getIncident(scope, incidentId);
  if (postmortem === null) throw notFound("This postmortem");
  return postmortem;
}

const columns = selectFields<Row>({
  ...{ id: true, organizationId: true, title: true, translations: true },
  ...{ status: true, impact: true, startedAt: true, resolvedAt: true },
  ...{ createdAt: true, updatedAt: true },
});

/** Lists incidents that match a filter, latest start first. */
export async function listIncidents(
  scope: OrganizationScope,
  filter: IncidentFilter,
): Promise<{ incidents: Incident[]; next: TimeCursor | null }> {
  const { before, status, impact } = filter;
  // Few incidents are unresolved, so SQLite must use the index on `status` or `resolved_at`. The
  // concatenation keeps it from using the one on `impact`.
  const isSelective = status !== undefined && status !== "resolved";
  const indexed = [
    sql`s.organization_id = ${scope.id}`,
    status === "unresolved" && sql`s.resolved_at IS NULL`,
    status === "resolved" && sql`s.resolved_at IS NOT NULL`,
    isSelective && status !== "unresolved" && sql`s.status = ${status}`,
    impact && (isSelective ? sql`(s.impact || '') = ${impact}` : sql`s.impact = ${impact}`),
  ];
  const list = { kind: "incident", columns, time: sql`s.started_at`, indexed, filter } as const;
  const { page, next } = await listSubjects<Row>(list, before, INCIDENTS_PAGE_SIZE);
  const incidents = page.map((row) => ({
    ...row,
    translations: parseTranslations<"title">(row.translations),
    status: row.status as IncidentStatus,
    impact: row.impact as Impact,
  }));
  return { incidents, next };
}

/**
 * Returns the IDs without duplicates. Throws 400 if one is not an incident of this organization.
 */
export async function requireIncidents(
  tx: Tx,
  scope: { id: OrganizationId },
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await readByIds([...new Set(ids)], (some) =>
    tx.incident.findMany({
      where: { organizationId: scope.id, id: { in: some } },
      select: { id: true },
    }),
  );
  const found = new Set(rows.map(({ id }) => id));
  const errors = findUnknownIdErrors("incident", ids, found);
  if (errors.length > 0) throw invalid(errors);
  return [...found];
}
