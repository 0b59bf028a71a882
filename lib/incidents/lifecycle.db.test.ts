import type { TimeCursor } from "@/lib/cursor";
import { describe, expect, test } from "vitest";
import { later, createMembership, NOW } from "@/e2e/support/database-fixtures";
import type { Context } from "@/lib/actor";
import { createComponent } from "@/lib/components/commands";
import { countStatuses, listComponents } from "@/lib/components/queries";
import { getPageStatus } from "@/lib/components/rules";
import { reader, transaction } from "@/lib/db/database";
import { newId } from "@/lib/ids";
import type { EventPayload } from "@/lib/notifications/notification-event";
import type { OrganizationScope } from "@/lib/organizations/scope";
import { computeETag } from "@/lib/precondition";
import { createTemplate } from "@/lib/templates/commands";
import { newTemplate } from "@/lib/templates/schema";
import { changeUpdate } from "@/lib/updates/commands";
import {
  getUpdate,
  type IncidentUpdate,
  listUpdates,
  UPDATES_PAGE_SIZE,
} from "@/lib/updates/queries";
import {
  changeIncident,
  createIncident,
  deleteIncident,
  deletePostmortem,
  deleteIncidentUpdate,
  postIncidentUpdate,
  reopenIncident,
  resolveIncident,
  savePostmortem,
} from "./commands";
import { getIncidentDetail, getPostmortem } from "./queries";
import {
  incidentChange,
  newIncident,
  newIncidentUpdate,
  postmortemChange,
  incidentReopening,
  incidentResolution,
} from "./schema";
import {
  serializeIncidentContent,
  serializePostmortem,
  serializeIncidentUpdate,
} from "./serialize";

type Fields = Record<string, unknown>;

/** Creates an organization. The returned functions use the time {@link NOW} plus `ms`. */
async function organization(components = 0) {
  const { context, scope } = await createMembership();
  const ids: string[] = [];
  for (let i = 0; i < components; i++)
    ids.push((await createComponent(context, scope, { name: `c${i}`, description: "" })).id);
  const at = (ms: number): Context => ({ ...context, now: later(ms) });
  return {
    context,
    scope,
    ids,
    report: (input: Fields = {}, ms = 0) =>
      createIncident(
        at(ms),
        scope,
        newIncident.parse({ title: "API is down", impact: "major", ...input }),
      ),
    update: (id: string, input: Fields = {}, ms = 60_000) =>
      postIncidentUpdate(at(ms), scope, id, newIncidentUpdate.parse(input)),
    resolve: (id: string, input: Fields = {}, ms = 120_000) =>
      resolveIncident(at(ms), scope, id, incidentResolution.parse(input)),
    reopen: (id: string, input: Fields = {}, ms = 180_000) =>
      reopenIncident(at(ms), scope, id, incidentReopening.parse(input)),
    change: (id: string, input: Fields, ms = 60_000, ifMatch?: string) =>
      changeIncident(
        { ...at(ms), ...(ifMatch && { ifMatch }) },
        scope,
        id,
        incidentChange.parse(input),
      ),
    postmortem: (id: string, input: Fields, ms = 240_000) =>
      savePostmortem(
        at(ms),
        scope,
        id,
        postmortemChange.parse({ body: "A network cable was cut.", ...input }),
      ),
    edit: (id: string, updateId: string, body: string, ms = 60_000) =>
      changeUpdate(at(ms), scope, { kind: "incident", id }, updateId, { body }),
  };
}

const readUpdates = async (scope: OrganizationScope, id: string) =>
  (await listUpdates(scope, { kind: "incident", id })).updates;
const readStatuses = async (scope: OrganizationScope) =>
  (await listComponents(scope)).map(({ status }) => status);
const listStatuses = ({ components }: IncidentUpdate) => components.map(({ status }) => status);
const readEvents = async (scope: OrganizationScope) =>
  (
    await reader().notificationEvent.findMany({
      where: { organizationId: scope.id },
      orderBy: { id: "asc" },
    })
  ).map(({ kind, payload, incidentId }) => ({
    kind,
    incidentId,
    payload: JSON.parse(payload) as EventPayload,
  }));
const readAudit = async (scope: OrganizationScope) =>
  (
    await reader().auditEntry.findMany({
      where: { organizationId: scope.id, subjectType: { not: "component" } },
      orderBy: { id: "asc" },
    })
  ).map(({ action }) => action);
const conflict = { kind: "conflict", status: 409 };
const unknown = { kind: "not_found", status: 404 };
const createInvalid = (...paths: string[]) => ({
  kind: "invalid",
  status: 400,
  extra: { errors: paths.map((path) => ({ path, message: expect.stringMatching(/\S/) })) },
});

