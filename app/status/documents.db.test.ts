import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { later, membership, NOW } from "@/e2e/support/database-fixtures";
import { readEverything, renderPath, snapshotAt } from "@/e2e/support/public-reads";
import { createGroup } from "@/lib/component-groups/commands";
import { changeComponent, createComponent } from "@/lib/components/commands";
import { newComponent } from "@/lib/components/schema";
import { createIncident, savePostmortem } from "@/lib/incidents/commands";
import { newIncident } from "@/lib/incidents/schema";
import { createMaintenance, postMaintenanceUpdate } from "@/lib/maintenances/commands";
import { newMaintenance, newMaintenanceUpdate } from "@/lib/maintenances/schema";
import { changeOrganization } from "@/lib/organizations/commands";
import { organizationChange } from "@/lib/organizations/schema";
import type { Content } from "@/lib/publishing/artifact";
import type { Site } from "@/lib/publishing/site";
import { markDocument } from "@/lib/public/page/unconfirmed";
import { phrases } from "@/lib/public/page/page-texts";
import { notFoundNotice, staleNotices } from "./notices";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const HOSTILE = '</script><img src=x onerror="alert(1)"> & <!--mark-->';

async function tenant(settings: Record<string, unknown> = {}) {
  const { context, scope } = await membership();
  if (Object.keys(settings).length > 0)
    await changeOrganization(context, scope, organizationChange.parse(settings));
  const site: Site = {
    orgID: scope.id,
    origin: "https://status.example",
    base: `/status/${scope.id}`,
  };
  const render = (address: string, now = NOW, at: Site = site): Promise<Content | null> =>
    renderPath(at, address, snapshotAt(now));
  const write = async (
    address: string,
    now = NOW,
    at: Site = site,
  ): Promise<Content & { html: string }> => {
    const content = (await render(address, now, at))!;
    return { ...content, html: content.body as string };
  };
  return {
    context,
    scope,
    site,
    render,
    write,
    component: (input: Record<string, unknown>) =>
      createComponent(context, scope, newComponent.parse(input)),
    report: (input: Record<string, unknown>) =>
      createIncident(
        context,
        scope,
        newIncident.parse({ title: "Down", impact: "major", ...input }),
      ),
    plan: (input: Record<string, unknown>) =>
      createMaintenance(
        context,
        scope,
        newMaintenance.parse({
          title: "Disks",
          scheduled_for: later(DAY).toISOString(),
          scheduled_until: later(2 * DAY).toISOString(),
          ...input,
        }),
      ),
  };
}

test("a critical incident on one of three components shows a major outage in every language and image", async () => {
  const languages = ["en", "de", "fr", "es"] as const;
  const { scope, component, report, write } = await tenant({
    name: "Acme",
    languages: [...languages],
  });
  const [api] = await Promise.all(["API", "Site", "Mail"].map((name) => component({ name })));
  await report({ impact: "critical", component_ids: [api!.id] });
  const read = await readEverything(
    scope.id,
    [
      ...languages.flatMap((language) =>
        language === "en" ? ["/badge.svg"] : [`/${language}/badge.svg`],
      ),
      "/llms.txt",
      "/api/v2/status.json",
    ],
    NOW,
  );
  for (const [index, language] of languages.entries()) {
    const sentence = phrases[language].overall["Major System Outage"];
    for (const path of ["", "/embed"]) {
      const { html } = await write(language === "en" ? path : `/${language}${path}`);
      expect([
        language,
        path,
        attribute(html, /<output[^>]*>.*?([^<>]+)<\/output>/s),
        html.includes(`<title>${sentence} · `),
      ]).toEqual([language, path, sentence, true]);
    }
    expect([language, read[index]!.text.includes(sentence)]).toEqual([language, true]);
  }
  expect(read.at(-2)!.text).toContain("**Major system outage** (indicator: critical)");
  expect(JSON.parse(read.at(-1)!.text)).toMatchObject({
    status: { indicator: "major", description: "Partial System Outage" },
  });
});

