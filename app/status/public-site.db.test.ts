import { expect, test } from "vitest";
import { later, createMembership, NOW } from "@/e2e/support/database-fixtures";
import { renderPath, createSnapshotAt } from "@/e2e/support/public-reads";
import { transaction } from "@/lib/db/database";
import { changeGroup, createGroup } from "@/lib/component-groups/commands";
import { changeComponent, createComponent } from "@/lib/components/commands";
import { newComponent } from "@/lib/components/schema";
import {
  changeIncident,
  createIncident,
  deleteIncident,
  postIncidentUpdate,
  reopenIncident,
  resolveIncident,
  savePostmortem,
} from "@/lib/incidents/commands";
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
import { saveImage } from "@/lib/organizations/images";
import { hashBytes } from "@/lib/publishing/artifact";
import { createSite } from "@/lib/publishing/site";
import { changeUpdate } from "@/lib/updates/commands";
import { listUpdates } from "@/lib/updates/queries";
import { publicSite } from "./public-site";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (ms: number) => later(ms).toISOString();

/**
 * Returns the tag and the content's hash of each published path whose tag does not contain the
 * version. Version and time are constant, so a page's content changes only if its data changes.
 */
async function listTagged(orgID: string): Promise<Map<string, { tag: string; content: string }>> {
  const snapshot = createSnapshotAt(later(10 * DAY));
  const site = { orgID, origin: "https://example.com", base: `/status/${orgID}` };
  const tagged = new Map<string, { tag: string; content: string }>();
  for (const { path, tag } of await publicSite.listPublished(orgID, snapshot)) {
    if (tag.startsWith(`${snapshot.version.number} `)) continue;
    const content = await renderPath(site, path, snapshot);
    tagged.set(path, { tag, content: hashBytes(JSON.stringify(content)) });
  }
  return tagged;
}

test("each change gives a page a new tag, even within one millisecond or if server clocks differ", async () => {
  const { context, scope } = await createMembership();
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
  const subject = { kind: "incident", id: one.id } as const;
  const { updates } = await listUpdates(scope, subject);
  const seen = new Map<string, Set<string>>();
  const collectTags = async () => {
    for (const [path, { tag }] of await listTagged(scope.id)) {
      const tags = seen.get(path) ?? new Set();
      seen.set(path, tags.add(tag));
    }
  };
  const ofFirst = ["Found.", "Found it."].map(
    (body) => () => changeUpdate(context, scope, subject, updates[0]!.id, { body }),
  );
  const ofSecond = ["Down", "Still down"].map(
    (title) => () => changeIncident({ ...context, now: later(-HOUR) }, scope, two.id, { title }),
  );
  const ofPlans = ["New disks", "Newer disks"].map(
    (title) => () => changeMaintenance(context, scope, disks.id, { title }),
  );
  for (const change of [
    collectTags,
    ...ofFirst,
    ...ofSecond,
    ...ofPlans,
    () => resolveIncident(context, scope, two.id, { body: "Resolved.", notify: true }),
  ]) {
    await change();
    await collectTags();
  }
  const tags = [`/incidents/${one.id}`, `/incidents/${two.id}`, `/maintenances/${disks.id}`].map(
    (path) => seen.get(path)?.size,
  );
  expect(tags).toEqual([3, 4, 3]);
});