describe("an incident update", () => {
  test("sets the status; component statuses carry forward until the incident is resolved", async () => {
    const { scope, ids, report, update } = await organization(3);
    const { id } = await report({
      component_ids: ids.slice(0, 2),
      components: [{ id: ids[1], status: "major_outage" }],
    });
    expect(await readStatuses(scope)).toEqual(["partial_outage", "major_outage", "operational"]);

    const second = await update(
      id,
      { status: "identified", components: [{ id: ids[0], status: "operational" }] },
      1_000,
    );
    expect(listStatuses(second)).toEqual(["operational", "major_outage"]);
    expect(second.body).toBe("The issue has been identified and a fix is being implemented.");
    expect(await readStatuses(scope)).toEqual(["operational", "major_outage", "operational"]);

    const third = await update(
      id,
      { status: "monitoring", component_ids: [ids[1], ids[2]], body: "Error rates are falling." },
      2_000,
    );
    expect(third.components).toEqual([
      {
        id: ids[0],
        name: "c0",
        status: "operational",
        old_status: "operational",
        new_status: "operational",
      },
      {
        id: ids[1],
        name: "c1",
        status: "major_outage",
        old_status: "major_outage",
        new_status: "major_outage",
      },
      {
        id: ids[2],
        name: "c2",
        status: "partial_outage",
        old_status: "operational",
        new_status: "partial_outage",
      },
    ]);
    expect(await getIncidentDetail(scope, id)).toMatchObject({
      status: "monitoring",
      resolvedAt: null,
      componentIds: ids,
      updatedAt: later(2_000),
    });

    const last = await update(id, { status: "resolved" }, 3_000);
    expect(listStatuses(last)).toEqual(["operational", "operational", "operational"]);
    expect(last.components.map(({ old_status, new_status }) => [old_status, new_status])).toEqual([
      ["operational", "operational"],
      ["major_outage", "operational"],
      ["partial_outage", "operational"],
    ]);
    expect(await readStatuses(scope)).toEqual(["operational", "operational", "operational"]);
    expect(await getIncidentDetail(scope, id)).toMatchObject({
      status: "resolved",
      resolvedAt: later(3_000),
    });
    const updates = await readUpdates(scope, id);
    expect(updates.map(({ status, displayAt }) => [status, displayAt])).toEqual([
      ["resolved", later(3_000)],
      ["monitoring", later(2_000)],
      ["identified", later(1_000)],
      ["investigating", NOW],
    ]);
  });

  test("keeps a component's worse status from another unresolved incident", async () => {
    const { scope, ids, report, resolve } = await organization(1);
    await report({ impact: "minor", component_ids: ids });
    const { id } = await report({ impact: "critical", component_ids: ids });
    expect(await readStatuses(scope)).toEqual(["major_outage"]);
    await resolve(id);
    expect(await readStatuses(scope)).toEqual(["degraded_performance"]);
  });

  test("keeps the status if none is given, and any status can follow any other", async () => {
    const { scope, report, update } = await organization();
    const { id } = await report();
    const resolved: (Date | null)[] = [];
    for (const [index, status] of [
      "resolved",
      "resolved",
      undefined,
      "investigating",
      "monitoring",
      "identified",
      undefined,
      "resolved",
    ].entries()) {
      await update(id, { status }, 1_000 * (index + 1));
      resolved.push((await getIncidentDetail(scope, id)).resolvedAt);
    }
    expect(resolved).toEqual([
      later(1_000),
      later(1_000),
      later(1_000),
      null,
      null,
      null,
      null,
      later(8_000),
    ]);
    expect((await readEvents(scope)).map(({ kind }) => kind)).toEqual([
      "incident.created",
      ...[
        "resolved",
        "updated",
        "updated",
        "reopened",
        "updated",
        "updated",
        "updated",
        "resolved",
      ].map((what) => `incident.${what}`),
    ]);
  });

  test("becomes the newest update, even if the clock was set back", async () => {
    const { scope, report, update } = await organization();
    const { id } = await report({}, 5_000);
    const early = await update(id, { status: "resolved" }, 1_000);
    expect(early.displayAt).toEqual(later(5_001));
    expect((await readUpdates(scope, id)).map(({ status }) => status)).toEqual([
      "resolved",
      "investigating",
    ]);
    expect((await getIncidentDetail(scope, id)).resolvedAt).toEqual(later(5_001));
  });

  test("sends the messages of all updates so far, or nothing with notify: false", async () => {
    const { scope, ids, report, update } = await organization(2);
    const incident = await report({
      component_ids: ids,
      impact: "critical",
      body: "Requests fail.",
    });
    await update(incident.id, { body: "A database is overloaded.", notify: false }, 1_000);
    await update(
      incident.id,
      {
        status: "monitoring",
        body: "Requests succeed. 🙂 \u202eשלום",
        components: [{ id: ids[0], status: "operational" }],
      },
      2_000,
    );
    const [, event, ...more] = await readEvents(scope);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      kind: "incident.updated",
      incidentId: incident.id,
      payload: {
        incident: {
          id: incident.id,
          status: "monitoring",
          resolved_at: null,
          component_ids: ids,
          updated_at: later(2_000).toISOString(),
        },
        updates: [
          { body: "Requests succeed. 🙂 \u202eשלום", status: "monitoring" },
          { body: "A database is overloaded." },
          { body: "Requests fail.", status: "investigating" },
        ],
        components: [
          { id: ids[0], name: "c0", old_status: "major_outage", new_status: "operational" },
          { id: ids[1], name: "c1", old_status: "major_outage", new_status: "major_outage" },
        ],
        page: { status_indicator: "major", status_description: "Partial System Outage" },
      },
    });
    expect(event!.payload.incident).not.toHaveProperty("url");
    expect((await readUpdates(scope, incident.id)).map(({ notified }) => notified)).toEqual([
      true,
      false,
      true,
    ]);
  });

  test("with a stale `after` is rejected with 409; one of ten concurrent posts succeeds", async () => {
    const { scope, report, update } = await organization();
    const { id } = await report();
    const [first] = await readUpdates(scope, id);
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => update(id, { status: "resolved", after: first!.id })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(
      results.flatMap((result) => (result.status === "rejected" ? [result.reason] : [])),
    ).toEqual(Array(9).fill(expect.objectContaining(conflict)));
    const updates = await readUpdates(scope, id);
    expect(updates).toHaveLength(2);
    await expect(update(id, { after: newId() })).rejects.toMatchObject(conflict);
    await update(id, { body: "We found the cause.", after: updates[0]!.id });
    expect((await readUpdates(scope, id)).map(({ body }) => body)).toEqual([
      "We found the cause.",
      updates[0]!.body,
      first!.body,
    ]);
  });

  test("with an unknown component, or a non-operational one when resolving, is rejected with 400", async () => {
    const [{ scope, ids, report, update }, other] = [await organization(1), await organization(1)];
    const { id } = await report({ component_ids: ids });
    const before = await getIncidentDetail(scope, id);
    await expect(
      update(id, {
        component_ids: [ids[0], "x"],
        components: [
          { id: other.ids[0], status: "operational" },
          { id: ids[0], status: "operational" },
        ],
      }),
    ).rejects.toMatchObject(createInvalid("component_ids.1", "components.0.id"));
    await expect(
      update(id, {
        status: "resolved",
        components: [
          { id: ids[0], status: "operational" },
          { id: other.ids[0], status: "major_outage" },
        ],
      }),
    ).rejects.toMatchObject(createInvalid("components.1.status", "components.1.id"));
    await expect(other.update(id)).rejects.toMatchObject(unknown);
    await expect(update("\u{1F600}")).rejects.toMatchObject(unknown);
    expect(await getIncidentDetail(scope, id)).toEqual(before);
    expect(await readUpdates(scope, id)).toHaveLength(1);
  });

  test("accepts an archived component that the incident already has, but cannot add another", async () => {
    const { scope, ids, report, update } = await organization(2);
    const { id } = await report({ component_ids: [ids[0]] });
    await transaction(async (tx) => {
      for (const [index, component] of ids.entries())
        await tx.component.update({
          where: { id: component },
          data: { archivedAt: NOW, position: -1 - index },
        });
    });
    const posted = await update(
      id,
      { component_ids: [ids[0]], components: [{ id: ids[0], status: "major_outage" }] },
      1_000,
    );
    expect(posted.components).toMatchObject([{ id: ids[0], name: "c0", status: "major_outage" }]);
    await expect(update(id, { component_ids: ids }, 2_000)).rejects.toMatchObject(
      createInvalid("component_ids.1"),
    );
    expect((await getIncidentDetail(scope, id)).componentIds).toEqual([ids[0]]);
  });

  test("appears exactly once across the pages of the list, newest first", async () => {
    const { scope, report } = await organization();
    const { id } = await report();
    const rows = Array.from({ length: 2 * UPDATES_PAGE_SIZE }, (_, index) => ({
      ...{
        id: newId(),
        incidentId: id,
        status: "monitoring",
        body: `${index}`,
        components: "[]",
        notified: false,
        createdAt: NOW,
        updatedAt: NOW,
      },
      displayAt: later(1_000 * Math.floor(index / 30)),
    }));
    await transaction((tx) => tx.incidentUpdate.createMany({ data: rows }));
    const seen: string[] = [];
    let before: TimeCursor | null = null;
    do {
      const page: Awaited<ReturnType<typeof listUpdates<"incident">>> = await listUpdates(
        scope,
        { kind: "incident", id },
        before ?? undefined,
      );
      seen.push(...page.updates.map((update) => update.id));
      before = page.next;
    } while (before !== null);
    expect(seen.slice(0, -1)).toEqual(
      rows
        .toReversed()
        .map((row) => row.id)
        .filter((one) => seen.includes(one)),
    );
    expect(new Set(seen).size).toBe(rows.length + 1);
  });
});

