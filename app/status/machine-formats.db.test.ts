import { parseFeed } from "@rowanmanning/feed-parser";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { later, createMembership, NOW } from "@/e2e/support/database-fixtures";
import { renderPath, createSnapshotAt } from "@/e2e/support/public-reads";
import { createComponent } from "@/lib/components/commands";
import { newComponent } from "@/lib/components/schema";
import {
  createIncident,
  postIncidentUpdate,
  resolveIncident,
  savePostmortem,
} from "@/lib/incidents/commands";
import { newIncident, newIncidentUpdate } from "@/lib/incidents/schema";
import { createMaintenance } from "@/lib/maintenances/commands";
import { newMaintenance } from "@/lib/maintenances/schema";
import { changeOrganization } from "@/lib/organizations/commands";
import { createInvitation } from "@/lib/organizations/invitations";
import { CONFIRMED_AT, type Content, hashBytes } from "@/lib/publishing/artifact";
import { renderOpenGraph } from "@/lib/public/pictures/open-graph";
import { createSubscriber } from "@/lib/subscribers/commands";
import { newSubscriber } from "@/lib/subscribers/schema";
import { createTemplate } from "@/lib/templates/commands";
import { newTemplate } from "@/lib/templates/schema";
import { createToken } from "@/lib/tokens/commands";
import { changeUpdate } from "@/lib/updates/commands";
import { listUpdates } from "@/lib/updates/queries";
import { crawlers } from "./machine-formats";

const HOUR = 3_600_000;
const ORIGIN = "https://status.example.com";
const render = (
  orgID: string,
  path: string,
  base = `/status/${orgID}`,
  now = NOW,
  snapshot = createSnapshotAt(now),
): Promise<Content | null> => renderPath({ orgID, origin: ORIGIN, base }, path, snapshot);
const renderContent = async (...at: Parameters<typeof render>): Promise<Content> =>
  (await render(...at))!;
const renderText = async (...at: Parameters<typeof render>): Promise<string> =>
  Buffer.from((await renderContent(...at)).body).toString("utf8");

async function tenant() {
  const { context, scope } = await createMembership();
  const api = await createComponent(context, scope, newComponent.parse({ name: "API" }));
  const report = (input: Record<string, unknown>, now = NOW) =>
    createIncident(
      { ...context, now },
      scope,
      newIncident.parse({
        title: "Logins fail",
        impact: "major",
        component_ids: [api.id],
        ...input,
      }),
    );
  const plan = (title: string) =>
    createMaintenance(
      context,
      scope,
      newMaintenance.parse({
        title,
        scheduled_for: later(24 * HOUR).toISOString(),
        scheduled_until: later(25 * HOUR).toISOString(),
        component_ids: [api.id],
      }),
    );
  return { context, scope, api, report, plan };
}

const machineReadable = [
  "/history.atom",
  "/history.rss",
  "/calendar.ics",
  "/badge.svg",
  "/og.png",
  "/llms.txt",
];

test("data formats (feeds, calendar, images, and llms.txt) contain no private data", async () => {
  const { context, scope, api, report, plan } = await tenant();
  await changeOrganization(context, scope, { languages: ["en", "de"] });
  const { id } = await report({ body: "The password was SECRET-first-words." });
  const subject = { kind: "incident", id } as const;
  const { updates } = await listUpdates(scope, subject);
  await changeUpdate(context, scope, subject, updates[0]!.id, { body: "A password was weak." });
  await resolveIncident(context, scope, id, { body: "", notify: true });
  await savePostmortem(context, scope, id, {
    body: "SECRET-draft: confidential cause.",
    notify: true,
  });
  await report({ title: "Published without notifying", notify: false });
  await plan("New disks");
  const hook = await createSubscriber(
    context,
    scope,
    newSubscriber.parse({
      channel: "webhook",
      address: "https://SECRET-hook.example.com/x",
      contact_email: "SECRET-contact@example.com",
    }),
  );
  await createSubscriber(
    context,
    scope,
    newSubscriber.parse({
      channel: "email",
      address: "SECRET-reader@example.com",
      skip_confirmation: true,
    }),
  );
  await createTemplate(
    context,
    scope,
    newTemplate.parse({
      kind: "incident",
      name: "SECRET-template",
      title: "SECRET-title",
      body: "SECRET-body",
      impact: "minor",
    }),
  );
  await createToken(context, scope, { name: "SECRET-token", role: "editor" });
  await createInvitation(context, scope, { email: "SECRET-invited@example.com", role: "viewer" });
  const secrets = [
    "secret-",
    "ada lovelace",
    context.actor.userId,
    updates[0]!.id,
    hook.subscriber.id,
    hook.secret!.toLowerCase(),
  ];
  const paths = [
    ...machineReadable,
    "/de/badge.svg",
    "/de/og.png",
    `/components/${api.id}/history.atom`,
    `/components/${api.id}/history.rss`,
  ];
  const snapshot = createSnapshotAt(NOW);
  for (const [base, more] of [
    [`/status/${scope.id}`, []],
    ["", ["/robots.txt", "/sitemap.xml"]],
  ] as const) {
    for (const path of [...paths, ...more]) {
      const { body, headers } = await renderContent(scope.id, path, base, NOW, snapshot);
      const shown = (Buffer.from(body).toString("utf8") + JSON.stringify(headers)).toLowerCase();
      expect([path, secrets.filter((secret) => shown.includes(secret))]).toEqual([path, []]);
    }
  }
  for (const path of ["/history.atom", "/history.rss", "/calendar.ics", "/llms.txt"])
    expect(await renderText(scope.id, path)).toContain("Published without notifying");
  await savePostmortem(context, scope, id, {
    body: "It was a weak password.",
    published: true,
    notify: true,
  });
  for (const path of ["/history.atom", "/history.rss"])
    expect(await renderText(scope.id, path)).toContain("It was a weak password.");
});

