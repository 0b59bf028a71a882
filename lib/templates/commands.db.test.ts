import { describe, expect, test } from "vitest";
import { later, createMembership, NOW } from "@/e2e/support/database-fixtures";
import { createComponent } from "@/lib/components/commands";
import { reader, transaction } from "@/lib/db/database";
import type { OrganizationScope } from "@/lib/organizations/scope";
import { computeETag } from "@/lib/precondition";
import { changeTemplate, createTemplate, deleteTemplate } from "./commands";
import { findTemplate, getTemplate, listTemplates, TEMPLATES_PAGE_SIZE } from "./queries";
import { newTemplate, templateChange } from "./schema";
import { serializeTemplate } from "./serialize";

async function organization(components = 0) {
  const { context, scope } = await createMembership("editor");
  const ids: string[] = [];
  for (let i = 0; i < components; i++)
    ids.push((await createComponent(context, scope, { name: `c${i}`, description: "" })).id);
  return {
    context,
    scope,
    ids,
    add: (input: Record<string, unknown> = {}) =>
      createTemplate(
        context,
        scope,
        newTemplate.parse({
          kind: "incident",
          name: "Provider",
          title: "Provider is down",
          impact: "major",
          ...input,
        }),
      ),
    change: (id: string, input: Record<string, unknown>, ms = 1_000) =>
      changeTemplate({ ...context, now: later(ms) }, scope, id, templateChange.parse(input)),
  };
}

const conflict = { kind: "conflict", status: 409 };
const notFound = { kind: "not_found", status: 404 };
const createInvalid = (...paths: string[]) => ({
  kind: "invalid",
  status: 400,
  extra: { errors: paths.map((path) => ({ path, message: expect.stringMatching(/\S/) })) },
});
const listNames = async (
  scope: OrganizationScope,
  filter: Parameters<typeof listTemplates>[1] = {},
) => {
  const names: string[] = [];
  let before: string | undefined;
  do {
    const page: Awaited<ReturnType<typeof listTemplates>> = await listTemplates(scope, {
      ...filter,
      ...(before !== undefined && { before }),
    });
    names.push(...page.templates.map(({ name }) => name));
    before = page.next ?? undefined;
  } while (before !== undefined);
  return names;
};