describe("resolving and reopening:", () => {
  test("each posts an update and fails with 409 the second time; reopening restores component statuses", async () => {
    const { scope, ids, report, resolve, reopen } = await organization(2);
    const { id } = await report({
      component_ids: ids,
      components: [{ id: ids[1], status: "degraded_performance" }],
    });
    await expect(reopen(id)).rejects.toMatchObject(conflict);
    expect(await resolve(id, { body: "All requests succeed again." })).toMatchObject({
      status: "resolved",
      resolvedAt: later(120_000),
    });
    await expect(resolve(id)).rejects.toMatchObject(conflict);
    expect(await readStatuses(scope)).toEqual(["operational", "operational"]);
    expect(await reopen(id)).toMatchObject({ status: "investigating", resolvedAt: null });
    expect(await readStatuses(scope)).toEqual(["partial_outage", "degraded_performance"]);
    await expect(reopen(id)).rejects.toMatchObject(conflict);
    await resolve(id, {}, 200_000);
    await reopen(
      id,
      { status: "monitoring", components: [{ id: ids[0], status: "operational" }], notify: false },
      220_000,
    );
    expect(await readStatuses(scope)).toEqual(["operational", "degraded_performance"]);
    expect((await readUpdates(scope, id)).map(({ status, body }) => `${status}: ${body}`)).toEqual([
      "monitoring: A fix has been implemented and we are monitoring the results.",
      "resolved: This incident has been resolved.",
      "investigating: We are currently investigating this issue.",
      "resolved: All requests succeed again.",
      "investigating: We are currently investigating this issue.",
    ]);
    expect((await readEvents(scope)).map(({ kind }) => kind)).toEqual([
      "incident.created",
      "incident.resolved",
      "incident.reopened",
      "incident.resolved",
    ]);
  });

  test("only one of twenty concurrent calls resolves an incident", async () => {
    const { scope, ids, report, resolve } = await organization(1);
    const { id } = await report({ component_ids: ids });
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => resolve(id)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(
      results.flatMap((result) => (result.status === "rejected" ? [result.reason] : [])),
    ).toEqual(Array(19).fill(expect.objectContaining(conflict)));
    expect(await readUpdates(scope, id)).toHaveLength(2);
    expect((await readEvents(scope)).map(({ kind }) => kind)).toEqual([
      "incident.created",
      "incident.resolved",
    ]);
  });
});

