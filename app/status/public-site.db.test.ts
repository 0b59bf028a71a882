import { expect, test } from "vitest";
import { later, membership, NOW } from "@/e2e/support/database-fixtures";
import { renderPath, snapshotAt } from "@/e2e/support/public-reads";
import { changeGroup, createGroup } from "@/lib/component-groups/commands";
import { changeComponent, createComponent } from "@/lib/components/commands";
import { newComponent } from "@/lib/components/schema";
import {
  changeIncident,
  changeIncidentUpdate,
  createIncident,
  deleteIncident,
  postIncidentUpdate,
  reopenIncident,
  resolveIncident,
  savePostmortem,
} from "@/lib/incidents/commands";
import { listIncidentUpdates } from "@/lib/incidents/queries";
import { newIncident, newIncidentUpdate } from "@/lib/incidents/schema";
import {
  runDueSteps,
  changeMaintenance,
  createMaintenance,
  deleteMaintenance,
  transitionMaintenance,
} from "@/lib/maintenances/commands";
import { newMaintenance } from "@/lib/maintenances/schema";
import { changeOrganization } from "@/lib/organizations/commands";
import { saveLogo } from "@/lib/organizations/logos";
import { hashOf } from "@/lib/publishing/artifact";
import { publicSite } from "./public-site";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (ms: number) => later(ms).toISOString();

/**
 * The published paths that are not rendered with every version, each with its tag and what is
 * rendered. Version and time stay the same: only what was changed may differ.
 */
async function listTagged(orgID: string): Promise<Map<string, { tag: string; content: string }>> {
  const snapshot = snapshotAt(later(10 * DAY));
  const site = { orgID, origin: "https://example.com", base: `/status/${orgID}` };
  const tagged = new Map<string, { tag: string; content: string }>();
  for (const { path, tag } of await publicSite.listPublished(orgID, snapshot)) {
    if (tag.startsWith(`${snapshot.version.number} `)) continue;
    const content = await renderPath(site, path, snapshot);
    tagged.set(path, { tag, content: hashOf(JSON.stringify(content)) });
  }
  return tagged;
}

test("two changes in one millisecond, or with different clocks, give a page two tags", async () => {
  const { context, scope } = await membership();
  const api = await createComponent(context, scope, newComponent.parse({ name: "API" }));
  const report = (title: string) =>
    createIncident(
      context,
      scope,
      newIncident.parse({ title, impact: "major", component_ids: [api.id] }),
    );
  const [one, two] = [await report("One"), await report("Two")];
  const disks = await createMaintenance(
    context,
    scope,
    newMaintenance.parse({
      title: "Disks",
      scheduled_for: at(DAY),
      scheduled_until: at(2 * DAY),
      component_ids: [api.id],
    }),
  );
  const { updates } = await listIncidentUpdates(scope, one.id);
  const seen = new Map<string, Set<string>>();
  const look = async () => {
    for (const [address, { tag }] of await listTagged(scope.id)) {
      const tags = seen.get(address) ?? new Set();
      seen.set(address, tags.add(tag));
    }
  };
  const ofFirst = ["Found.", "Found it."].map(
    (body) => () => changeIncidentUpdate(context, scope, one.id, updates[0]!.id, { body }),
  );
  const ofSecond = ["Down", "Still down"].map(
    (title) => () => changeIncident({ ...context, now: later(-HOUR) }, scope, two.id, { title }),
  );
  const ofPlans = ["New disks", "Newer disks"].map(
    (title) => () => changeMaintenance(context, scope, disks.id, { title }),
  );
  for (const change of [
    look,
    ...ofFirst,
    ...ofSecond,
    ...ofPlans,
    () => resolveIncident(context, scope, two.id, { body: "Over.", notify: true }),
  ]) {
    await change();
    await look();
  }
  const tags = [`/incidents/${one.id}`, `/incidents/${two.id}`, `/maintenances/${disks.id}`].map(
    (address) => seen.get(address)?.size,
  );
  expect(tags).toEqual([3, 4, 3]);
});

