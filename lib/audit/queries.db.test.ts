import { expect, test } from "vitest";
import { createActor, createMembership } from "@/e2e/support/database-fixtures";
import { transaction } from "@/lib/db/database";
import { newId } from "@/lib/ids";
import { getInstallationScope, type InstallationScope } from "@/lib/installation";
import { deleteOrganization } from "@/lib/organizations/commands";
import { getOrganizationScope, type OrganizationScope } from "@/lib/organizations/scope";
import { createAuditEntries, INSTALLATION_LOG } from "./commands";
import { listAuditEntries } from "./queries";
import { auditFilter } from "./schema";

async function setUp() {
  const { context, scope } = await createMembership();
  /** Adds an entry about a component, and returns the component's ID. */
  const add = async (name: string, actorName = "Ada", organizationId: string = scope.id) => {
    const id = newId();
    const actor = { ...context.actor, name: actorName };
    await transaction((tx) =>
      createAuditEntries(tx, { ...context, actor }, organizationId, {
        action: "component.created",
        subject: { type: "component", id, name },
      }),
    );
    return id;
  };
  const list = async (
    filter: Record<string, string>,
    log: OrganizationScope | InstallationScope = scope,
  ) => {
    const { entries, next } = await listAuditEntries(log, auditFilter.parse(filter));
    return { names: entries.map(({ subjectName }) => subjectName), next };
  };
  const search = async (filter: Record<string, string>) => (await list(filter)).names;
  return { userId: context.actor.userId, add, list, search };
}

test("the audit log of a deleted organization can't be read through its unclaimed ID", async () => {
  const { context, scope } = await createMembership();
  await (
    await deleteOrganization(context, scope)
  ).finished;
  const stranger = await createActor();
  const unclaimed = await getOrganizationScope(stranger.actor, scope.id, "admin");
  expect(await listAuditEntries(unclaimed, auditFilter.parse({}))).toEqual({
    entries: [],
    next: null,
  });
});

test("a search finds entries by words of the subject and the actor, in any order and case", async () => {
  const [{ add, search }, other] = [await setUp(), await setUp()];
  await add("Payments API", "Grace Hopper");
  await add("Website", "Grace Hopper");
  await add("Payments 100%");
  await other.add("Payments");
  expect(await search({ q: "PAYM" })).toEqual(["Payments 100%", "Payments API"]);
  expect(await search({ q: "grace" })).toEqual(["Website", "Payments API"]);
  expect(await search({ q: "hopper api" })).toEqual(["Payments API"]);
  expect(await search({ q: "%" })).toEqual(["Payments 100%"]);
  expect(await search({ q: "grace unknown" })).toEqual([]);
  expect(await search({ q: " " })).toHaveLength(3);
});

test("a search ignores the case of letters outside ASCII", async () => {
  const { add, search } = await setUp();
  await add("Ärzte");
  await add("ЗАПАД", "Žofie");
  expect(await search({ q: "ÄRZTE" })).toEqual(["Ärzte"]);
  expect(await search({ q: "ärz" })).toEqual(["Ärzte"]);
  expect(await search({ q: "запад" })).toEqual(["ЗАПАД"]);
  expect(await search({ q: "žOFIE" })).toEqual(["ЗАПАД"]);
});

test("a search can be combined with the other filters, and its results are paginated", async () => {
  const { userId, add, list, search } = await setUp();
  const [first] = [
    await add("API 1"),
    await add("Website"),
    await add("API 2"),
    await add("API 3"),
  ];
  const page = await list({ q: "api", limit: "2" });
  expect(page.names).toEqual(["API 3", "API 2"]);
  expect(await list({ q: "api", limit: "2", before: page.next! })).toEqual({
    names: ["API 1"],
    next: null,
  });
  expect(await search({ q: "api", subject_id: first! })).toEqual(["API 1"]);
  expect(await search({ q: "web", subject_id: first! })).toEqual([]);
  expect(await search({ q: "web", actor_id: userId, action: "component" })).toEqual(["Website"]);
  expect(await search({ q: "web", action: "component.deleted" })).toEqual([]);
  expect(await search({ q: "web", actor: "token" })).toEqual([]);
});

test("a search of the installation's log finds only its entries", async () => {
  const { add, list } = await setUp();
  const mark = newId();
  await add(`Über ${mark}`, "Ada", INSTALLATION_LOG);
  await add(mark);
  expect(await list({ q: `ÜBER ${mark}` }, getInstallationScope(true))).toEqual({
    names: [`Über ${mark}`],
    next: null,
  });
  expect((await list({ q: mark })).names).toEqual([mark]);
});