test("30 concurrent updates of an incident are all saved, and the newest one determines its status", async () => {
  const { scope, ids, report, update } = await organization(1);
  const { id } = await report({ component_ids: ids });
  const statuses = ["investigating", "identified", "monitoring", "resolved"];
  await Promise.all(
    Array.from({ length: 30 }, (_, index) => update(id, { status: statuses[index % 4] })),
  );
  const updates = await readUpdates(scope, id);
  expect(updates).toHaveLength(31);
  expect(new Set(updates.map(({ displayAt }) => displayAt.getTime())).size).toBe(31);
  const incident = await getIncidentDetail(scope, id);
  expect(incident.status).toBe(updates[0]!.status);
  expect(await readStatuses(scope)).toEqual([
    incident.status === "resolved" ? "operational" : "partial_outage",
  ]);
});

describe("editing an incident update", () => {
  test("keeps earlier messages, newest first", async () => {
    const { scope, context, report, edit } = await organization();
    const { id } = await report({ body: "Reqests fail." });
    const { id: updateId } = (await readUpdates(scope, id))[0]!;
    await edit(id, updateId, "Requests fail.", 1_000);
    const edited = await edit(id, updateId, "Requests fail. 🧯", 2_000);
    expect(serializeIncidentUpdate(edited)).toMatchObject({
      body: "Requests fail. 🧯",
      edited_at: later(2_000).toISOString(),
      earlier: [
        {
          body: "Requests fail.",
          replaced_at: later(2_000).toISOString(),
          replaced_by: context.actor.userId,
        },
        {
          body: "Reqests fail.",
          replaced_at: later(1_000).toISOString(),
          replaced_by: context.actor.userId,
        },
      ],
      display_at: NOW.toISOString(),
      updated_at: later(2_000).toISOString(),
    });
    expect(await edit(id, updateId, "Requests fail. 🧯", 3_000)).toEqual(edited);
    expect(await getUpdate(scope, { kind: "incident", id }, updateId)).toEqual(edited);
    expect(await readAudit(scope)).toEqual([
      "incident.created",
      "incident_update.updated",
      "incident_update.updated",
    ]);
    expect(await readEvents(scope)).toHaveLength(1);
  });

  test("returns 404 under another incident or organization, and 412 after another edit", async () => {
    const [mine, other] = [await organization(), await organization()];
    const [{ id }, { id: second }] = [await mine.report(), await mine.report()];
    const before = (await readUpdates(mine.scope, id))[0]!;
    await expect(mine.edit(second, before.id, "x")).rejects.toMatchObject(unknown);
    await expect(other.edit(id, before.id, "x")).rejects.toMatchObject(unknown);
    const subject = { kind: "incident", id } as const;
    await expect(getUpdate(other.scope, subject, before.id)).rejects.toMatchObject(unknown);
    const ifMatch = computeETag(JSON.stringify(serializeIncidentUpdate(before)));
    const changeTo = (body: string) =>
      changeUpdate({ ...mine.context, ifMatch }, mine.scope, subject, before.id, { body });
    const results = await Promise.allSettled(["one", "two", "three"].map(changeTo));
    expect(results.map(({ status }) => status).toSorted()).toEqual([
      "fulfilled",
      "rejected",
      "rejected",
    ]);
    await expect(changeTo("four")).rejects.toMatchObject({ status: 412 });
  });
});