test("data formats have correct media types, are readable from any site, and honor the indexing setting", async () => {
  const { context, scope } = await tenant();
  const types = [
    "application/atom+xml; charset=utf-8",
    "application/rss+xml; charset=utf-8",
    "text/calendar; charset=utf-8",
    "image/svg+xml; charset=utf-8",
    "image/png",
    "text/plain; charset=utf-8",
  ];
  const all = async (snapshot = createSnapshotAt(NOW)) =>
    Promise.all(machineReadable.map((path) => renderContent(scope.id, path, "", NOW, snapshot)));
  const listed = await all();
  expect(listed.map(({ type }) => type)).toEqual(types);
  const expected = machineReadable.map((path) => ({
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag",
    ...(/svg|png/.test(path) && { "Cross-Origin-Resource-Policy": "cross-origin" }),
  }));
  expect(listed.map(({ headers }) => headers)).toEqual(expected);
  await changeOrganization(context, scope, { indexed: false });
  expect((await all()).map(({ headers }) => headers)).toEqual(
    expected.map((headers) => ({ ...headers, "X-Robots-Tag": "noindex" })),
  );
});

test("feeds, calendar, images, and llms.txt stay the same for 20 minutes unless the data changes", async () => {
  const { context, scope, api, report } = await tenant();
  const { id } = await report({});
  const bodies = async (now: Date, snapshot = createSnapshotAt(now)) =>
    Promise.all(
      [...machineReadable, `/components/${api.id}/history.atom`].map(async (path) =>
        hashBytes((await renderContent(scope.id, path, "", now, snapshot)).body),
      ),
    );
  const before = await bodies(later(1_000));
  expect(await bodies(later(20 * 60_000))).toEqual(before);
  await postIncidentUpdate(
    { ...context, now: later(60_000) },
    scope,
    id,
    newIncidentUpdate.parse({ status: "identified", body: "Found." }),
  );
  const after = await bodies(later(120_000));
  expect(after.map((text, index) => text === before[index])).toEqual([
    false,
    false,
    false,
    true,
    true,
    false,
    false,
  ]);
  await resolveIncident({ ...context, now: later(180_000) }, scope, id, { body: "", notify: true });
  expect((await bodies(later(240_000))).map((text, index) => text === after[index])).toEqual(
    machineReadable.concat("feed").map(() => false),
  );
});

test("in the calendar, the end of an unresolved incident advances every hour", async () => {
  const { context, scope, report } = await tenant();
  const { id } = await report({});
  const end = async (now: Date) =>
    new ICAL.Event(
      new ICAL.Component(
        ICAL.parse(await renderText(scope.id, "/calendar.ics", "", now)),
      ).getFirstSubcomponent("vevent")!,
    ).endDate
      .toJSDate()
      .toISOString();
  expect(await end(NOW)).toBe("2026-11-20T10:00:00.000Z");
  expect(await end(later(HOUR))).toBe("2026-11-20T11:00:00.000Z");
  await resolveIncident({ ...context, now: later(HOUR) }, scope, id, { body: "", notify: true });
  expect(await end(later(5 * HOUR))).toBe("2026-11-20T10:30:00.000Z");
});