test("an unconfirmed page never shows an operational status, and gives the time in the page's time zone", async () => {
  const languages = ["en", "de", "fr", "es"] as const;
  const { component, report, write } = await tenant({
    name: "Acme",
    languages: [...languages],
    time_zone: "Asia/Tokyo",
  });
  await component({ name: "API" });
  const confirmedAt = new Date("2026-11-20T18:30:00Z");
  const times = {
    en: /Nov 21, 2026, 3:30/,
    de: /21\. Nov\. 2026, 03:30/,
    fr: /21 nov\. 2026,? (à )?03:30/,
    es: /21 nov 2026, 3:30/,
  };
  for (const language of languages) {
    const { "All Systems Operational": green, "Status Unknown": unknown } =
      phrases[language].overall;
    for (const path of ["", "/embed"]) {
      const { html } = await write(language === "en" ? path : `/${language}${path}`);
      expect([language, path, html.includes(green)]).toEqual([language, path, true]);
      const marked = markDocument(html, staleNotices(), confirmedAt);
      expect([language, path, marked.includes(green)]).toEqual([language, path, false]);
      expect(marked).toContain(`<title>${unknown} · `);
      expect(attribute(marked, /<output[^>]*>.*?([^<>]+)<\/output>/s)).toBe(unknown);
      expect(marked).toMatch(/^<!doctype html><html data-stale lang/);
      expect(
        attribute(
          marked,
          /class="sp-stale".*?<time dateTime="2026-11-20T18:30:00\.000Z">([^<]+)<\/time>/s,
        )?.replace(/[\u202f\u00a0]/g, " "),
      ).toMatch(times[language]);
    }
  }
  const { id } = await report({ title: "All systems operational, or not" });
  const { html } = await write(`/incidents/${id}`);
  const marked = markDocument(html, staleNotices(), confirmedAt);
  const without = (text: string) =>
    text
      .replace(/<link rel="icon"[^>]*><div class="sp-stale".*?<\/div>/s, "<!--mark-->")
      .replace("<html data-stale ", "<html ");
  for (const part of [/<head>.*?<\/head>/s, /<main .*<\/main>/s])
    expect(part.exec(without(marked))?.[0], "text that is not the status stays").toBe(
      part.exec(html)![0],
    );
});

const attribute = (html: string, pattern: RegExp) => pattern.exec(html)?.[1];
const structuredIn = (html: string) =>
  JSON.parse(attribute(html, /<script type="application\/ld\+json">(.*?)<\/script>/s)!) as Record<
    string,
    unknown
  >;

describe("the head", () => {
  test("has the status, canonical URL, alternate languages and formats, and sharing tags", async () => {
    const { site, component, write } = await tenant({
      name: "Acme & Co",
      languages: ["en", "de"],
      about: "We make anvils.",
    });
    await component({ name: "API" });
    const { html, type, headers } = await write("");
    expect(type).toBe("text/html; charset=utf-8");
    expect(headers).toMatchObject({ "Content-Language": "en" });
    const here = `${site.origin}${site.base}`;
    expect(html).toMatch(
      new RegExp(
        String.raw`^<!doctype html><html lang="en" dir="ltr" data-base="[^"]+" data-zone="UTC" ` +
          String.raw`data-version="[\w-]{12}" data-made="2026-\S+Z"`,
      ),
    );
    for (const wanted of [
      "<title>All systems operational · Acme &amp; Co status</title>",
      '<meta name="description" content="We make anvils."/>',
      '<meta name="robots" content="index, follow"/>',
      `<link rel="canonical" href="${here}"/>`,
      `<link rel="alternate" hrefLang="de" href="${here}/de"/>`,
      `<link rel="alternate" hrefLang="x-default" href="${here}"/>`,
      `<link rel="alternate" type="application/atom+xml" title="Acme &amp; Co (Atom)" ` +
        `href="${site.base}/history.atom"/>`,
      `<link rel="alternate" type="application/rss+xml" title="Acme &amp; Co (RSS)" href="${site.base}/history.rss"/>`,
      `<link rel="alternate" type="text/calendar" title="Acme &amp; Co" href="${site.base}/calendar.ics"/>`,
      `<link rel="alternate" type="application/json" title="Acme &amp; Co (API)" ` +
        `href="${site.base}/api/v2/summary.json"/>`,
      '<link rel="alternate" type="application/json+oembed" title="Acme &amp; Co" ' +
        `href="${here}/oembed.json?format=json&amp;url=${encodeURIComponent(here)}"/>`,
      '<meta property="og:locale" content="en_US"/>',
      `<meta property="og:image" content="${here}/og.png"/>`,
      '<meta name="twitter:card" content="summary_large_image"/>',
      '<main id="content"><!--mark-->',
    ])
      expect(html).toContain(wanted);
    expect(structuredIn(html)).toMatchObject({
      "@type": "WebPage",
      name: "All systems operational",
      url: here,
      isPartOf: { url: here },
      about: { "@type": "Organization", name: "Acme & Co" },
    });
  });

  test("cuts the description at the length that search engines show, between characters", async () => {
    const { write, report } = await tenant({ about: `${"a".repeat(299)}😀😀` });
    const incident = await report({ body: `${"b".repeat(268)}${"😀".repeat(100)}` });
    for (const address of ["", `/incidents/${incident.id}`]) {
      const { html } = await write(address);
      for (const name of ['name="description"', 'property="og:description"']) {
        const description = attribute(html, new RegExp(`<meta ${name} content="([^"]*)"`))!;
        expect([
          [...description].length,
          description.isWellFormed(),
          description.endsWith("😀"),
        ]).toEqual([300, true, true]);
      }
    }
  });

  test("asks search engines not to index unlisted pages", async () => {
    const { component, write } = await tenant({ indexed: false });
    await component({ name: "API" });
    for (const address of ["", "/history", "/subscribe/sent", "/subscribe/asked"])
      expect((await write(address)).html).toContain(
        '<meta name="robots" content="noindex, nofollow"/>',
      );
  });

  test("names the same canonical page at every mount", async () => {
    const { site, write } = await tenant();
    const canonical = "https://status.acme.example";
    const { html } = await write("/history", NOW, { ...site, canonical });
    expect(structuredIn(html)).toMatchObject({
      url: `${canonical}/history`,
      isPartOf: { url: `${canonical}/` },
    });
  });

  test("has the URLs of a custom domain", async () => {
    const { scope, component, write } = await tenant({ languages: ["en", "de"] });
    await component({ name: "API" });
    const root: Site = { orgID: scope.id, origin: "https://status.acme.example", base: "" };
    const { html } = await write("", NOW, root);
    expect(html).toContain('<link rel="canonical" href="https://status.acme.example/"/>');
    expect(html).toContain('href="/history.atom"');
    expect(html).not.toContain(`/status/${scope.id}`);
    expect((await write("/de/uptime", NOW, root)).html).toContain(
      '<link rel="canonical" href="https://status.acme.example/de/uptime"/>',
    );
  });
});