test(
  "a page whose content changes gets another tag, so that it is published again",
  { timeout: 90_000 },
  async () => {
    const { context, scope } = await membership();
    let ms = 0;
    const when = () => ({ ...context, now: later(++ms * 1_000) });
    const group = await createGroup(when(), scope, {
      name: "Europe",
      description: "",
      collapsed: false,
    });
    const api = await createComponent(when(), scope, newComponent.parse({ name: "API" }));
    const site = await createComponent(
      when(),
      scope,
      newComponent.parse({ name: "Site", group_id: group.id }),
    );
    const report = (input: Record<string, unknown>) =>
      createIncident(
        when(),
        scope,
        newIncident.parse({ title: "Down", impact: "major", component_ids: [api.id], ...input }),
      );
    const over = (month: string) => ({
      started_at: `${month}-05T08:00:00Z`,
      resolved_at: `${month}-05T09:00:00Z`,
      status: "resolved",
    });
    const first = await report({ component_ids: [api.id, site.id] });
    const second = await report({ title: "Over", ...over("2026-09") });
    const plan = (input: Record<string, unknown>) =>
      createMaintenance(
        when(),
        scope,
        newMaintenance.parse({
          title: "Disks",
          scheduled_for: at(DAY),
          scheduled_until: at(2 * DAY),
          component_ids: [api.id],
          ...input,
        }),
      );
    const disks = await plan({});
    const words = async () => (await listIncidentUpdates(scope, first.id)).updates[0]!.id;

    let before = await listTagged(scope.id);
    let differed = 0;
    const after = async (what: string, change: () => Promise<unknown>) => {
      await change();
      const now = await listTagged(scope.id);
      for (const [address, { tag, content }] of now) {
        const known = before.get(address);
        if (known === undefined || known.content === content) continue;
        differed++;
        expect([what, address, tag === known.tag]).toEqual([what, address, false]);
      }
      before = now;
    };
    let earliest = "";
    const changes: [string, () => Promise<unknown>][] = [
      [
        "settings",
        () =>
          changeOrganization(when(), scope, {
            name: "Acme",
            time_zone: "Europe/Berlin",
            accent_color: "#0000aa",
          }),
      ],
      [
        "an update",
        () =>
          postIncidentUpdate(
            when(),
            scope,
            first.id,
            newIncidentUpdate.parse({ status: "identified", body: "Found." }),
          ),
      ],
      [
        "a silent update",
        () =>
          postIncidentUpdate(
            when(),
            scope,
            first.id,
            newIncidentUpdate.parse({ status: "monitoring", body: "Fixed?", notify: false }),
          ),
      ],
      [
        "a correction",
        async () =>
          changeIncidentUpdate(when(), scope, first.id, await words(), { body: "Corrected." }),
      ],
      [
        "a title",
        () => changeIncident(when(), scope, first.id, { title: "All is down", impact: "critical" }),
      ],
      ["a component's name", () => changeComponent(when(), scope, api.id, { name: "Gateway" })],
      ["a group's name", () => changeGroup(when(), scope, group.id, { name: "Asia" })],
      [
        "a component that is archived",
        () => changeComponent(when(), scope, site.id, { archived: true }),
      ],
      ["an end", () => resolveIncident(when(), scope, first.id, { body: "Over.", notify: true })],
      [
        "a postmortem",
        () =>
          savePostmortem(when(), scope, first.id, { body: "Why.", published: true, notify: true }),
      ],
      [
        "other words of it",
        () => savePostmortem(when(), scope, first.id, { body: "Because.", notify: true }),
      ],
      [
        "its retraction",
        () =>
          savePostmortem(when(), scope, first.id, {
            body: "Because.",
            published: false,
            notify: true,
          }),
      ],
      [
        "a new beginning",
        () =>
          reopenIncident(when(), scope, first.id, {
            status: "identified",
            body: "Again.",
            notify: true,
            components: [],
            component_ids: [],
          }),
      ],
      [
        "an earlier month",
        async () => (earliest = (await report({ title: "Long ago", ...over("2026-07") })).id),
      ],
      ["a month between", () => report({ title: "Less long ago", ...over("2026-08") })],
      ["a month that is no more", () => deleteIncident(when(), scope, earliest)],
      [
        "another month",
        () =>
          changeIncident(when(), scope, second.id, {
            started_at: new Date("2026-08-31T08:00:00Z"),
          }),
      ],
      [
        "other plans",
        () =>
          changeMaintenance(when(), scope, disks.id, {
            scheduled_for: later(3 * DAY),
            scheduled_until: later(4 * DAY),
          }),
      ],
      ["a beginning", () => transitionMaintenance(when(), scope, disks.id, "start")],
      [
        "an end by itself",
        () => runDueSteps({ id: disks.id, organizationId: scope.id }, later(4 * DAY)),
      ],
      [
        "a cancellation",
        async () =>
          transitionMaintenance(when(), scope, (await plan({ title: "Cables" })).id, "cancel"),
      ],
      ["work that is deleted", () => deleteMaintenance(when(), scope, disks.id)],
    ];
    for (const [what, change] of changes) await after(what, change);
    expect(differed).toBeGreaterThan(changes.length);
    expect(NOW.getTime()).toBeLessThan(later(ms).getTime());
  },
);

