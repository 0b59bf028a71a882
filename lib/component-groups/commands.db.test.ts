import { expect, test } from "vitest";
import { later, createMembership, NOW } from "@/e2e/support/database-fixtures";
import {
  changeComponent,
  createComponent,
  deleteComponent,
  orderComponents,
} from "@/lib/components/commands";
import { getComponent } from "@/lib/components/queries";
import { reader } from "@/lib/db/database";
import { newId } from "@/lib/ids";
import { computeETag } from "@/lib/precondition";
import { changeGroup, createGroup, deleteGroup, orderGroups } from "./commands";
import { getGroup, listGroups } from "./queries";
import { serializeGroup } from "./serialize";

async function organization(groups = 0) {
  const { context, scope } = await createMembership();
  const create = (name: string) =>
    createGroup(context, scope, { name, description: "", collapsed: false });
  const ids: string[] = [];
  for (let index = 0; index < groups; index++) ids.push((await create(`g${index}`)).id);
  const audit = () =>
    reader().auditEntry.findMany({ where: { organizationId: scope.id }, orderBy: { id: "asc" } });
  return { context, scope, ids, create, audit };
}

test("a new group is empty and comes last, even if positions have gaps", async () => {
  const { context, scope, ids, create } = await organization(3);
  await deleteGroup(context, scope, ids[1]!);
  expect(await create("new")).toMatchObject({ position: 3, componentIds: [] });
  expect((await listGroups(scope)).map(({ name, position }) => [name, position])).toEqual([
    ["g0", 0],
    ["g2", 2],
    ["new", 3],
  ]);
});

test("30 groups created concurrently have 30 different positions", async () => {
  const { scope, create } = await organization();
  await Promise.all(Array.from({ length: 30 }, (_, index) => create(`g${index}`)));
  expect((await listGroups(scope)).map(({ position }) => position)).toEqual(
    Array.from({ length: 30 }, (_, index) => index),
  );
});

test("a group has its unarchived components in order, both in the list and when read by ID", async () => {
  const { context, scope, ids } = await organization(2);
  const components: string[] = [];
  for (const name of ["a", "b", "c", "d"])
    components.push(
      (
        await createComponent(context, scope, {
          name,
          description: "",
          group_id: name === "d" ? ids[1] : ids[0],
        })
      ).id,
    );
  const [a, b, c, d] = components as [string, string, string, string];
  await orderComponents(context, scope, [c, d, b, a]);
  await changeComponent(context, scope, b, { archived: true });
  expect((await listGroups(scope)).map(({ componentIds }) => componentIds)).toEqual([[c, a], [d]]);
  expect(await getGroup(scope, ids[0]!)).toEqual((await listGroups(scope))[0]);
  await changeComponent(context, scope, c, { group_id: null });
  expect((await getGroup(scope, ids[0]!)).componentIds).toEqual([a]);
});

test("deleting a group keeps its components, without a group", async () => {
  const { context, scope, ids, audit } = await organization(1);
  const { id } = await createComponent(context, scope, {
    name: "a",
    description: "",
    group_id: ids[0]!,
  });
  await deleteGroup({ ...context, now: later(1_000) }, scope, ids[0]!);
  expect(await getComponent(scope, id)).toMatchObject({ groupId: null, updatedAt: later(1_000) });
  expect((await audit()).at(-1)).toMatchObject({
    action: "component_group.deleted",
    before: expect.stringContaining(id),
  });
  await expect(deleteGroup(context, scope, ids[0]!)).rejects.toMatchObject({ status: 404 });
});

test("updating a group keeps omitted fields, is audited, and is rejected with a stale If-Match", async () => {
  const { context, scope, ids, audit } = await organization(1);
  const before = await getGroup(scope, ids[0]!);
  const etag = computeETag(JSON.stringify(serializeGroup(before)));
  const after = await changeGroup(
    { ...context, now: later(1_000), ifMatch: etag },
    scope,
    ids[0]!,
    { collapsed: true },
  );
  expect(after).toEqual({ ...before, collapsed: true, updatedAt: later(1_000) });
  expect(await getGroup(scope, ids[0]!)).toEqual(after);
  expect((await audit()).at(-1)).toMatchObject({
    action: "component_group.updated",
    before: '{"collapsed":false}',
    after: '{"collapsed":true}',
  });
  await expect(
    changeGroup({ ...context, ifMatch: etag }, scope, ids[0]!, { name: "x" }),
  ).rejects.toMatchObject({ status: 412 });
  const entries = (await audit()).length;
  await changeGroup(context, scope, ids[0]!, { collapsed: true, name: "g0" });
  expect(await audit()).toHaveLength(entries);
});

test("reordering groups requires each ID exactly once", async () => {
  const [{ context, scope, ids }, other] = [await organization(4), await organization(1)];
  const [a, b, c, d] = ids as [string, string, string, string];
  const ordered = await orderGroups({ ...context, now: later(1_000) }, scope, [d, b, a, c]);
  expect(ordered.map(({ id, position, updatedAt }) => [id, position, updatedAt])).toEqual([
    [d, 0, later(1_000)],
    [b, 1, NOW],
    [a, 2, later(1_000)],
    [c, 3, later(1_000)],
  ]);
  expect(ordered).toEqual(await listGroups(scope));
  await expect(orderGroups(context, scope, [a, a, other.ids[0]!])).rejects.toMatchObject({
    status: 400,
    extra: {
      errors: [
        { path: "group_ids.1" },
        { path: "group_ids.2" },
        { path: "group_ids" },
        { path: "group_ids" },
        { path: "group_ids" },
      ],
    },
  });
  expect(await listGroups(scope)).toEqual(ordered);
});

test("groups of another organization return 404", async () => {
  const [one, other] = [await organization(), await organization(1)];
  expect(await listGroups(one.scope)).toEqual([]);
  for (const attempt of [
    () => getGroup(one.scope, other.ids[0]!),
    () => changeGroup(one.context, one.scope, other.ids[0]!, {}),
    () => deleteGroup(one.context, one.scope, other.ids[0]!),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ status: 404 });
  }
});

test("a viewer can't change groups", async () => {
  const { context, scope } = await createMembership("viewer");
  const create = () =>
    createGroup(context, scope, { name: "g", description: "", collapsed: false });
  for (const attempt of [
    create,
    () => changeGroup(context, scope, newId(), {}),
    () => deleteGroup(context, scope, newId()),
    () => orderGroups(context, scope, []),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ status: 403 });
  }
});

test("deleting a component with a history archives it and hides it from its group", async () => {
  const { context, scope, ids } = await organization(1);
  const { id } = await createComponent(context, scope, {
    name: "a",
    description: "",
    group_id: ids[0]!,
  });
  await changeComponent(context, scope, id, { status: "major_outage" });
  await deleteComponent(context, scope, id);
  expect((await getGroup(scope, ids[0]!)).componentIds).toEqual([]);
  expect(await getComponent(scope, id)).toMatchObject({ groupId: ids[0], archivedAt: NOW });
});