test("the policy allows only the document's own style and script; only the embedded page can be framed", async () => {
  const { write, component } = await tenant({ accent_color: "#8a1c4a" });
  await component({ name: "API" });
  for (const address of ["", "/embed"]) {
    const { html, headers } = await write(address);
    const policy = headers!["Content-Security-Policy"]!;
    const inline = [...html.matchAll(/<(style|script)>(.*?)<\/\1>/gs)];
    expect(inline.length).toBeGreaterThanOrEqual(3);
    for (const [, kind, text] of inline)
      expect(policy).toMatch(
        new RegExp(
          `${kind}-src [^;]*'sha256-${createHash("sha256").update(text!).digest("base64").replaceAll("+", "\\+")}'`,
        ),
      );
    expect(policy).not.toContain("unsafe");
    expect(policy.includes("frame-ancestors *")).toBe(address === "/embed");
    expect(headers!["Cross-Origin-Resource-Policy"]).toBe(
      address === "/embed" ? "cross-origin" : undefined,
    );
    expect(html).not.toMatch(/ style="| on\w+="/);
  }
});

test("users' texts are escaped, also in structured data", async () => {
  const { write, component, report, plan } = await tenant({ name: HOSTILE, about: HOSTILE });
  const { id } = await component({ name: HOSTILE, description: HOSTILE });
  const incident = await report({ title: HOSTILE, body: HOSTILE, component_ids: [id] });
  const maintenance = await plan({ title: HOSTILE, body: HOSTILE, component_ids: [id] });
  for (const address of [
    "",
    `/incidents/${incident.id}`,
    `/incidents/${incident.id}/subscribe`,
    `/maintenances/${maintenance.id}`,
    "/history",
    "/uptime",
    "/subscribe",
    "/embed",
  ]) {
    const { html } = await write(address);
    expect(html).not.toContain("<img src=x");
    expect(html).not.toContain("</script><img");
    expect(html.split("<!--mark-->")).toHaveLength(2);
    expect(html).toContain("&lt;img src=x");
  }
  expect(structuredIn((await write(`/incidents/${incident.id}`)).html)).toMatchObject({
    "@type": "Article",
    headline: HOSTILE,
    articleBody: expect.stringContaining(HOSTILE),
  });
  expect(structuredIn((await write(`/maintenances/${maintenance.id}`)).html)).toMatchObject({
    "@type": "Event",
    name: HOSTILE,
    eventStatus: "https://schema.org/EventScheduled",
  });
});

