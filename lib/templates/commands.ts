import { isDeepStrictEqual } from "node:util";
import { defineAudit } from "@/lib/audit/commands";
import { requireComponents } from "@/lib/components/queries";
import { isUniqueViolation } from "@/lib/db/database-errors";
import { type FieldError, Problem } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { defineCommand } from "@/lib/organizations/commands";
import { requireFreeRows } from "@/lib/organizations/row-limits";
import { requireMatch } from "@/lib/precondition";
import { changeTranslations } from "@/lib/translations/rules";
import type { NoFields } from "@/lib/validation";
import { getTemplate, type Template } from "./queries";
import { type NewTemplate, type TemplateChange, templateStatuses } from "./schema";
import { serializeTemplate } from "./serialize";

const auditTemplate = defineAudit(
  ({ id, name }: Template) => ({ type: "template", id, name }),
  serializeTemplate,
);

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
export const createTemplate = defineCommand("editor", async (write, input: NewTemplate) => {
  const { tx, now, organization } = write;
  const { kind, name, title, body, format = "plain", status } = input;
  await requireFreeRows(tx, organization.id, "templates", now);
  const components = await requireComponents(tx, organization, input.component_ids);
  const template: Template = {
    id: newId(),
    organizationId: organization.id,
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
  await rejectTakenName(tx.template.create({ data: toRow(template), select: { id: true } }), name);
  auditTemplate(write, "template.created", { after: template });
  return template;
});

export const changeTemplate = defineCommand(
  "editor",
  async (write, id: string, change: TemplateChange) => {
    const { tx, now, organization } = write;
    const before = await getTemplate(organization, id, tx);
    requireMatch(write, serializeTemplate(before));
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
    const components = await requireComponents(tx, organization, newIds ?? [], { errors });
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
      updatedAt: now,
    };
    if (isDeepStrictEqual({ ...after, updatedAt: before.updatedAt }, before)) return before;
    const row = toRow(after);
    // `after.componentIds` lacks archived components, which the template keeps.
    const data = newIds === undefined ? { ...row, componentIds: undefined } : row;
    const update = tx.template.update({ where: { id }, data, select: { id: true } });
    await rejectTakenName(update, change.name);
    auditTemplate(write, "template.updated", { before, after });
    return after;
  },
);

export const deleteTemplate = defineCommand("editor", async (write, id: string) => {
  const { tx, organization } = write;
  const template = await getTemplate(organization, id, tx);
  requireMatch(write, serializeTemplate(template));
  await tx.template.delete({ where: { id }, select: { id: true } });
  auditTemplate(write, "template.deleted", { before: template });
});