describe("editing an incident", () => {
  test("with a new impact replaces only component statuses that match the old impact", async () => {
    const { scope, ids, report, update, change } = await organization(3);
    const { id } = await report({ impact: "minor", component_ids: ids });
    await update(id, { components: [{ id: ids[1], status: "major_outage" }] }, 1_000);
    await update(id, { components: [{ id: ids[2], status: "operational" }] }, 2_000);
    expect(await change(id, { impact: "major", title: "API is down 🧨" }, 3_000)).toMatchObject({
      impact: "major",
      title: "API is down 🧨",
      updatedAt: later(3_000),
    });
    expect(await readStatuses(scope)).toEqual(["partial_outage", "major_outage", "operational"]);
    expect((await readUpdates(scope, id)).map(listStatuses)).toEqual([
      ["partial_outage", "major_outage", "operational"],
      ["partial_outage", "major_outage", "degraded_performance"],
      ["partial_outage", "degraded_performance", "degraded_performance"],
    ]);
    expect(await readEvents(scope)).toHaveLength(3);
    expect((await readAudit(scope)).at(-1)).toBe("incident.updated");
  });

  test("with the same values changes nothing", async () => {
    const { scope, report, resolve, change, postmortem } = await organization(1);
    const { id } = await report({ translations: { de: { title: "Die API ist aus" } } });
    await resolve(id);
    await postmortem(id, { published: true });
    const [before, audit] = [await getIncidentDetail(scope, id), await readAudit(scope)];
    const { title, impact, startedAt, translations } = before;
    const same = { title, impact, started_at: startedAt.toISOString(), translations };
    expect(await change(id, same, 250_000)).toEqual(before);
    expect(await postmortem(id, { published: true }, 250_000)).toEqual(before.postmortem);
    expect(await getIncidentDetail(scope, id)).toEqual(before);
    expect(await readAudit(scope)).toEqual(audit);
  });

  test("with a new impact corrects the history of a resolved incident, and reopening applies the impact", async () => {
    const { scope, ids, report, resolve, change, reopen } = await organization(1);
    const { id } = await report({ impact: "minor", component_ids: ids });
    await resolve(id);
    await change(id, { impact: "critical" }, 130_000);
    expect(await readStatuses(scope)).toEqual(["operational"]);
    expect((await readUpdates(scope, id)).map(listStatuses)).toEqual([
      ["operational"],
      ["major_outage"],
    ]);
    await reopen(id);
    expect(await readStatuses(scope)).toEqual(["major_outage"]);
  });

  test("with a new start moves the first update, but not past the second one", async () => {
    const { scope, report, update, change } = await organization();
    const { id } = await report();
    await expect(change(id, { started_at: later(60_001).toISOString() })).rejects.toMatchObject(
      createInvalid("started_at"),
    );
    await update(id, {}, 30_000);
    await expect(change(id, { started_at: later(30_001).toISOString() })).rejects.toMatchObject(
      createInvalid("started_at"),
    );
    const start = later(-3_600_000);
    expect(await change(id, { started_at: start.toISOString() })).toMatchObject({
      startedAt: start,
      createdAt: NOW,
    });
    expect((await readUpdates(scope, id)).map(({ displayAt }) => displayAt)).toEqual([
      later(30_000),
      start,
    ]);
  });

  test("with an earlier start adds an update at that time if the incident was created as resolved", async () => {
    const { scope, ids, report, change } = await organization(1);
    const { id } = await report({ status: "resolved", component_ids: ids });
    await expect(change(id, { started_at: later(1).toISOString() })).rejects.toMatchObject(
      createInvalid("started_at"),
    );
    expect(await change(id, { started_at: later(-1_000).toISOString() })).toMatchObject({
      startedAt: later(-1_000),
      resolvedAt: NOW,
    });
    expect(await change(id, { started_at: later(-2_000).toISOString() })).toMatchObject({
      startedAt: later(-2_000),
      resolvedAt: NOW,
    });
    await expect(change(id, { started_at: NOW.toISOString() })).rejects.toMatchObject(
      createInvalid("started_at"),
    );
    const updates = await readUpdates(scope, id);
    expect(
      updates.map((update) => [
        update.status,
        update.displayAt,
        update.notified,
        ...listStatuses(update),
      ]),
    ).toEqual([
      ["resolved", NOW, true, "operational"],
      ["investigating", later(-2_000), false, "partial_outage"],
    ]);
    const changes = await reader().componentStatusChange.findMany({
      where: { componentId: ids[0]! },
      orderBy: [{ at: "asc" }, { id: "asc" }],
    });
    expect(changes.map(({ status, at }) => [status, at])).toEqual([
      ["partial_outage", later(-2_000)],
      ["operational", NOW],
    ]);
  });

  test("returns 412 after another edit, and 404 for another organization", async () => {
    const [{ scope, report, change, update }, other] = [await organization(), await organization()];
    const { id } = await report();
    const etag = async () =>
      computeETag(JSON.stringify(serializeIncidentContent(await getIncidentDetail(scope, id))));
    const seen = await etag();
    await change(id, { title: "One" }, 1_000, seen);
    await expect(change(id, { title: "Two" }, 2_000, seen)).rejects.toMatchObject({ status: 412 });
    const before = await etag();
    await update(id, {}, 3_000);
    await expect(change(id, { title: "Three" }, 4_000, before)).rejects.toMatchObject({
      status: 412,
    });
    expect(await getIncidentDetail(scope, id)).toMatchObject({ title: "One" });
    await expect(other.change(id, { title: "Theirs" })).rejects.toMatchObject(unknown);
  });
});

describe("a backfilled incident", () => {
  const [start, end] = [later(-7_200_000), later(-3_600_000)];

  test("that is resolved keeps its times, notifies no one, and does not change current component status", async () => {
    const { scope, ids, report } = await organization(2);
    const incident = await report({
      component_ids: ids,
      components: [{ id: ids[1], status: "major_outage" }],
      started_at: start.toISOString(),
      resolved_at: end.toISOString(),
      body: "A network cable was damaged.",
    });
    expect(incident).toMatchObject({
      status: "resolved",
      startedAt: start,
      resolvedAt: end,
      createdAt: NOW,
    });
    const updates = await readUpdates(scope, incident.id);
    expect(
      updates.map(({ status, body, displayAt, createdAt, notified }) => [
        status,
        body,
        displayAt,
        createdAt,
        notified,
      ]),
    ).toEqual([
      ["resolved", "A network cable was damaged.", end, NOW, false],
      ["investigating", "We are currently investigating this issue.", start, NOW, false],
    ]);
    expect(updates.map(listStatuses)).toEqual([
      ["operational", "operational"],
      ["partial_outage", "major_outage"],
    ]);
    expect(
      updates[0]!.components.map(({ old_status, new_status }) => [old_status, new_status]),
    ).toEqual([
      ["partial_outage", "operational"],
      ["major_outage", "operational"],
    ]);
    expect(await readStatuses(scope)).toEqual(["operational", "operational"]);
    expect(await readEvents(scope)).toEqual([]);
  });

  test("that is open affects its components and notifies subscribers if requested", async () => {
    const { scope, ids, report, resolve } = await organization(1);
    const { id } = await report({
      component_ids: ids,
      started_at: start.toISOString(),
      notify: true,
    });
    expect(await readStatuses(scope)).toEqual(["partial_outage"]);
    const [event] = await readEvents(scope);
    expect(event).toMatchObject({
      kind: "incident.created",
      payload: {
        incident: { started_at: start.toISOString() },
        updates: [{ display_at: start.toISOString(), created_at: NOW.toISOString() }],
        components: [{ id: ids[0], old_status: "operational", new_status: "partial_outage" }],
      },
    });
    expect(await resolve(id)).toMatchObject({ resolvedAt: later(120_000) });
    expect(await readStatuses(scope)).toEqual(["operational"]);
  });

  test("with invalid times is rejected with 400 and writes nothing", async () => {
    const { scope, report } = await organization();
    await expect(
      report({ started_at: end.toISOString(), resolved_at: start.toISOString() }),
    ).rejects.toMatchObject(createInvalid("resolved_at"));
    await expect(report({ started_at: "9999-01-01T00:00:00Z" })).rejects.toMatchObject(
      createInvalid("started_at"),
    );
    expect(await reader().incident.count({ where: { organizationId: scope.id } })).toBe(0);
  });
});