test("what pages link to is published or rendered: subscribe forms, the logo and empty months", async () => {
  const { context, scope } = await membership();
  const report = (input: Record<string, unknown>) =>
    createIncident(context, scope, newIncident.parse({ title: "Down", impact: "major", ...input }));
  const open = await report({});
  const over = await report({
    started_at: "2026-03-05T08:00:00Z",
    resolved_at: "2026-03-05T09:00:00Z",
    status: "resolved",
  });
  await report({
    started_at: "2026-07-05T08:00:00Z",
    resolved_at: "2026-07-05T09:00:00Z",
    status: "resolved",
  });
  await changeOrganization(context, scope, { languages: ["en", "de"] });
  const now = new Date(Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth() + 2, 10));
  const listPaths = async () =>
    (await publicSite.listPublished(scope.id, snapshotAt(now))).map(({ path }) => path);
  const paths = await listPaths();
  expect(paths.filter((path) => /incidents\/.*subscribe$/.test(path)).sort()).toEqual(
    [`/incidents/${open.id}/subscribe`, `/de/incidents/${open.id}/subscribe`].sort(),
  );
  expect(paths).toContain(`/incidents/${open.id}`);
  expect(paths, "published are the last 15 days").not.toContain(`/incidents/${over.id}`);
  await deleteIncident(context, scope, open.id);
  expect((await listPaths()).filter((path) => path.includes(open.id))).toEqual([]);

  const site = { orgID: scope.id, origin: "https://example.com", base: "" };
  const render = (path: string) => renderPath(site, path, snapshotAt(now));
  expect(await render(`/incidents/${over.id}`)).not.toBeNull();
  for (const month of ["2026-03", "2026-07"]) {
    const page = await render(`/history/${month}`);
    const links = [...(page!.body as string).matchAll(/href="(\/history\/[^"]+)"/g)].map(
      ([, href]) => href!,
    );
    expect([month, links.length > 0]).toEqual([month, true]);
    for (const link of links) expect([link, await render(link)]).not.toEqual([link, null]);
  }

  expect(await listPaths()).not.toContain("/logo");
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>';
  await saveLogo(context, scope, new Uint8Array(Buffer.from(svg)));
  expect(await listPaths()).toContain("/logo");
  const { type, body, headers } = (await render("/logo"))!;
  expect([type, Buffer.from(body).toString(), headers!["Content-Security-Policy"]]).toEqual([
    "image/svg+xml",
    svg,
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  ]);
});
