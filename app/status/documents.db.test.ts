import { hash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { later, NOW } from "@/e2e/support/database-fixtures";
import {
  createPublicOrganization as tenant,
  renderPaths,
  createSnapshotAt,
} from "@/e2e/support/public-reads";
import { createGroup } from "@/lib/component-groups/commands";
import { changeComponent } from "@/lib/components/commands";
import { postIncidentUpdate, savePostmortem } from "@/lib/incidents/commands";
import { newIncidentUpdate } from "@/lib/incidents/schema";
import { postMaintenanceUpdate } from "@/lib/maintenances/commands";
import { newMaintenanceUpdate } from "@/lib/maintenances/schema";
import type { Site } from "@/lib/publishing/site";
import { markDocument } from "@/lib/public/page/unconfirmed";
import { saveImage } from "@/lib/organizations/images";
import { languages } from "@/lib/organizations/values";
import { phrases } from "@/lib/public/page/page-texts";
import { renderNotFound, renderUnconfirmedNotices } from "./notices";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const HOSTILE = '</script><img src=x onerror="alert(1)"> & <!--mark-->';

test("a critical incident is a major outage on pages and badges, and a partial outage in the JSON API", async () => {
  const { scope, component, report, write } = await tenant({
    name: "Acme",
    languages: [...languages],
  });
  const [api] = await Promise.all(["API", "Site", "Mail"].map((name) => component({ name })));
  await report({ impact: "critical", component_ids: [api!.id] });
  const read = await renderPaths(
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

test("an unconfirmed page never shows an operational status, and shows times in the page's time zone", async () => {
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
    it: /21 nov 2026, 03:30/,
    nl: /21 nov 2026, 03:30/,
    pt: /21 de nov\. de 2026, 03:30/,
    ja: /2026年11月21日 3:30/,
  };
  for (const language of languages) {
    const { "All Systems Operational": operational, "Status Unknown": unknown } =
      phrases[language].overall;
    for (const path of ["", "/embed"]) {
      const { html } = await write(language === "en" ? path : `/${language}${path}`);
      expect([language, path, html.includes(operational)]).toEqual([language, path, true]);
      const marked = markDocument(html, renderUnconfirmedNotices(), confirmedAt);
      expect([language, path, marked.includes(operational)]).toEqual([language, path, false]);
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
  const marked = markDocument(html, renderUnconfirmedNotices(), confirmedAt);
  const removeStatus = (text: string) =>
    text
      .replace(/<link rel="icon"[^>]*><div class="sp-stale".*?<\/div>/s, "<!--mark-->")
      .replace("<html data-stale ", "<html ");
  for (const part of [/<head>.*?<\/head>/s, /<main .*<\/main>/s])
    expect(part.exec(removeStatus(marked))?.[0], "text other than the status is unchanged").toBe(
      part.exec(html)![0],
    );
});

const attribute = (html: string, pattern: RegExp) => pattern.exec(html)?.[1];
const parseStructuredData = (html: string) =>
  JSON.parse(attribute(html, /<script type="application\/ld\+json">(.*?)<\/script>/s)!) as Record<
    string,
    unknown
  >;

describe("the document head", () => {
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
    expect(parseStructuredData(html)).toMatchObject({
      "@type": "WebPage",
      name: "All systems operational",
      url: here,
      isPartOf: { url: here },
      about: { "@type": "Organization", name: "Acme & Co" },
    });
  });

  test("truncates the description to 300 characters without splitting a character", async () => {
    const { write, report } = await tenant({ about: `${"a".repeat(299)}😀😀` });
    const incident = await report({ body: `${"b".repeat(268)}${"😀".repeat(100)}` });
    for (const path of ["", `/incidents/${incident.id}`]) {
      const { html } = await write(path);
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
    for (const path of ["", "/history", "/subscribe/sent", "/subscribe/posted"])
      expect((await write(path)).html).toContain(
        '<meta name="robots" content="noindex, nofollow"/>',
      );
  });

  test("uses the canonical URL in structured data, regardless of the requested URL", async () => {
    const { site, write } = await tenant();
    const canonical = "https://status.acme.example";
    const { html } = await write("/history", NOW, { ...site, canonical });
    expect(parseStructuredData(html)).toMatchObject({
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

test("links use the text color in color schemes where the accent has too little contrast", async () => {
  const { write } = await tenant({ accent_color: "#fff7a8" });
  const { html } = await write("");
  expect(html).toContain(
    "--color-accent:light-dark(var(--color-ink),#fff7a8);--color-fill:#fff7a8",
  );
});

test("the header reserves space for a wide logo", async () => {
  const { context, scope, site, write } = await tenant({});
  const logo = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 80"/>');
  await saveImage(context, scope, "logo", new Uint8Array(logo));
  for (const at of [site, { ...site, base: "" }]) {
    const { html } = await write("", NOW, at);
    expect(html).toMatch(/<img src="[^"]*\/logo\?v=[^"]*" alt="" width="128" height="32"/);
  }
});

test("the Content-Security-Policy allows only the page's own code; only the embed can be framed", async () => {
  const { write, component } = await tenant({ accent_color: "#8a1c4a" });
  await component({ name: "API" });
  for (const path of ["", "/embed"]) {
    const { html, headers } = await write(path);
    const policy = headers!["Content-Security-Policy"]!;
    const inline = [...html.matchAll(/<(style|script)(?: id="script")?>(.*?)<\/\1>/gs)];
    expect(inline.length).toBeGreaterThanOrEqual(3);
    for (const [, kind, text] of inline)
      expect(policy).toMatch(
        new RegExp(
          `${kind}-src [^;]*'sha256-${hash("sha256", text!, "base64").replaceAll("+", "\\+")}'`,
        ),
      );
    expect(policy).not.toContain("unsafe");
    expect(policy.includes("frame-ancestors *")).toBe(path === "/embed");
    expect(headers!["Cross-Origin-Resource-Policy"]).toBe(
      path === "/embed" ? "cross-origin" : undefined,
    );
    expect(html).not.toMatch(/ style="| on\w+="/);
  }
});

test("text from users is escaped, including in structured data", async () => {
  const { write, component, report, plan } = await tenant({ name: HOSTILE, about: HOSTILE });
  const { id } = await component({ name: HOSTILE, description: HOSTILE });
  const incident = await report({ title: HOSTILE, body: HOSTILE, component_ids: [id] });
  const maintenance = await plan({ title: HOSTILE, body: HOSTILE, component_ids: [id] });
  for (const path of [
    "",
    `/incidents/${incident.id}`,
    `/incidents/${incident.id}/subscribe`,
    `/maintenances/${maintenance.id}`,
    "/history",
    "/uptime",
    "/subscribe",
    "/embed",
  ]) {
    const { html } = await write(path);
    expect(html).not.toContain("<img src=x");
    expect(html).not.toContain("</script><img");
    expect(html.split("<!--mark-->")).toHaveLength(2);
    expect(html).toContain("&lt;img src=x");
  }
  expect(parseStructuredData((await write(`/incidents/${incident.id}`)).html)).toMatchObject({
    "@type": "Article",
    headline: HOSTILE,
    articleBody: expect.stringContaining(HOSTILE),
  });
  expect(parseStructuredData((await write(`/maintenances/${maintenance.id}`)).html)).toMatchObject({
    "@type": "Event",
    name: HOSTILE,
    eventStatus: "https://schema.org/EventScheduled",
  });
});

test("structured data contains Markdown messages as plain text", async () => {
  const { write, report, plan } = await tenant({});
  const message = { body: "**Fixed**, see [the report](https://a.example/r).", format: "markdown" };
  const text = "Fixed, see the report (https://a.example/r).";
  const [incident, maintenance] = [await report(message), await plan(message)];
  expect(parseStructuredData((await write(`/incidents/${incident.id}`)).html)).toMatchObject({
    articleBody: text,
  });
  expect(parseStructuredData((await write(`/maintenances/${maintenance.id}`)).html)).toMatchObject({
    description: text,
  });
});

test("each language except the first has its own paths, and 404 pages are in the path's language", async () => {
  const { render, write, component, report, site } = await tenant({ languages: ["de", "en"] });
  await component({ name: "API" });
  const { id } = await report({});
  for (const path of [
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
    expect((await write(path)).html).toContain(
      `<html lang="${path.startsWith("/en") ? "en" : "de"}"`,
    );
  }
  for (const path of [
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
    expect(await render(path)).toBeNull();
  const renderMissing = async (path: string, at = site) =>
    (await renderNotFound(at, path, createSnapshotAt(NOW))).body as string;
  expect(await renderMissing("/incidents/nothing")).toContain(
    "Diese Störung wurde nicht gefunden. Möglicherweise wurde sie gelöscht.",
  );
  expect(await renderMissing("/en/history/2999-01")).toContain(
    "There is no history for this month.",
  );
  expect(await renderMissing("/fr", { ...site, orgID: "unknown-organization" })).toContain(
    "Aucune page d’état n’existe à cette adresse.",
  );
  expect(await renderMissing("", { ...site, orgID: "unknown-organization" })).toContain(
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
      newMaintenanceUpdate.parse({ status, body: "Status changed.", notify: false }),
    );
  const cancelled = await plan({ title: "Never started" });
  await move(cancelled.id, "cancelled", later(HOUR));
  const done = await plan({ title: "Completed early" });
  await move(done.id, "in_progress", later(HOUR));
  await move(done.id, "completed", later(3 * HOUR));
  const listTimes = (html: string, title: string) =>
    [
      ...html
        .slice(html.indexOf(`<bdi>${title}</bdi>`))
        .split("Status changed.", 1)[0]!
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
  expect(listTimes(history, "Never started")).toEqual([
    later(DAY).toISOString(),
    later(2 * DAY).toISOString(),
  ]);
  const actual = [later(HOUR).toISOString(), later(3 * HOUR).toISOString()];
  expect(listTimes(history, "Completed early")).toEqual(actual);
  const page = (await write("", later(4 * HOUR))).html;
  expect(listTimes(page, "Completed early")).toEqual(actual);
});

test("a component that a member set to degraded shows as degraded today in its bar and in the table", async () => {
  const { component, write } = await tenant();
  await component({ name: "API", status: "degraded_performance" });
  for (const path of ["", "/uptime"]) {
    const { html } = await write(path);
    expect(html).not.toContain("No outages</span></label></fieldset>");
    expect(html).toMatch(/<time dateTime="2026-11-20">[^<]+<\/time>: Degraded performance/);
  }
  expect((await write("")).html).toMatch(
    new RegExp(
      String.raw`<label class="d e"><input type=radio name=\w+ checked>` +
        "<span><b>[^<]+: </b>Degraded performance</span></label></fieldset>",
    ),
  );
});

test("consecutive days with the same status are one segment of the uptime bar", async () => {
  const { context, scope, component, write } = await tenant();
  const { id } = await component({ name: "API" });
  await changeComponent({ ...context, now: later(3 * DAY) }, scope, id, {
    status: "degraded_performance",
  });
  await changeComponent({ ...context, now: later(9 * DAY) }, scope, id, { status: "operational" });
  const { html } = await write("", later(20 * DAY));
  const bars = [
    ...html.matchAll(/<label class="([^"]+)"><input[^>]+><span><b>[^<]+<\/b>([^<]+)</g),
  ].map(([, look, text]) => [look, text]);
  expect(bars).toEqual([
    ["u n69 c", "No data"],
    ["n3 e", "No outages"],
    ["d n7 e", "Degraded performance"],
    ["n11 e", "No outages"],
  ]);
});

test("an incident page shows the updates, then the postmortem, and links to the postmortem at the top", async () => {
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

test("visitors can subscribe to an incident until it is resolved", async () => {
  const { render, write, report } = await tenant();
  const open = await report({ title: "Still failing" });
  const resolved = await report({
    started_at: later(-2 * HOUR).toISOString(),
    resolved_at: later(-HOUR).toISOString(),
  });
  const { html } = await write(`/incidents/${open.id}/subscribe`);
  expect(html).toContain(`<input type="hidden" name="incident_id" value="${open.id}"/>`);
  expect(html).toContain("Still failing");
  expect(await render(`/incidents/${resolved.id}/subscribe`)).toBeNull();
});

test("pages without new data stay the same, except for the duration of an ongoing outage", async () => {
  const { write, component, report } = await tenant({ time_zone: "Europe/Berlin" });
  const { id } = await component({ name: "API" });
  // Removes the time of the snapshot, which always differs between the compared pages.
  const html = async (path: string, now: Date) =>
    (await write(path, now)).html
      .replaceAll(now.toISOString(), "")
      .replace(/data-made="[^"]*"/, "");
  const shownTime = /<time dateTime="">[^<]*<\/time>/g;
  const content = async (path: string, now: Date) => (await html(path, now)).replace(shownTime, "");
  for (const path of ["", "/uptime", "/history", "/embed", "/subscribe"])
    expect(await content(path, later(2_000))).toBe(await content(path, later(1_000)));
  await report({ impact: "critical", component_ids: [id] });
  expect(await content("", later(HOUR + 1_000))).toBe(await content("", later(HOUR)));
  expect(await content("", later(HOUR + 120_000))).not.toBe(await content("", later(HOUR)));
});

test("pages contain no postmortem drafts and no names of members", async () => {
  const { context, scope, write, component, report } = await tenant();
  const { id } = await component({ name: "API" });
  const incident = await report({
    component_ids: [id],
    started_at: later(-2 * HOUR).toISOString(),
    resolved_at: later(-HOUR).toISOString(),
  });
  await savePostmortem(context, scope, incident.id, {
    body: "confidential cause",
    published: false,
    notify: false,
  });
  const secrets = ["confidential cause", context.actor.kind === "user" ? context.actor.name : ""];
  for (const path of [
    "",
    `/incidents/${incident.id}`,
    "/history",
    "/uptime",
    "/subscribe",
    "/embed",
  ])
    for (const secret of secrets) expect((await write(path)).html).not.toContain(secret);
});

test("the subscription form links to the feeds of each component, with or without a group", async () => {
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
  for (const path of ["/subscribe", "/de/subscribe"]) {
    const { html } = await write(path);
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

test("a page with 48 components in 6 groups is smaller than 30 kB when compressed", async () => {
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

describe("the translations of a page", () => {
  const SCRIPT = "<script>alert(1)</script>";
  async function translated() {
    const made = await tenant({
      ...{
        languages: ["en", "de", "pt"],
        about: "We build **engines**.",
        about_format: "markdown",
      },
      translations: { de: { about: "Wir bauen *Motoren*." } },
    });
    const { context, scope, component, report, plan } = made;
    const group = await createGroup(context, scope, {
      ...{ name: "Europe", description: "", collapsed: false },
      translations: { de: { name: "Europa" } },
    });
    const { id } = await component({
      ...{ name: "API", description: "For partners", group_id: group.id },
      translations: { de: { name: "Schnittstelle" } },
    });
    const incident = await report({
      ...{ title: "Outage", body: "We are investigating.", component_ids: [id] },
      translations: { de: { title: `Ausfall ${SCRIPT}`, body: `Wir prüfen das. ${SCRIPT}` } },
    });
    const at = { ...context, now: later(HOUR) };
    await postIncidentUpdate(at, scope, incident.id, newIncidentUpdate.parse({ body: "Found." }));
    await plan({ title: "Disks", component_ids: [id] });
    return { ...made, incident, page: (path: string) => made.write(path, later(HOUR)) };
  }

  test("are shown in their language; other text is marked with its own language", async () => {
    const { page, incident } = await translated();
    const { html } = await page("/de");
    expect(html).toContain('<html lang="de"');
    expect(html).toContain('<p dir="auto">Wir bauen <em>Motoren</em>.</p>');
    expect(html).toContain("<bdi>Europa</bdi> › <bdi>Schnittstelle</bdi>");
    expect(html).toContain('<bdi lang="en">For partners</bdi>');
    expect(html).toContain('<bdi lang="en">Disks</bdi>');
    expect(html).toContain('<meta name="description" content="Wir bauen Motoren."');
    for (const path of ["/de", `/de/incidents/${incident.id}`]) {
      const shown = (await page(path)).html;
      expect(shown).toContain("<bdi>Ausfall &lt;script&gt;alert(1)&lt;/script&gt;</bdi>");
      expect(shown).toMatch(/<p dir="auto" class="[^"]*">Wir prüfen das. &lt;script&gt;/);
      expect(shown).toMatch(/<p dir="auto" lang="en" class="[^"]*">Found.<\/p>/);
      expect(shown).not.toContain(SCRIPT);
    }
    const single = (await page(`/de/incidents/${incident.id}`)).html;
    expect(single).toContain('<meta property="og:title" content="Ausfall &lt;script&gt;');
    expect((await page("/de/subscribe")).html).toContain(">Schnittstelle</bdi>");
    expect((await page("/de/uptime")).html).toContain("<bdi>Europa</bdi>");
    expect((await page("/de/embed")).html).toContain("<bdi>Ausfall ");
    expect((await page("/pt/history")).html).toContain('<bdi lang="en">Outage</bdi>');
  });

  test("are not shown in the default language, feeds, calendar, API, or llms.txt", async () => {
    const { page } = await translated();
    const { html } = await page("");
    expect(html).toContain("<bdi>Europe</bdi> › <bdi>API</bdi>");
    expect(html).toMatch(/We build <strong class="[^"]*">engines<\/strong>/);
    expect(html).not.toMatch(/lang="en"[^>]*>(Outage|Found)/);
    for (const path of ["/history.atom", "/calendar.ics", "/api/v2/summary.json", "/llms.txt"]) {
      const text = (await page(path)).html;
      expect(text).toContain("Outage");
      expect(text).not.toMatch(/Ausfall|Schnittstelle|Europa|Motoren|\*\*engines/);
    }
  });
});