describe("an incident from a template", () => {
  test("fills omitted fields and skips archived components", async () => {
    const { context, scope, ids, report } = await organization(3);
    const { id } = await createTemplate(
      context,
      scope,
      newTemplate.parse({
        kind: "incident",
        name: "Provider",
        title: "Provider is down",
        impact: "critical",
        status: "identified",
        body: "We have contacted the provider.",
        component_ids: [ids[1], ids[0]],
      }),
    );
    await transaction((tx) =>
      tx.component.update({ where: { id: ids[0]! }, data: { archivedAt: NOW, position: -1 } }),
    );
    const incident = await createIncident(
      context,
      scope,
      newIncident.parse({ template_id: id, components: [{ id: ids[2], status: "operational" }] }),
    );
    expect(incident).toMatchObject({
      title: "Provider is down",
      impact: "critical",
      status: "identified",
      componentIds: [ids[1], ids[2]],
    });
    expect(
      (await readUpdates(scope, incident.id)).map(({ body, components }) => [
        body,
        components.map(({ status }) => status),
      ]),
    ).toEqual([["We have contacted the provider.", ["major_outage", "operational"]]]);
    expect(await report({ template_id: id })).toMatchObject({
      title: "API is down",
      impact: "major",
      componentIds: [ids[1]],
    });
  });

  test("replaces the template's variables, but not those in the text of the request", async () => {
    const { context, scope, ids } = await organization(2);
    const { id } = await createTemplate(
      context,
      scope,
      newTemplate.parse({
        kind: "incident",
        name: "Outage",
        title: "{{component}} fails",
        impact: "critical",
        body: "{{title}} since {{started}}, for {{duration}}.",
        component_ids: ids,
      }),
    );
    const create = async (input: object) => {
      const incident = await createIncident(
        context,
        scope,
        newIncident.parse({ template_id: id, ...input }),
      );
      const updates = await readUpdates(scope, incident.id);
      return [incident.title, updates[0]!.body];
    };
    const names = (await reader().component.findMany({ where: { id: { in: ids } } }))
      .sort((one, other) => one.position - other.position)
      .map(({ name }) => name);
    const title = `${names.join(" and ")} fails`;
    await expect(create({})).rejects.toMatchObject({
      extra: {
        errors: [{ path: "body", message: "contains {{duration}}. Replace it with text" }],
      },
    });
    await expect(create({ body: "Slow", component_ids: [] })).rejects.toMatchObject(
      createInvalid("title"),
    );
    expect(
      await create({
        title: "{{component}}",
        started_at: new Date(NOW.getTime() - 7_500_000).toISOString(),
        resolved_at: new Date(NOW.getTime() - 3_600_000).toISOString(),
      }),
    ).toEqual(["{{component}}", expect.stringMatching(/^.* since .* UTC, for 1 hr 5 min\.$/)]);
    expect(await create({ body: "{{title}}" })).toEqual([title, "{{title}}"]);
  });

  test("is rejected with 400 if the template is unknown, of another organization, or for maintenance", async () => {
    const [{ context, scope }, other] = [await organization(), await organization()];
    const maintenanceTemplate = await createTemplate(
      context,
      scope,
      newTemplate.parse({ kind: "maintenance", name: "Disks", title: "New disks" }),
    );
    const foreign = await createTemplate(
      other.context,
      other.scope,
      newTemplate.parse({
        kind: "incident",
        name: "Disks",
        title: "Disk replacement",
        impact: "none",
      }),
    );
    for (const template_id of [maintenanceTemplate.id, foreign.id, "x", ""]) {
      await expect(
        createIncident(context, scope, newIncident.parse({ template_id })),
      ).rejects.toMatchObject(createInvalid("template_id"));
    }
    expect(await reader().incident.count({ where: { organizationId: scope.id } })).toBe(0);
  });
});