test("each language but the first has its own paths, and missing pages are not found in any", async () => {
  const { render, write, component, report, site } = await tenant({ languages: ["de", "en"] });
  await component({ name: "API" });
  const { id } = await report({});
  for (const address of [
    "",
    "/en",
    "/history",
    "/en/history",
    "/history/2026-11",
    `/incidents/${id}`,
    `/en/incidents/${id}`,
    "/uptime",
    "/en/embed",
    "/en/subscribe/done",
  ]) {
    expect((await write(address)).html).toContain(
      `<html lang="${address.startsWith("/en") ? "en" : "de"}"`,
    );
  }
  for (const address of [
    "/de",
    "/fr",
    "/xx/history",
    "/history/2999-01",
    "/history/2026-10",
    "/history/1970-01",
    "/history/1",
    "/incidents/nothing",
    "/maintenances/nothing",
    "/nothing",
  ])
    expect(await render(address)).toBeNull();
  const textOf = async (address: string, at = site) =>
    (await notFoundNotice(at, address, snapshotAt(NOW))).body as string;
  expect(await textOf("/incidents/nothing")).toContain(
    "Diese Störung wurde nicht gefunden. Möglicherweise wurde sie gelöscht.",
  );
  expect(await textOf("/en/history/2999-01")).toContain("There is no history for this month.");
  expect(await textOf("/fr", { ...site, orgID: "unknown-organization" })).toContain(
    "Aucune page d’état n’existe à cette adresse.",
  );
  expect(await textOf("", { ...site, orgID: "unknown-organization" })).toContain(
    'content="noindex, nofollow"',
  );
});

test("a maintenance shows its actual times, or its scheduled times if it never started", async () => {
  const { context, scope, write, plan } = await tenant();
  const move = (id: string, status: string, now: Date) =>
    postMaintenanceUpdate(
      { ...context, now },
      scope,
      id,
      newMaintenanceUpdate.parse({ status, body: "So it is.", notify: false }),
    );
  const cancelled = await plan({ title: "Never begun" });
  await move(cancelled.id, "cancelled", later(HOUR));
  const done = await plan({ title: "Sooner than planned" });
  await move(done.id, "in_progress", later(HOUR));
  await move(done.id, "completed", later(3 * HOUR));
  // The element of each, up to its newest update.
  const timesOf = (html: string, title: string) =>
    [
      ...html
        .slice(html.indexOf(`<bdi>${title}</bdi>`))
        .split("So it is.", 1)[0]!
        .matchAll(/<time dateTime="([^"]+)"/g),
    ]
      .slice(0, 2)
      .map(([, at]) => at);
  const months = await Promise.all(
    [...new Set([NOW, later(2 * DAY)].map((at) => at.toISOString().slice(0, 7)))].map(
      async (month) => (await write(`/history/${month}`, later(2 * DAY))).html,
    ),
  );
  const history = months.join("");
  expect(timesOf(history, "Never begun")).toEqual([
    later(DAY).toISOString(),
    later(2 * DAY).toISOString(),
  ]);
  const actual = [later(HOUR).toISOString(), later(3 * HOUR).toISOString()];
  expect(timesOf(history, "Sooner than planned")).toEqual(actual);
  const page = (await write("", later(4 * HOUR))).html;
  expect(timesOf(page, "Sooner than planned")).toEqual(actual);
});

test("a component that an operator set to degraded is degraded today, in its bar and in the table", async () => {
  const { component, write } = await tenant();
  await component({ name: "API", status: "degraded_performance" });
  for (const address of ["", "/uptime"]) {
    const { html } = await write(address);
    expect(html).not.toContain("No outages</span></label></fieldset>");
    expect(html).toMatch(/<time dateTime="2026-11-20">[^<]+<\/time>: Degraded performance/);
  }
  expect((await write("")).html).toMatch(
    new RegExp(
      String.raw`<label class="d"><input type=radio name=\w+ checked>` +
        "<span>[^<]+: Degraded performance</span></label></fieldset>",
    ),
  );
});

test("consecutive degraded days are one element with one tab stop", async () => {
  const { context, scope, component, write } = await tenant();
  const { id } = await component({ name: "API" });
  await changeComponent({ ...context, now: later(3 * DAY) }, scope, id, {
    status: "degraded_performance",
  });
  await changeComponent({ ...context, now: later(9 * DAY) }, scope, id, { status: "operational" });
  const { html } = await write("", later(20 * DAY));
  const bars = [...html.matchAll(/<label class="([^"]+)"><input[^>]+><span>([^<]+)</g)].map(
    ([, look, text]) => [look, text!.split(": ")[1]],
  );
  expect(bars).toEqual([
    ["u n69", "No data"],
    ["n3", "No outages"],
    ["d n7", "Degraded performance"],
    ["n11", "No outages"],
  ]);
});