describe("a template", () => {
  test("has the defaults of its kind", async () => {
    const { add } = await organization();
    expect(await add()).toMatchObject({
      kind: "incident",
      status: "investigating",
      impact: "major",
      body: "",
      componentIds: [],
    });
    expect(await add({ kind: "maintenance", status: undefined })).toMatchObject({
      kind: "maintenance",
      status: "scheduled",
      impact: null,
    });
  });

  test("has a unique name per kind and organization, even after concurrent requests", async () => {
    const [{ scope, add, change }, other] = [await organization(), await organization()];
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => add({ name: "Café 🔥" })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(
      results.flatMap((result) => (result.status === "rejected" ? [result.reason] : [])),
    ).toEqual(Array(7).fill(expect.objectContaining(conflict)));
    await add({ name: "Café 🔥", kind: "maintenance" });
    await other.add({ name: "Café 🔥" });
    const { id } = await add({ name: "Other" });
    await expect(change(id, { name: "Café 🔥" })).rejects.toMatchObject(conflict);
    expect(await change(id, { name: "Other", body: "x" })).toMatchObject({
      name: "Other",
      body: "x",
    });
    expect(await listNames(scope)).toEqual(["Other", "Café 🔥", "Café 🔥"]);
  });

  test("contains only components of its organization that are not deleted or archived", async () => {
    const [{ scope, ids, add, change }, other] = [await organization(3), await organization(1)];
    await expect(add({ component_ids: [ids[0], other.ids[0]] })).rejects.toMatchObject(
      createInvalid("component_ids.1"),
    );
    const { id } = await add({ component_ids: [ids[2], ids[0], ids[2], ids[1]] });
    expect((await getTemplate(scope, id)).componentIds).toEqual(ids);
    await transaction(async (tx) => {
      await tx.component.delete({ where: { id: ids[0]! } });
      await tx.component.update({ where: { id: ids[1]! }, data: { archivedAt: NOW } });
    });
    expect((await getTemplate(scope, id)).componentIds).toEqual([ids[2]]);
    expect(
      (await listTemplates(scope, {})).templates.map(({ componentIds }) => componentIds),
    ).toEqual([[ids[2]]]);
    expect(await change(id, { title: "Changed" })).toMatchObject({
      title: "Changed",
      componentIds: [ids[2]],
    });
    await expect(change(id, { component_ids: [ids[0]] })).rejects.toMatchObject(
      createInvalid("component_ids.0"),
    );
    await transaction((tx) =>
      tx.component.update({ where: { id: ids[1]! }, data: { archivedAt: null } }),
    );
    expect((await getTemplate(scope, id)).componentIds).toEqual([ids[1], ids[2]]);
  });

  test("can't have a status of another kind, and has no impact if it is for maintenance", async () => {
    const { add, change } = await organization();
    const [incident, work] = [await add(), await add({ kind: "maintenance" })];
    await expect(
      change(incident.id, { status: "scheduled", component_ids: ["x"] }),
    ).rejects.toMatchObject(createInvalid("status", "component_ids.0"));
    await expect(change(work.id, { status: "monitoring" })).rejects.toMatchObject(
      createInvalid("status"),
    );
    expect(await change(work.id, { status: "in_progress", impact: "critical" })).toMatchObject({
      status: "in_progress",
      impact: null,
    });
    expect(await change(incident.id, { status: "resolved", impact: "none" })).toMatchObject({
      status: "resolved",
      impact: "none",
    });
  });

  test("for updates has a message and a status, and no title or components", async () => {
    const { add, change, ids } = await organization(1);
    const input = {
      kind: "update",
      title: undefined,
      body: "{{component}} works.",
      status: "monitoring",
    };
    const template = await add(input);
    expect(template).toMatchObject({ title: "", impact: null, componentIds: [] });
    expect(
      await change(template.id, { title: "x", component_ids: ids, status: "completed" }),
    ).toMatchObject({ title: "", status: "completed", componentIds: [] });
    await expect(change(template.id, { body: "" })).rejects.toMatchObject(createInvalid("body"));
  });

  test("is found only with its own kind and in its own organization", async () => {
    const [{ scope, add }, other] = [await organization(), await organization()];
    const template = await add();
    const find = (owner: OrganizationScope, kind: "incident" | "maintenance") =>
      transaction((tx) => findTemplate({ tx, organization: owner }, kind, template.id, []));
    expect(await find(scope, "incident")).toEqual(template);
    expect(await find(scope, "maintenance")).toBeNull();
    expect(await find(other.scope, "incident")).toBeNull();
    await expect(getTemplate(other.scope, template.id)).rejects.toMatchObject(notFound);
    await expect(other.change(template.id, { title: "x" })).rejects.toMatchObject(notFound);
    await expect(deleteTemplate(other.context, other.scope, template.id)).rejects.toMatchObject(
      notFound,
    );
  });

  test("is not changed with an outdated ETag, and the audit log has each change", async () => {
    const { context, scope, add, change } = await organization();
    const template = await add();
    const ifMatch = computeETag(JSON.stringify(serializeTemplate(template)));
    const changed = await change(template.id, { title: "One" });
    expect(await change(template.id, { title: "One" }, 2_000)).toEqual(changed);
    await expect(
      changeTemplate({ ...context, ifMatch }, scope, template.id, { title: "Two" }),
    ).rejects.toMatchObject({ status: 412 });
    await expect(deleteTemplate({ ...context, ifMatch }, scope, template.id)).rejects.toMatchObject(
      { status: 412 },
    );
    await deleteTemplate(context, scope, template.id);
    await expect(deleteTemplate(context, scope, template.id)).rejects.toMatchObject(notFound);
    const entries = await reader().auditEntry.findMany({
      where: { organizationId: scope.id },
      orderBy: { id: "asc" },
    });
    expect(
      entries.map(({ action, before, after }) => [
        action,
        action === "template.updated" ? [JSON.parse(before!), JSON.parse(after!)] : null,
      ]),
    ).toEqual([
      ["template.created", null],
      ["template.updated", [{ title: "Provider is down" }, { title: "One" }]],
      ["template.deleted", null],
    ]);
  });

  test("is listed once across pages, with an optional filter by kind", async () => {
    const { scope, add } = await organization();
    const names = Array.from({ length: TEMPLATES_PAGE_SIZE + 3 }, (_, index) => `t${index}`);
    for (const name of names) await add({ name, kind: name === "t1" ? "maintenance" : "incident" });
    expect(await listNames(scope)).toEqual(names.toReversed());
    expect(await listNames(scope, { kind: "maintenance" })).toEqual(["t1"]);
  });
});