describe("a postmortem", () => {
  test("is a draft until it is published, which notifies subscribers once per publication", async () => {
    const { scope, ids, report, resolve, postmortem } = await organization(1);
    const { id } = await report({ component_ids: ids });
    await expect(getPostmortem(scope, id)).rejects.toMatchObject(unknown);
    expect(await postmortem(id, { body: "Draft with secret details." })).toMatchObject({
      publishedAt: null,
    });
    await expect(postmortem(id, { published: true })).rejects.toMatchObject(conflict);
    await resolve(id);
    const kinds = async () => (await readEvents(scope)).slice(2).map(({ kind }) => kind);
    await postmortem(id, { body: "Draft with more secret details." }, 250_000);
    expect(await kinds()).toEqual([]);
    expect(
      await postmortem(id, { body: "A cable was cut.", published: true }, 260_000),
    ).toMatchObject({ publishedAt: later(260_000) });
    expect(
      await postmortem(
        id,
        { body: "A cable was cut during our construction work.", published: true },
        270_000,
      ),
    ).toMatchObject({ publishedAt: later(260_000), updatedAt: later(270_000) });
    expect(
      await postmortem(id, { body: "A cable was cut. We are adding a second one." }, 280_000),
    ).toMatchObject({
      publishedAt: later(260_000),
    });
    expect(await kinds()).toEqual(["incident.postmortem_published"]);
    const [, , published] = await readEvents(scope);
    expect(await postmortem(id, { published: false }, 290_000)).toMatchObject({
      publishedAt: null,
    });
    expect(await kinds()).toEqual([]);
    await postmortem(id, { published: true, notify: false }, 300_000);
    expect(await kinds()).toEqual([]);
    await postmortem(id, { published: false }, 310_000);
    await postmortem(id, { published: true }, 320_000);
    expect(await kinds()).toEqual(["incident.postmortem_published"]);
    const events = [...(await readEvents(scope)), published!];
    expect(published!.payload).toMatchObject({
      incident: { id, status: "resolved" },
      postmortem: { body: "A cable was cut.", published_at: later(260_000).toISOString() },
      components: [{ id: ids[0], old_status: "operational", new_status: "operational" }],
    });
    expect(JSON.stringify(events)).not.toContain("secret");
    expect(await readAudit(scope)).toEqual([
      ...["incident.created", "postmortem.created", "incident_update.created", "incident.resolved"],
      ...[
        "updated",
        "published",
        "updated",
        "updated",
        "retracted",
        "published",
        "retracted",
        "published",
      ].map((what) => `postmortem.${what}`),
    ]);
  });

  test("can be deleted, and rejects stale writes with 412", async () => {
    const { context, scope, report, postmortem } = await organization();
    const { id } = await report();
    await expect(deletePostmortem(context, scope, id)).rejects.toMatchObject(unknown);
    const seen = computeETag(
      JSON.stringify(serializePostmortem(await postmortem(id, { body: "One" }))),
    );
    await postmortem(id, { body: "Two" }, 250_000);
    await expect(
      savePostmortem(
        { ...context, ifMatch: seen },
        scope,
        id,
        postmortemChange.parse({ body: "Three" }),
      ),
    ).rejects.toMatchObject({ status: 412 });
    await expect(deletePostmortem({ ...context, ifMatch: seen }, scope, id)).rejects.toMatchObject({
      status: 412,
    });
    await deletePostmortem(context, scope, id);
    await expect(getPostmortem(scope, id)).rejects.toMatchObject(unknown);
    expect((await getIncidentDetail(scope, id)).postmortem).toBeNull();
  });

  test("cancels its queued notifications when it is deleted", async () => {
    const { context, scope, report, resolve, postmortem } = await organization();
    const { id } = await report();
    await resolve(id);
    await postmortem(id, { published: true });
    await deletePostmortem(context, scope, id);
    expect((await readEvents(scope)).map(({ kind }) => kind)).toEqual([
      "incident.created",
      "incident.resolved",
    ]);
  });
});