test("the feed of a component contains only that component's entries, and has its own URL and ID", async () => {
  const { context, scope, api, report } = await tenant();
  const other = await createComponent(context, scope, newComponent.parse({ name: "Website" }));
  await report({});
  await report({ title: "Pages are slow", component_ids: [other.id] });
  const [atom, rss] = await Promise.all(
    ["atom", "rss"].map(async (format) =>
      parseFeed(await renderText(scope.id, `/components/${api.id}/history.${format}`, "")),
    ),
  );
  for (const read of [atom!, rss!]) {
    expect(read.title).toBe(`${scope.id} status · API · History`);
    expect(read.items.map(({ title }) => title)).toEqual(["Logins fail"]);
  }
  expect(atom!.self).toBe(`${ORIGIN}/components/${api.id}/history.atom`);
  expect(await renderText(scope.id, `/components/${api.id}/history.atom`, "")).toContain(
    `<id>tag:localhost,2005:/status/${scope.id}/components/${api.id}/history</id>`,
  );
});

test("an unknown organization, component, language, or format is not found", async () => {
  const { context, scope, api } = await tenant();
  await changeOrganization(context, scope, { languages: ["de", "en"] });
  expect(await renderText(scope.id, "/badge.svg")).toContain("Alle Systeme betriebsbereit");
  expect(await renderText(scope.id, "/en/badge.svg")).toContain("All systems operational");
  for (const path of [
    "/de/badge.svg",
    "/fr/badge.svg",
    "/de/og.png",
    "/fr/og.png",
    "/components/unknown/history.atom",
    "/components//history.atom",
    `/components/${api.id}/history.ics`,
    "/history.json",
    "/history.atom/",
    "/robots.txt",
    "/sitemap.xml",
  ]) {
    expect([path, await render(scope.id, path)]).toEqual([path, null]);
  }
  for (const path of [...machineReadable, "/en/badge.svg", "/robots.txt", "/sitemap.xml"])
    expect([path, await render("unknown-organization", path, "")]).toEqual([path, null]);
});

test("the sitemap of a custom domain lists pages and events, and an unlisted page has no sitemap", async () => {
  const { context, scope, report, plan } = await tenant();
  await changeOrganization(context, scope, { languages: ["en", "de"] });
  const [incident, maintenance] = [await report({}), await plan("New disks")];
  expect(await renderText(scope.id, "/robots.txt", "")).toBe(
    `User-agent: *\nAllow: /\n\nSitemap: ${ORIGIN}/sitemap.xml\n`,
  );
  const sitemap = await renderText(scope.id, "/sitemap.xml", "");
  expect(
    [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)]
      .map(([, location]) => location!.slice(ORIGIN.length))
      .sort(),
  ).toEqual(
    [
      "/",
      "/history",
      "/uptime",
      `/incidents/${incident.id}`,
      `/maintenances/${maintenance.id}`,
    ].sort(),
  );
  expect(sitemap).toContain(
    `<xhtml:link rel="alternate" hreflang="de" href="${ORIGIN}/de/incidents/${incident.id}"/>`,
  );
  expect(sitemap).toContain(`<xhtml:link rel="alternate" hreflang="de" href="${ORIGIN}/de"/>`);
  const elsewhere = {
    orgID: scope.id,
    origin: ORIGIN,
    base: "",
    canonical: "https://status.acme.example",
  };
  expect(
    await crawlers
      .find(({ pattern }) => pattern.test("/sitemap.xml"))!
      .render(elsewhere, {}, createSnapshotAt(NOW)),
  ).toBeNull();
  await changeOrganization(context, scope, { indexed: false });
  expect(await render(scope.id, "/sitemap.xml", "")).toBeNull();
  expect(await renderText(scope.id, "/robots.txt", "")).not.toContain("Sitemap");
});

test("the unconfirmed Open Graph image shows an unknown status, regardless of the last status", async () => {
  const { scope, report } = await tenant();
  const operational = await renderContent(scope.id, "/og.png");
  await report({});
  const outage = await renderContent(scope.id, "/og.png");
  const unknown = await renderOpenGraph(
    { indicator: "unknown", sentence: "Status Unknown" },
    scope.id,
    `status.example.com/status/${scope.id}`,
    "en",
  );
  expect(
    [operational.unconfirmed, outage.unconfirmed].map((image) => Buffer.compare(image!, unknown)),
  ).toEqual([0, 0]);
  expect(
    [operational.body, outage.body].map(
      (image) => Buffer.compare(image as Uint8Array, unknown) === 0,
    ),
  ).toEqual([false, false]);
});

test("the unconfirmed llms.txt shows that the status is unknown", async () => {
  const { scope } = await tenant();
  const { body, unconfirmed } = await renderContent(scope.id, "/llms.txt");
  expect(body).toContain("**All systems operational**");
  expect(Buffer.from(unconfirmed!).toString("utf8")).toContain(
    `**Status unknown**: the status below was last confirmed at ${CONFIRMED_AT}.`,
  );
});