test(
  "a page whose content changes gets a new tag, so that it is published again",
  { timeout: 90_000 },
  async () => {
    const { context, scope } = await createMembership();
    let ms = 0;
    const nextContext = () => ({ ...context, now: later(++ms * 1_000) });
    const group = await createGroup(nextContext(), scope, {
      name: "Europe",
      description: "",
      collapsed: false,
    });
    const api = await createComponent(nextContext(), scope, newComponent.parse({ name: "API" }));
    const site = await createComponent(
      nextContext(),
      scope,
      newComponent.parse({ name: "Site", group_id: group.id }),
    );
    const report = (input: Record<string, unknown>) =>
      createIncident(
        nextContext(),
        scope,
        newIncident.parse({ title: "Down", impact: "major", component_ids: [api.id], ...input }),
      );
    const resolvedIn = (month: string) => ({
      started_at: `${month}-05T08:00:00Z`,
      resolved_at: `${month}-05T09:00:00Z`,
      status: "resolved",
    });
    const first = await report({ component_ids: [api.id, site.id] });
    const second = await report({ title: "September incident", ...resolvedIn("2026-09") });
    const plan = (input: Record<string, unknown>) =>
      createMaintenance(
        nextContext(),
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
    const subject = { kind: "incident", id: first.id } as const;
    const findFirstUpdateId = async () => (await listUpdates(scope, subject)).updates[0]!.id;

    let before = await listTagged(scope.id);
    let differed = 0;
    const expectNewTags = async (name: string, change: () => Promise<unknown>) => {
      await change();
      const now = await listTagged(scope.id);
      for (const [path, { tag, content }] of now) {
        const known = before.get(path);
        if (known === undefined || known.content === content) continue;
        differed++;
        expect([name, path, tag === known.tag]).toEqual([name, path, false]);
      }
      before = now;
    };
    let earliest = "";
    const changes: [string, () => Promise<unknown>][] = [
      [
        "settings",
        () =>
          changeOrganization(nextContext(), scope, {
            name: "Acme",
            time_zone: "Europe/Berlin",
            accent_color: "#0000aa",
          }),
      ],
      [
        "an update",
        () =>
          postIncidentUpdate(
            nextContext(),
            scope,
            first.id,
            newIncidentUpdate.parse({ status: "identified", body: "Found." }),
          ),
      ],
      [
        "an update without notifications",
        () =>
          postIncidentUpdate(
            nextContext(),
            scope,
            first.id,
            newIncidentUpdate.parse({ status: "monitoring", body: "Fixed?", notify: false }),
          ),
      ],
      [
        "an edited update",
        async () =>
          changeUpdate(nextContext(), scope, subject, await findFirstUpdateId(), {
            body: "Corrected.",
          }),
      ],
      [
        "an incident's title",
        () =>
          changeIncident(nextContext(), scope, first.id, {
            title: "Everything is down",
            impact: "critical",
          }),
      ],
      [
        "a component's name",
        () => changeComponent(nextContext(), scope, api.id, { name: "Gateway" }),
      ],
      ["a group's name", () => changeGroup(nextContext(), scope, group.id, { name: "Asia" })],
      [
        "an archived component",
        () => changeComponent(nextContext(), scope, site.id, { archived: true }),
      ],
      [
        "a resolved incident",
        () => resolveIncident(nextContext(), scope, first.id, { body: "Resolved.", notify: true }),
      ],
      [
        "a postmortem",
        () =>
          savePostmortem(nextContext(), scope, first.id, {
            body: "Why.",
            published: true,
            notify: true,
          }),
      ],
      [
        "an edited postmortem",
        () => savePostmortem(nextContext(), scope, first.id, { body: "Because.", notify: true }),
      ],
      [
        "an unpublished postmortem",
        () =>
          savePostmortem(nextContext(), scope, first.id, {
            body: "Because.",
            published: false,
            notify: true,
          }),
      ],
      [
        "a reopened incident",
        () =>
          reopenIncident(nextContext(), scope, first.id, {
            status: "identified",
            body: "Again.",
            notify: true,
            components: [],
            component_ids: [],
          }),
      ],
      [
        "an incident in an earlier month",
        async () =>
          (earliest = (await report({ title: "July incident", ...resolvedIn("2026-07") })).id),
      ],
      [
        "an incident in a month between two months with incidents",
        () => report({ title: "August incident", ...resolvedIn("2026-08") }),
      ],
      [
        "a deleted incident, the only one of its month",
        () => deleteIncident(nextContext(), scope, earliest),
      ],
      [
        "an incident moved to another month",
        () =>
          changeIncident(nextContext(), scope, second.id, {
            started_at: new Date("2026-08-31T08:00:00Z"),
          }),
      ],
      [
        "a rescheduled maintenance",
        () =>
          changeMaintenance(nextContext(), scope, disks.id, {
            scheduled_for: later(3 * DAY),
            scheduled_until: later(4 * DAY),
          }),
      ],
      [
        "a started maintenance",
        () => transitionMaintenance(nextContext(), scope, disks.id, "start"),
      ],
      [
        "a maintenance completed automatically",
        () => runDueSteps({ id: disks.id, organizationId: scope.id }, later(4 * DAY)),
      ],
      [
        "a canceled maintenance",
        async () =>
          transitionMaintenance(
            nextContext(),
            scope,
            (await plan({ title: "Cables" })).id,
            "cancel",
          ),
      ],
      ["a deleted maintenance", () => deleteMaintenance(nextContext(), scope, disks.id)],
    ];
    for (const [name, change] of changes) await expectNewTags(name, change);
    expect(differed).toBeGreaterThan(changes.length);
    expect(NOW.getTime()).toBeLessThan(later(ms).getTime());
  },
);

test("pages with canonical URLs are published again after a domain is verified", async () => {
  const { context, scope } = await createMembership();
  await createIncident(context, scope, newIncident.parse({ title: "Down", impact: "major" }));
  const list = async (host: string | null) => {
    const snapshot = { ...createSnapshotAt(later(DAY)), host };
    const site = createSite(scope.id, { host: null, base: `/status/${scope.id}` }, host);
    const published = await publicSite.listPublished(scope.id, snapshot);
    return Promise.all(
      published.map(async ({ path, tag }) => {
        const body = hashBytes((await renderPath(site, path, snapshot))!.body);
        return { path, tag, body };
      }),
    );
  };
  const before = await list(null);
  const after = await list("status.acme.example");
  const changed = after.filter(
    ({ tag, body }, index) => body !== before[index]!.body && !tag.startsWith("1 "),
  );
  expect(changed.map(({ path }) => path)).toContain("/oembed.json");
  expect(changed.filter(({ tag }) => before.some((former) => former.tag === tag))).toEqual([]);
});

test("a logo and subscription forms of unresolved incidents are published, and history links work", async () => {
  const { context, scope } = await createMembership();
  const report = (input: Record<string, unknown>) =>
    createIncident(context, scope, newIncident.parse({ title: "Down", impact: "major", ...input }));
  const open = await report({});
  const past = await report({
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
    (await publicSite.listPublished(scope.id, createSnapshotAt(now))).map(({ path }) => path);
  const paths = await listPaths();
  expect(paths.filter((path) => /incidents\/.*subscribe$/.test(path)).sort()).toEqual(
    [`/incidents/${open.id}/subscribe`, `/de/incidents/${open.id}/subscribe`].sort(),
  );
  expect(paths).toContain(`/incidents/${open.id}`);
  expect(paths, "only the last 15 days are published").not.toContain(`/incidents/${past.id}`);
  await deleteIncident(context, scope, open.id);
  expect((await listPaths()).filter((path) => path.includes(open.id))).toEqual([]);

  const site = { orgID: scope.id, origin: "https://example.com", base: "" };
  const render = (path: string) => renderPath(site, path, createSnapshotAt(now));
  expect(await render(`/incidents/${past.id}`)).not.toBeNull();
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
  await saveImage(context, scope, "logo", new Uint8Array(Buffer.from(svg)));
  expect(await listPaths()).toContain("/logo");
  const { type, body, headers } = (await render("/logo"))!;
  expect([type, Buffer.from(body).toString(), headers!["Content-Security-Policy"]]).toEqual([
    "image/svg+xml",
    svg,
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  ]);
});

test("an organization that was suspended after the snapshot was taken has no public paths", async () => {
  const { context, scope } = await createMembership();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" />';
  await saveImage(context, scope, "logo", new Uint8Array(Buffer.from(svg)));
  const snapshot = createSnapshotAt(NOW);
  const site = { orgID: scope.id, origin: "https://example.com", base: "" };
  expect(await renderPath(site, "/logo", snapshot)).not.toBeNull();
  await transaction((tx) =>
    tx.organization.update({ where: { id: scope.id }, data: { suspendedAt: NOW } }),
  );
  for (const path of ["/logo", "", "/history.atom"])
    expect([path, await renderPath(site, path, snapshot)]).toEqual([path, null]);
});
