import { isDeepStrictEqual } from "node:util";
import type { Context } from "@/lib/actor";
import { requireComponents } from "@/lib/components/queries";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { type FieldError, Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { writeInOrganization } from "@/lib/organizations/commands";
import { requireFreeRows } from "@/lib/organizations/row-limits";
import type { OrganizationScope } from "@/lib/organizations/scope";
import { requireMatch } from "@/lib/precondition";
import { changeTranslations } from "@/lib/translations/rules";
import type { NoFields } from "@/lib/validation";
import { getTemplate, type Template } from "./queries";
import { type NewTemplate, type TemplateChange, templateStatuses } from "./schema";
import { serializeTemplate } from "./serialize";

const toAuditSubject = ({ id, name }: Template) => ({ type: "template", id, name });

async function rejectTakenName<T>(work: Promise<T>, name: string | undefined): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (name !== undefined && isUniqueViolation(error))
      throw new Problem(
        "conflict",
        `A template of this kind is already named ${JSON.stringify(name)}. Choose another name.`,
      );
    throw error;
  }
}

const toRow = (template: Template) => ({
  ...template,
  translations: JSON.stringify(template.translations),
  componentIds: JSON.stringify(template.componentIds),
});

/**
 * Creates a template. Throws 400 for an unknown component, and 409 if the name is taken or the
 * organization has too many templates.
 */
export async function createTemplate(
  context: Context,
  scope: OrganizationScope,
  input: NewTemplate,
): Promise<Template> {
  const { now } = context;
  const { kind, name, title, body, format = "plain", status } = input;
  const work = writeInOrganization(context, scope, "editor", async ({ tx, audit }) => {
    await requireFreeRows(tx, scope.id, "templates", now);
    const components = await requireComponents(tx, scope, input.component_ids);
    const template: Template = {
      id: newId(),
      organizationId: scope.id,
      kind,
      name,
      title,
      body,
      format,
      translations: changeTranslations({}, input.translations),
      status,
      impact: input.kind === "incident" ? input.impact : null,
      componentIds: components.map(({ id }) => id),
      createdAt: now,
      updatedAt: now,
    };
    await tx.template.create({ data: toRow(template), select: { id: true } });
    audit({
      action: "template.created",
      subject: toAuditSubject(template),
      after: serializeTemplate(template),
    });
    return template;
  });
  return rejectTakenName(work, name);
}

export async function changeTemplate(
  context: Context,
  scope: OrganizationScope,
  id: string,
  change: TemplateChange,
): Promise<Template> {
  const work = writeInOrganization(context, scope, "editor", async ({ tx, audit }) => {
    const before = await getTemplate(scope, id, tx);
    requireMatch(context, serializeTemplate(before));
    const {
      name = before.name,
      title = before.title,
      body = before.body,
      format = before.format,
      translations,
      status = before.status,
      impact,
      component_ids: newIds,
      ...rest
    } = change;
    rest satisfies NoFields;
    const statuses: readonly string[] = templateStatuses[before.kind];
    const errors: FieldError[] = statuses.includes(status)
      ? []
      : [{ path: "status", message: `must be one of ${statuses.join(", ")}` }];
    const isUpdate = before.kind === "update";
    if (isUpdate && body === "") errors.push({ path: "body", message: "must not be empty" });
    const components = await requireComponents(tx, scope, newIds ?? [], { errors });
    const componentIds =
      newIds === undefined ? before.componentIds : components.map((component) => component.id);
    const after: Template = {
      ...before,
      name,
      title: isUpdate ? "" : title,
      body,
      format,
      translations: changeTranslations(before.translations, translations),
      status,
      impact: before.kind === "incident" ? (impact ?? before.impact) : null,
      componentIds: isUpdate ? [] : componentIds,
      updatedAt: context.now,
    };
    if (isDeepStrictEqual({ ...after, updatedAt: before.updatedAt }, before)) return before;
    await tx.template.update({ where: { id }, data: toRow(after), select: { id: true } });
    audit({
      action: "template.updated",
      subject: toAuditSubject(after),
      before: serializeTemplate(before),
      after: serializeTemplate(after),
    });
    return after;
  });
  return rejectTakenName(work, change.name);
}

export async function deleteTemplate(
  context: Context,
  scope: OrganizationScope,
  id: string,
): Promise<void> {
  await writeInOrganization(context, scope, "editor", async ({ tx, audit }) => {
    const template = await getTemplate(scope, id, tx);
    requireMatch(context, serializeTemplate(template));
    await tx.template.delete({ where: { id }, select: { id: true } });
    audit({
      action: "template.deleted",
      subject: toAuditSubject(template),
      before: serializeTemplate(template),
    });
  });
}
