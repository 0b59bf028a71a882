import { takePage } from "@/lib/cursor";
import { reader, type Tx } from "@/lib/db";
import { notFound } from "@/lib/errors";
import type { Impact } from "@/lib/incidents/schema";
import type { OrganizationId, OrganizationScope } from "@/lib/organizations/scope";
import type { TemplateFilter, TemplateKind } from "./schema";

/** Templates in one page of the list. */
export const PAGE_SIZE = 50;

export type Template = {
  id: string;
  organizationId: string;
  kind: TemplateKind;
  name: string;
  title: string;
  /** Empty: the default message of the status is used. */
  body: string;
  /** One of its kind's. */
  status: string;
  /** Null for a maintenance. */
  impact: Impact | null;
  /** In the order of components; those that are gone by now are left out. */
  componentIds: string[];
  createdAt: Date;
  updatedAt: Date;
};

type Row = NonNullable<Awaited<ReturnType<Tx["template"]["findFirst"]>>>;

/** Rows as the rest of the domain knows them. */
async function readTemplates(
  db: Tx,
  scope: { id: OrganizationId },
  rows: readonly Row[],
): Promise<Template[]> {
  const named = rows.map(({ componentIds }) => new Set(JSON.parse(componentIds) as string[]));
  const ids = [...new Set(named.flatMap((those) => [...those]))];
  const components =
    ids.length === 0
      ? []
      : await db.component.findMany({
          where: { organizationId: scope.id, archivedAt: null, id: { in: ids } },
          select: { id: true, position: true },
        });
  const ordered = components.sort((a, b) => a.position - b.position).map(({ id }) => id);
  return rows.map((row, index) => ({
    ...row,
    kind: row.kind as TemplateKind,
    impact: row.impact as Impact | null,
    componentIds: ordered.filter((id) => named[index]!.has(id)),
  }));
}

async function findOne(
  db: Tx,
  scope: { id: OrganizationId },
  id: string,
  kind?: TemplateKind,
): Promise<Template | null> {
  const row = await db.template.findFirst({
    where: { id, organizationId: scope.id, ...(kind && { kind }) },
  });
  return row === null ? null : (await readTemplates(db, scope, [row]))[0]!;
}

/**
 * The organization's template of this kind and id, or null. For the command that begins something
 * with it.
 */
export const findTemplate = (
  tx: Tx,
  scope: { id: OrganizationId },
  kind: TemplateKind,
  id: string,
): Promise<Template | null> => findOne(tx, scope, id, kind);

/** A template of the organization; 404 when it has none with this id. */
export async function getTemplate(
  scope: { id: OrganizationId },
  id: string,
  db: Tx = reader(),
): Promise<Template> {
  const template = await findOne(db, scope, id);
  if (template === null) throw notFound("This template");
  return template;
}

export type TemplatePage = { templates: Template[]; next: string | null };

/**
 * The templates that fit the filter, at most {@link PAGE_SIZE}, newest first; `next` leads to the
 * older ones.
 */
export async function listTemplates(
  scope: OrganizationScope,
  { kind, before }: TemplateFilter,
): Promise<TemplatePage> {
  const db = reader();
  const rows = await db.template.findMany({
    where: {
      organizationId: scope.id,
      ...(kind && { kind }),
      ...(before !== undefined && { id: { lt: before } }),
    },
    orderBy: { id: "desc" },
    take: PAGE_SIZE + 1,
  });
  const { page, last } = takePage(rows, PAGE_SIZE);
  return { templates: await readTemplates(db, scope, page), next: last?.id ?? null };
}
