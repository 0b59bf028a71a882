import { takePage } from "@/lib/cursor";
import { reader, type Prisma, type Tx } from "@/lib/db/database";
import { type FieldError, invalid, notFound } from "@/lib/errors";
import type { Impact } from "@/lib/incidents/schema";
import type { TextFormat } from "@/lib/markdown/values";
import type { OrganizationId, OrganizationScope } from "@/lib/organizations/scope";
import { parseTranslations, selectTexts } from "@/lib/translations/rules";
import type { Translations } from "@/lib/translations/values";
import { fillTemplate, findVariableErrors } from "./rules";
import { filledTexts, type TemplateFilter, type TemplateKind } from "./schema";

export const TEMPLATES_PAGE_SIZE = 50;

type Row = Prisma.TemplateGetPayload<object>;
/** If `body` is empty, the default message of the status is used. */
export type Template = Omit<Row, "translations" | "componentIds"> & {
  kind: TemplateKind;
  format: TextFormat;
  translations: Translations<"title" | "body">;
  impact: Impact | null;
  componentIds: string[];
};

async function toTemplates(
  db: Tx,
  scope: { id: OrganizationId },
  rows: readonly Row[],
): Promise<Template[]> {
  const idSets = rows.map(({ componentIds }) => new Set(JSON.parse(componentIds) as string[]));
  const ids = [...new Set(idSets.flatMap((set) => [...set]))];
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
    format: row.format as TextFormat,
    translations: parseTranslations(row.translations),
    impact: row.impact as Impact | null,
    componentIds: ordered.filter((id) => idSets[index]!.has(id)),
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
  return row === null ? null : (await toTemplates(db, scope, [row]))[0]!;
}

/** Finds the template of a new incident or maintenance. Adds an error if it does not exist. */
export async function findTemplate(
  { tx, organization }: { tx: Tx; organization: { id: OrganizationId } },
  kind: "incident" | "maintenance",
  id: string | undefined,
  errors: FieldError[],
): Promise<Template | null> {
  if (id === undefined) return null;
  const template = await findOne(tx, organization, id, kind);
  if (template === null) {
    const what = kind === "incident" ? "an incident" : "a maintenance";
    const message = `${JSON.stringify(id)} is not ${what} template of this organization`;
    errors.push({ path: "template_id", message });
  }
  return template;
}

type UsedTexts = {
  /** The title of the request, which replaces that of the template. */
  title: string | undefined;
  usesBody: boolean;
  usesTranslations: boolean;
};

/**
 * Replaces the variables in a template's texts. Throws 400 if a used text contains a variable
 * without a value, or is too long after the replacement.
 */
export function requireFilledTemplate(
  template: Template,
  { title, usesBody, usesTranslations }: UsedTexts,
  source: Parameters<typeof fillTemplate>[2],
  organization: Pick<OrganizationScope, "languages" | "timeZone">,
): Template {
  const usedFields = [
    ...(title === undefined ? (["title"] as const) : []),
    ...(usesBody ? (["body"] as const) : []),
  ];
  if (usedFields.length === 0) return template;
  const filled = fillTemplate(template, title, source, organization);
  const used = {
    ...Object.fromEntries(usedFields.map((field) => [field, filled[field]])),
    translations: usesTranslations ? selectTexts(filled.translations, ...usedFields) : {},
  };
  const { error } = filledTexts.safeParse(used);
  const errors = [
    ...findVariableErrors(used),
    ...(error?.issues ?? []).map(({ path, message }) => ({ path: path.join("."), message })),
  ];
  if (errors.length > 0) throw invalid(errors);
  return filled;
}

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
    take: TEMPLATES_PAGE_SIZE + 1,
  });
  const { page, last } = takePage(rows, TEMPLATES_PAGE_SIZE);
  return { templates: await toTemplates(db, scope, page), next: last?.id ?? null };
}

/** The maximum number of names that `listTemplateNames` returns. */
const MAX_NAMES = 1_000;

/** Lists the names of the newest templates. Their texts would need too much memory. */
export const listTemplateNames = (scope: OrganizationScope) =>
  reader().template.findMany({
    where: { organizationId: scope.id },
    orderBy: { id: "desc" },
    take: MAX_NAMES,
    select: { id: true, name: true },
  });

/** Returns the templates with these IDs, in their order. */
export async function findTemplates(
  scope: OrganizationScope,
  ids: readonly string[],
): Promise<Template[]> {
  const db = reader();
  const rows = await db.template.findMany({
    where: { organizationId: scope.id, id: { in: [...ids] } },
  });
  const templates = await toTemplates(db, scope, rows);
  return templates.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}