test("an incident's page has its updates, then its postmortem, with a link at the top", async () => {
  const { context, scope, write, report } = await tenant();
  const { id } = await report({
    started_at: later(-2 * HOUR).toISOString(),
    resolved_at: later(-HOUR).toISOString(),
  });
  expect((await write(`/incidents/${id}`)).html).not.toContain("#postmortem");
  await savePostmortem(context, scope, id, {
    body: "A queue was full.",
    published: true,
    notify: false,
  });
  const { html } = await write(`/incidents/${id}`);
  const places = [
    '<a href="#postmortem"',
    '<section id="updates"',
    '<section id="postmortem"',
    "A queue was full.</p>",
  ].map((part) => html.lastIndexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test("an incident can be followed until it is resolved", async () => {
  const { render, write, report } = await tenant();
  const open = await report({ title: "Still burning" });
  const over = await report({
    started_at: later(-2 * HOUR).toISOString(),
    resolved_at: later(-HOUR).toISOString(),
  });
  const { html } = await write(`/incidents/${open.id}/subscribe`);
  expect(html).toContain(`<input type="hidden" name="incident_id" value="${open.id}"/>`);
  expect(html).toContain("Still burning");
  expect(await render(`/incidents/${over.id}/subscribe`)).toBeNull();
});

test("pages change by time alone only from day to day, and with the minutes of an outage", async () => {
  const { write, component, report } = await tenant({ time_zone: "Europe/Berlin" });
  const { id } = await component({ name: "API" });
  // The time of a snapshot is in an attribute, which differs between two renderings.
  const html = async (address: string, now: Date) =>
    (await write(address, now)).html
      .replaceAll(now.toISOString(), "")
      .replace(/data-made="[^"]*"/, "");
  const shownTime = /<time dateTime="">[^<]*<\/time>/g;
  const content = async (address: string, now: Date) =>
    (await html(address, now)).replace(shownTime, "");
  for (const address of ["", "/uptime", "/history", "/embed", "/subscribe"])
    expect(await content(address, later(2_000))).toBe(await content(address, later(1_000)));
  await report({ impact: "critical", component_ids: [id] });
  expect(await content("", later(HOUR + 1_000))).toBe(await content("", later(HOUR)));
  expect(await content("", later(HOUR + 120_000))).not.toBe(await content("", later(HOUR)));
});

test("documents contain no private data", async () => {
  const { context, scope, write, component, report } = await tenant();
  const { id } = await component({ name: "API" });
  const incident = await report({
    component_ids: [id],
    started_at: later(-2 * HOUR).toISOString(),
    resolved_at: later(-HOUR).toISOString(),
  });
  await savePostmortem(context, scope, incident.id, {
    body: "the intern did it",
    published: false,
    notify: false,
  });
  const secrets = ["the intern did it", context.actor.kind === "user" ? context.actor.name : ""];
  for (const address of [
    "",
    `/incidents/${incident.id}`,
    "/history",
    "/uptime",
    "/subscribe",
    "/embed",
  ])
    for (const secret of secrets) expect((await write(address)).html).not.toContain(secret);
});

test("the subscribe form links to the feeds of each component, in any group", async () => {
  const { context, scope, site, component, write } = await tenant({ languages: ["en", "de"] });
  const group = await createGroup(context, scope, {
    name: "Europe",
    description: "",
    collapsed: false,
  });
  const [api, database] = [
    await component({ name: "API" }),
    await component({ name: "Database", group_id: group.id }),
  ];
  for (const address of ["/subscribe", "/de/subscribe"]) {
    const { html } = await write(address);
    for (const { id, name } of [api, database]) {
      for (const [format, word] of [
        ["atom", "Atom"],
        ["rss", "RSS"],
      ] as const)
        expect(html).toContain(
          `<a href="${site.base}/components/${id}/history.${format}" aria-label="${word}: ${name}"`,
        );
    }
  }
});

test("a page with fifty components weighs less than 30 kB compressed", async () => {
  const { context, scope, component, render } = await tenant();
  for (let group = 0; group < 6; group++) {
    const { id } = await createGroup(context, scope, {
      name: `Group ${group}`,
      description: "",
      collapsed: false,
    });
    for (let index = 0; index < 8; index++)
      await component({
        name: `Component ${group}.${index}`,
        group_id: id,
        start_date: later(-100 * DAY)
          .toISOString()
          .slice(0, 10),
      });
  }
  const { body } = (await render(""))!;
  expect(gzipSync(body as string).length).toBeLessThan(30_000);
});