describe("deleting an incident update", () => {
  const remove = (
    { context, scope }: Awaited<ReturnType<typeof organization>>,
    incidentId: string,
    id: string,
    ms = 300_000,
  ) => deleteIncidentUpdate({ ...context, now: later(ms) }, scope, incidentId, id);
  const readTimeline = async (componentId: string) =>
    (
      await reader().componentStatusChange.findMany({
        where: { componentId },
        orderBy: [{ at: "asc" }, { id: "asc" }],
      })
    ).map(({ status, at }) => [status, at.getTime() - NOW.getTime()]);

  test("restores the status, components, and timeline of the previous update", async () => {
    const org = await organization(2);
    const { scope, ids, report, update } = org;
    const { id } = await report({ component_ids: [ids[0]] });
    const { id: kept } = await update(
      id,
      { status: "identified", components: [{ id: ids[0], status: "degraded_performance" }] },
      60_000,
    );
    const { id: deletedId } = await update(
      id,
      {
        status: "monitoring",
        components: [
          { id: ids[0], status: "operational" },
          { id: ids[1], status: "major_outage" },
        ],
      },
      120_000,
    );
    expect(await readStatuses(scope)).toEqual(["operational", "major_outage"]);
    await remove(org, id, deletedId);
    expect(await getIncidentDetail(scope, id)).toMatchObject({
      status: "identified",
      resolvedAt: null,
      componentIds: [ids[0]],
      components: [{ id: ids[0], status: "degraded_performance" }],
      updatedAt: later(300_000),
    });
    expect(await readStatuses(scope)).toEqual(["degraded_performance", "operational"]);
    expect(await readTimeline(ids[0]!)).toEqual([
      ["partial_outage", 0],
      ["degraded_performance", 60_000],
    ]);
    expect(await readTimeline(ids[1]!)).toEqual([["operational", 0]]);
    expect((await readUpdates(scope, id)).map((one) => one.id)).toEqual([kept, expect.any(String)]);
    expect((await readAudit(scope)).slice(-2)).toEqual([
      "incident_update.deleted",
      "incident.updated",
    ]);
    await expect(getUpdate(scope, { kind: "incident", id }, deletedId)).rejects.toMatchObject(
      unknown,
    );
  });

  test("reopens the incident if the update resolved it", async () => {
    const org = await organization(1);
    const { scope, ids, report, update, resolve } = org;
    const { id } = await report({ component_ids: ids });
    await update(id, { components: [{ id: ids[0], status: "degraded_performance" }] });
    await resolve(id);
    const [resolving] = await readUpdates(scope, id);
    expect(await readStatuses(scope)).toEqual(["operational"]);
    await remove(org, id, resolving!.id);
    expect(await getIncidentDetail(scope, id)).toMatchObject({
      status: "investigating",
      resolvedAt: null,
    });
    expect(await readStatuses(scope)).toEqual(["degraded_performance"]);
    expect((await readAudit(scope)).at(-1)).toBe("incident.reopened");
  });

  test("that is not the newest keeps the incident's status and corrects the changes of the next update", async () => {
    const org = await organization(1);
    const { scope, ids, report, update } = org;
    const { id } = await report({ component_ids: ids });
    const { id: between } = await update(
      id,
      { components: [{ id: ids[0], status: "major_outage" }] },
      60_000,
    );
    await update(
      id,
      { status: "monitoring", components: [{ id: ids[0], status: "degraded_performance" }] },
      120_000,
    );
    await remove(org, id, between);
    const [newest] = await readUpdates(scope, id);
    expect(newest!.components).toMatchObject([
      { old_status: "partial_outage", new_status: "degraded_performance" },
    ]);
    expect(await getIncidentDetail(scope, id)).toMatchObject({
      status: "monitoring",
      components: [{ status: "degraded_performance" }],
    });
    expect(await readTimeline(ids[0]!)).toEqual([
      ["partial_outage", 0],
      ["degraded_performance", 120_000],
    ]);
  });

  test("that is the first of a resolved incident keeps the outage in the timeline", async () => {
    const org = await organization(2);
    const { scope, ids, report, resolve, reopen, change } = org;
    const components = [{ id: ids[1], status: "degraded_performance" }];
    const { id } = await report({ component_ids: ids, components });
    await resolve(id);
    await remove(org, id, (await readUpdates(scope, id))[1]!.id);
    expect(await readTimeline(ids[0]!)).toEqual([
      ["partial_outage", 0],
      ["operational", 120_000],
    ]);
    expect(await getIncidentDetail(scope, id)).toMatchObject({
      status: "resolved",
      startedAt: NOW,
      resolvedAt: later(120_000),
    });
    await change(id, { impact: "critical" });
    expect(await readTimeline(ids[0]!)).toEqual([
      ["major_outage", 0],
      ["operational", 120_000],
    ]);
    await reopen(id);
    await remove(org, id, (await readUpdates(scope, id))[0]!.id);
    expect(await getIncidentDetail(scope, id)).toMatchObject({
      status: "resolved",
      components: [{ status: "major_outage" }, { status: "degraded_performance" }],
    });
  });

  test("is rejected for the only update, with a stale ETag, and under another incident or organization", async () => {
    const [org, other] = [await organization(), await organization()];
    const { context, scope, report, update } = org;
    const [{ id }, { id: second }] = [await report(), await report()];
    const [only] = await readUpdates(scope, id);
    await expect(remove(org, id, only!.id)).rejects.toMatchObject(conflict);
    const { id: posted } = await update(id);
    await expect(
      deleteIncidentUpdate({ ...context, ifMatch: '"stale"' }, scope, id, posted),
    ).rejects.toMatchObject({ status: 412 });
    await expect(remove(org, second, posted)).rejects.toMatchObject(unknown);
    await expect(remove(other, id, posted)).rejects.toMatchObject(unknown);
    await remove(org, id, posted);
    await expect(remove(org, id, posted)).rejects.toMatchObject(unknown);
  });
});

describe("deleting an incident", () => {
  test("removes its updates and unsent events, and its effect on components", async () => {
    const [{ context, scope, ids, report, update, edit }, other] = [
      await organization(1),
      await organization(),
    ];
    const { id } = await report({ component_ids: ids });
    const { id: updateId } = await update(id, { body: "One" });
    await edit(id, updateId, "Two", 70_000);
    await expect(deleteIncident(other.context, other.scope, id)).rejects.toMatchObject(unknown);
    await deleteIncident(context, scope, id);
    await expect(deleteIncident(context, scope, id)).rejects.toMatchObject(unknown);
    await expect(readUpdates(scope, id)).rejects.toMatchObject(unknown);
    expect(await readStatuses(scope)).toEqual(["operational"]);
    expect(await readEvents(scope)).toEqual([]);
    expect(await reader().incidentUpdateText.count({ where: { updateId } })).toBe(0);
    expect((await readAudit(scope)).at(-1)).toBe("incident.deleted");
  });
});

test("the subscriber count of an incident includes only active subscribers", async () => {
  const { scope, report } = await organization();
  const [{ id }, { id: other }] = [await report(), await report()];
  const states = ["active", "active", "unconfirmed", "quarantined", "unsubscribed"];
  await transaction(async (tx) => {
    for (const [index, state] of states.entries()) {
      const subscriber = newId();
      await tx.subscriber.create({
        data: {
          ...{
            id: subscriber,
            organizationId: scope.id,
            channel: "email",
            address: `${index}@example.com`,
            addressHash: subscriber,
            target: "mail",
            state,
            everything: false,
          },
          ...{
            manageTokenHash: `m${subscriber}`,
            unsubscribeTokenHash: `u${subscriber}`,
            tokens: "",
            createdAt: NOW,
            updatedAt: NOW,
          },
          incidents: { create: { incidentId: index === 1 ? other : id } },
        },
      });
    }
  });
  expect((await getIncidentDetail(scope, id)).followerCount).toBe(1);
});

test("the page status ignores archived components", async () => {
  const { scope, ids, report } = await organization(4);
  await report({ impact: "critical", component_ids: ids.slice(0, 3) });
  await transaction((tx) =>
    tx.component.updateMany({ where: { id: { in: ids.slice(0, 2) } }, data: { archivedAt: NOW } }),
  );
  const counts = await transaction((tx) => countStatuses(tx, scope));
  expect(counts).toEqual({
    operational: 1,
    under_maintenance: 0,
    degraded_performance: 0,
    partial_outage: 0,
    major_outage: 1,
  });
  expect(getPageStatus(counts, "operational").status_description).toBe("Partial System Outage");
});
