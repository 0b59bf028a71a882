import type { Browser, Locator, Page } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { openDirectly } from "../support/test-database";
import { expect, test } from "../support/fixtures";
import { startReceiver } from "../support/receiver";
import { createOrganizationId } from "../support/organization-id";
import { colorRules, findViolations } from "./axe";
import { collectConsoleErrors, create, signUp, signUpOwner } from "./people";

const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();
const dayAgo = (days: number) => ago(24 * days).slice(0, 10);

const HOSTILE = '<img src=x onerror="document.title=1"> & "quoted"';
const LONG = "x".repeat(200);
const DRAFT = "confidential draft text";
const SUBSCRIBER = "private-subscriber@example.com";

type FilledPage = {
  orgID: string;
  ids: Record<"website" | "api" | "storage" | "mail", string>;
  incident: string;
  reported: string;
  planned: string;
};

async function createFilledPage(page: Page): Promise<FilledPage & { member: string }> {
  const { person, orgID, api: org } = await signUpOwner(page, "Acmé & Söhne");
  const send = async (method: "patch" | "put", path: string, data: object) =>
    expect((await page.request[method](path, { data })).ok(), path).toBe(true);
  await send("patch", org, { time_zone: "Europe/Berlin", languages: ["en", "de"] });
  const group = async (name: string, collapsed: boolean) =>
    (await create(page, `${org}/component-groups`, { name, collapsed })).id;
  const [operationalGroup, outageGroup] = [
    await group("Operational group", true),
    await group("Storage", true),
  ];
  const component = async (name: string, fields: object = {}) =>
    (await create(page, `${org}/components`, { name, start_date: dayAgo(60), ...fields })).id;
  const website = await component("Website", { description: HOSTILE });
  const api = await component("API");
  const mail = await component("خدمة البريد");
  const search = await component(LONG);
  const storage = await component("Disks", { group_id: outageGroup });
  await component("Archive", { group_id: operationalGroup });
  const archived = await component("Archived component");
  await send("patch", `${org}/components/${archived}`, { archived: true });
  await send("patch", `${org}/components/${search}`, { status: "degraded_performance" });

  const incident = async (data: object) => (await create(page, `${org}/incidents`, data)).id;
  // The outage is within one day, because one that spans midnight would affect two days.
  const past = await incident({
    title: "Emails were delayed",
    impact: "critical",
    component_ids: [mail],
    started_at: `${dayAgo(5)}T10:00:00Z`,
    resolved_at: `${dayAgo(5)}T12:00:00Z`,
    body: "All emails are sent.",
  });
  await send("put", `${org}/incidents/${past}/postmortem`, {
    body: "A queue was full. See https://acme.example/post.",
    published: true,
  });
  const drafted = await incident({
    title: "Wrong totals in reports",
    impact: "none",
    component_ids: [website],
    started_at: ago(24 * 3),
    resolved_at: ago(24 * 3 - 1),
  });
  await send("put", `${org}/incidents/${drafted}/postmortem`, { body: DRAFT });
  const reported = await incident({
    title: HOSTILE,
    impact: "critical",
    component_ids: [storage],
    body: "Disks are full.\nSee https://acme.example/disks?a=1&b=2.",
  });
  const { id: update } = await create(page, `${org}/incidents/${reported}/updates`, {
    status: "identified",
    body: "The log is full.",
  });
  await send("patch", `${org}/incidents/${reported}/updates/${update}`, {
    body: "The log <b>is full</b>.",
  });
  await incident({
    title: "API drops calls",
    impact: "major",
    component_ids: [api],
    status: "monitoring",
    notify: false,
  });
  await create(page, `${org}/maintenances`, {
    title: "New routers",
    scheduled_for: ago(0.01),
    scheduled_until: ago(-2),
    component_ids: [mail],
  });
  const { id: planned } = await create(page, `${org}/maintenances`, {
    title: "New disks",
    scheduled_for: ago(-48),
    scheduled_until: ago(-50),
    component_ids: [storage],
  });
  await create(page, `${org}/subscribers`, {
    channel: "email",
    address: SUBSCRIBER,
    skip_confirmation: true,
  });
  await expect(async () =>
    expect(await (await page.request.get(`/status/${orgID}`)).text()).toContain(
      "Under maintenance</span>",
    ),
  ).toPass();
  return {
    orgID,
    ids: { website, api, storage, mail },
    incident: past,
    reported,
    planned,
    member: person.name,
  };
}

let shared: Promise<Awaited<ReturnType<typeof createFilledPage>>> | undefined;
/** Returns a status page shared by all tests of a Playwright worker. Tests must not change it. */
const getFilledPage = (browser: Browser, baseURL: string) =>
  (shared ??= browser.newPage({ baseURL }).then(async (page) => {
    const filledPage = await createFilledPage(page);
    await page.close();
    return filledPage;
  }));

test.use({ timezoneId: "America/New_York" });

test("a visitor sees the status, its cause, and the details, in that order", async ({
  page,
  browser,
  baseURL,
}) => {
  const { orgID, reported } = await getFilledPage(browser, baseURL!);
  const consoleErrors = collectConsoleErrors(page);
  const response = await page.goto(`/status/${orgID}`);
  expect(response!.status()).toBe(200);
  expect(response!.headers()["set-cookie"]).toBeUndefined();
  await expect(page).toHaveTitle("Major system outage · Acmé & Söhne status");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Acmé & Söhne status");
  await expect(page.getByRole("status")).toHaveText("Major system outage");
  await expect(page.getByRole("list", { name: "Cause" }).getByRole("listitem")).toHaveText([
    new RegExp(`^Storage › Disks: ${HOSTILE.slice(0, 4)}.* since .*E[SD]T`),
  ]);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    "Current incidents",
    "Maintenance",
    "Components",
    "Past incidents",
  ]);

  const incidents = page.getByRole("region", { name: "Current incidents" });
  await expect(incidents.getByRole("heading", { level: 3 })).toHaveText([
    HOSTILE,
    "API drops calls",
  ]);
  const worst = incidents.getByRole("article").first();
  await expect(worst.getByRole("listitem")).toHaveText([
    /^Identified.*Edited .*The log <b>is full<\/b>\.$/,
    /^Investigating.*Disks are full\.\nSee https:\/\/acme\.example\/disks\?a=1&b=2\.$/s,
  ]);
  const link = worst.getByRole("link", { name: "https://acme.example/disks?a=1&b=2", exact: true });
  await expect(link).toHaveAttribute("rel", "nofollow noopener");
  await expect(link).toHaveAttribute("href", "https://acme.example/disks?a=1&b=2");
  await expect(
    page.getByRole("region", { name: "Maintenance" }).getByRole("heading", { level: 3 }),
  ).toHaveText(["New routers", "New disks"]);

  const components = page.getByRole("region", { name: "Components" });
  const getState = (name: string) =>
    components
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name, exact: true }) });
  for (const [name, status] of [
    ["Website", "Operational"],
    ["API", "Partial outage"],
    ["خدمة البريد", "Under maintenance"],
    [LONG, "Degraded performance"],
    ["Disks", "Major outage"],
  ] as const)
    await expect(getState(name)).toContainText(status);
  await expect(getState("Archive")).toBeHidden();
  await components.getByRole("heading", { name: "Operational group" }).click();
  await expect(getState("Archive")).toContainText("Operational");
  await expect(components.getByText("90 days ago").first()).toBeVisible();

  const days = page
    .getByRole("region", { name: "Past incidents" })
    .getByRole("heading", { level: 3 });
  await expect(page.getByText("No incidents reported.")).toHaveCount(3);
  await expect(days.last()).toHaveText(/\d.–.*\d, \d{4}$/);
  await expect(page.getByText("All times are in your time zone, America/New_York.")).toBeVisible();
  await page.getByRole("heading", { level: 3, name: HOSTILE }).getByRole("link").click();
  await expect(page).toHaveURL(`/status/${orgID}/incidents/${reported}`);
  expect(consoleErrors).toEqual([]);
});

test("public pages contain no drafts, earlier messages, subscribers, members, or archived components", async ({
  browser,
  baseURL,
  request,
}) => {
  const { orgID, incident, reported, planned, member } = await getFilledPage(browser, baseURL!);
  for (const path of [
    "",
    `/incidents/${incident}`,
    `/incidents/${reported}`,
    `/maintenances/${planned}`,
    "/history",
    "/uptime",
    "/subscribe",
    "/embed",
  ]) {
    const response = await request.get(`/status/${orgID}${path}`);
    expect(response.headers()["set-cookie"]).toBeUndefined();
    const text = await response.text();
    expect(text).toContain("Acmé &amp; Söhne");
    for (const secret of [
      DRAFT,
      SUBSCRIBER,
      member,
      "The log is full.",
      "Archived component",
      "<img src=x",
    ])
      expect(text).not.toContain(secret);
  }
});

test("an incident, a maintenance, and a month have pages of their own", async ({
  page,
  browser,
  baseURL,
}) => {
  const { orgID, incident, planned } = await getFilledPage(browser, baseURL!);
  await page.goto(`/status/${orgID}/incidents/${incident}`);
  await expect(page).toHaveTitle("Emails were delayed · Acmé & Söhne status");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Emails were delayed");
  await expect(page.getByRole("definition")).toContainText([
    "Resolved",
    "Critical impact",
    /E[SD]T/,
    /E[SD]T/,
    "خدمة البريد",
  ]);
  await expect(page.getByRole("region", { name: "Postmortem" })).toContainText("A queue was full.");
  await expect(page.getByRole("region", { name: "Updates" }).getByRole("listitem")).toContainText([
    "All emails are sent.",
    "We are currently investigating this issue.",
  ]);
  await page.goto(`/status/${orgID}/maintenances/${planned}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("New disks");
  await expect(page.getByRole("definition").first()).toHaveText("Scheduled");
  await page.getByRole("main").getByRole("link", { name: "Full history" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    new Intl.DateTimeFormat("en", {
      month: "long",
      year: "numeric",
      timeZone: "Europe/Berlin",
    }).format(),
  );
  await expect(page.getByRole("heading", { level: 2, name: "API drops calls" })).toBeVisible();
});

test("without scripts, visitors can change the language and expand tables and groups", async ({
  browser,
  baseURL,
}) => {
  const { orgID, incident } = await getFilledPage(browser, baseURL!);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! });
  const page = await context.newPage();
  await page.goto(`/status/${orgID}`);
  await page
    .getByRole("navigation", { name: "Language" })
    .getByRole("link", { name: "Deutsch" })
    .click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page).toHaveTitle("Schwerer Systemausfall · Status von Acmé & Söhne");
  await expect(page.getByRole("status")).toHaveText("Schwerer Systemausfall");
  await expect(page.getByText("Zeitzone: Mitteleuropäische Zeit (Europe/Berlin).")).toBeVisible();
  await expect(page.getByText(/^Stand: .*(MEZ|GMT)/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Archive" })).toBeHidden();
  await page.getByRole("heading", { name: "Operational group" }).click();
  await expect(page.getByRole("heading", { name: "Archive" })).toBeVisible();
  await page.getByText("Verfügbarkeit als Tabelle").click();
  const row = page
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: /خدمة البريد/ }) });
  await expect(row).toContainText(/schwerer Ausfall: 2 Std\..*Emails were delayed/);
  await row.getByRole("link", { name: "Emails were delayed" }).click();
  await expect(page).toHaveURL(`/status/${orgID}/de/incidents/${incident}`);
  await expect(page.getByRole("heading", { name: "Abschlussbericht" })).toBeVisible();
  await page.getByRole("link", { name: "Verfügbarkeit", exact: true }).click();
  await expect(page).toHaveURL(`/status/${orgID}/de/uptime`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Verfügbarkeit");
  await expect(page.locator(`dl[aria-label="خدمة البريد: Verfügbarkeit pro Monat"]`)).toContainText(
    /99,\d\d\s%/,
  );
  expect((await page.goto(`/status/${orgID}/en`))!.status()).toBe(404);
  await context.close();
});

test("the uptime bars are one tab stop, and arrow keys move between events", async ({
  page,
  browser,
  baseURL,
}) => {
  const { orgID } = await getFilledPage(browser, baseURL!);
  await page.goto(`/status/${orgID}`);
  const bars = page.getByRole("group", { name: "خدمة البريد: uptime by day" });
  await bars.getByRole("radio").last().focus();
  const description = bars.locator("label:has(:focus) > span");
  await expect(description).toHaveCSS("clip-path", "none");
  await expect(description).toHaveText(/^\w+ \d+.–.\w*.?\d+, \d{4}: No outages$/);
  await page.keyboard.press("ArrowLeft");
  await expect(
    bars
      .getByRole("radio", { name: /major outage for .*Emails were delayed/ })
      .and(page.locator(":focus")),
  ).toHaveCount(1);
  await expect(description).toHaveText(/major outage for .*Emails were delayed/);
  await page.keyboard.press("Tab");
  await expect(description.getByRole("link", { name: "Emails were delayed" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(
    page
      .getByRole("group", { name: `${LONG}: uptime by day` })
      .getByRole("radio")
      .last(),
  ).toBeFocused();
  await expect(bars.getByRole("radio").first()).toHaveAccessibleName(/No data$/);
});

for (const [name, getPath, tag = ""] of [
  ["the overview", () => ""],
  ["an incident", ({ incident }: FilledPage) => `/incidents/${incident}`],
  ["a maintenance", ({ planned }: FilledPage) => `/maintenances/${planned}`, "@matrix"],
  ["the history", () => "/history", "@matrix"],
  ["the uptime", () => "/uptime", "@matrix"],
  ["the subscription form", () => "/subscribe"],
  ["the embedded status", () => "/embed"],
] as const) {
  const title = `${name}: passes axe in light and dark, and fits 320 px`;
  test(title, { tag: tag || [] }, async ({ page, browser, baseURL }) => {
    const filledPage = await getFilledPage(browser, baseURL!);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(`/status/${filledPage.orgID}${getPath(filledPage)}`);
    await page.evaluate(() =>
      document.querySelectorAll("details").forEach((details) => (details.open = true)),
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      320,
    );
    // Keeps the bars of one component because axe takes seconds per 100 bars.
    await page.evaluate(() =>
      [...document.querySelectorAll(".sp-bars")].slice(1).forEach((bars) => bars.remove()),
    );
    expect(await findViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await findViolations(page, { rules: colorRules })).toEqual([]);
  });
}

test("a page without components is not shown as operational, but one without incidents is", async ({
  page,
}) => {
  const { orgID } = await signUpOwner(page);
  await page.goto(`/status/${orgID}`);
  await expect(page.getByRole("status")).toHaveText("Nothing reported yet");
  await create(page, `/v1/organizations/${orgID}/components`, { name: "API" });
  const expectStatus = (sentence: string) =>
    expect(async () => {
      await page.reload();
      await expect(page.getByRole("status")).toHaveText(sentence, { timeout: 100 });
    }).toPass();
  await expectStatus("All systems operational");
  await create(page, `/v1/organizations/${orgID}/incidents`, {
    title: "All services are slow",
    impact: "minor",
  });
  await expectStatus("Partially degraded service");
  await expect(page.getByRole("list", { name: "Cause" })).toContainText("All services are slow");
});

test("right-to-left messages start at the right edge; component descriptions stay at the left", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signUp(page);
  const orgID = createOrganizationId();
  const org = `/v1/organizations/${orgID}`;
  const api = (
    await create(page, `${org}/components`, { name: "API", description: "واجهة البرمجة" })
  ).id;
  await create(page, `${org}/incidents`, {
    title: "الأقراص ممتلئة!",
    impact: "minor",
    component_ids: [api],
    body: "فشل الكتابة. نحن نبحث في الأمر.",
  });
  await page.goto(`/status/${orgID}`);
  const edges = (of: Locator) =>
    of.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const [{ left, right }, box] = [
        range.getBoundingClientRect(),
        element.parentElement!.getBoundingClientRect(),
      ];
      return { left: Math.round(left - box.left), right: Math.round(box.right - right) };
    });
  const words = await edges(page.getByText("فشل الكتابة"));
  expect([words.right, words.left > 100]).toEqual([0, true]);
  const aside = await edges(page.getByText("واجهة البرمجة"));
  expect([aside.left, aside.right > 100]).toEqual([0, true]);
  const bars = page.locator(".sp-bars").first();
  const { x, width } = (await bars.boundingBox())!;
  const caption = (await page.getByText("Today", { exact: true }).first().boundingBox())!;
  const difference = Math.abs(caption.x + caption.width - x - width);
  expect(difference, "the bars and their caption end at the same edge").toBeLessThanOrEqual(1);
});

test("an unknown URL shows a 404 page, even without scripts", async ({ browser, baseURL }) => {
  const { orgID } = await getFilledPage(browser, baseURL!);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! });
  const page = await context.newPage();
  for (const [path, words] of [
    [`/status/${createOrganizationId()}`, "We couldn’t find a status page at this URL."],
    [`/status/${createOrganizationId()}/fr`, "Aucune page d’état n’existe à cette adresse."],
    [`/status/${orgID}/incidents/nothing`, "We couldn’t find this incident."],
    [`/status/${orgID}/maintenances/nothing`, "We couldn’t find this maintenance."],
    [`/status/${orgID}/history/2999-01`, "There is no history for this month."],
  ] as const) {
    const response = await page.goto(path);
    expect(response!.status()).toBe(404);
    await expect(page.getByRole("main")).toContainText(words);
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
  }
  await context.close();
});

const advanceClock = (page: Page) => page.clock.fastForward(9_999);

test("an open page updates without a reload, and keeps focus, scroll position, and expanded parts", async ({
  page,
  browser,
  baseURL,
}) => {
  // On a busy machine, publishing and polling take seconds.
  test.slow();
  const author = await browser.newPage({ baseURL: baseURL! });
  const { orgID } = await signUpOwner(author, "Acme");
  const group = (
    await create(author, `/v1/organizations/${orgID}/component-groups`, {
      name: "Europe",
      collapsed: true,
    })
  ).id;
  const api = (await create(author, `/v1/organizations/${orgID}/components`, { name: "API" })).id;
  await create(author, `/v1/organizations/${orgID}/components`, {
    name: "Archive",
    group_id: group,
  });
  const consoleErrors = collectConsoleErrors(page);
  await page.clock.install();
  await page.goto(`/status/${orgID}`);
  await expect(page.locator("#live")).toHaveText(/^Live · checked /);
  const live = await page.evaluate(() => {
    dispatchEvent(new Event("beforeprint"));
    const printed = document.querySelector("#live")?.textContent;
    dispatchEvent(new Event("afterprint"));
    return [printed, document.querySelector("#live")?.textContent];
  });
  expect(live[0]).toMatch(/^Live · checked \w+ \d+, \d{4}, \d+:\d\d/);
  expect(live[1]).toMatch(/^Live · checked .*(now|ago)$/);
  await page.evaluate(() => Object.assign(window, { isTheSame: true }));
  await page.getByRole("heading", { name: "Europe" }).click();
  const uptime = page.getByRole("contentinfo").getByRole("link", { name: "Uptime" });
  await uptime.focus();
  const icon = await page.locator("link[rel=icon]").getAttribute("href");
  const position = await page.evaluate(() => scrollY);

  await create(author, `/v1/organizations/${orgID}/incidents`, {
    title: "API drops calls",
    impact: "critical",
    component_ids: [api],
  });
  await expect(async () => {
    await advanceClock(page);
    await expect(page.getByRole("article")).toContainText("API drops calls", { timeout: 500 });
  }).toPass();
  await expect(page).toHaveTitle(/outage · Acme status$/);
  await expect(page.getByRole("status")).toHaveText("Major system outage");
  expect(await page.locator("link[rel=icon]").getAttribute("href")).not.toBe(icon);
  await expect(uptime).toBeFocused();
  await expect(page.getByRole("heading", { name: "Archive" })).toBeVisible();
  expect(await page.evaluate(() => "isTheSame" in window)).toBe(true);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThanOrEqual(position);
  expect(consoleErrors).toEqual([]);

  await page.context().setOffline(true);
  await page.evaluate(() => dispatchEvent(new Event("offline")));
  await expect(page.locator("#live")).toHaveText(/^No connection since \d/);
  await page.context().setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(page.locator("#live")).toHaveText(/^Live · checked /);
  expect(consoleErrors).toEqual([]);
  await author.close();
});

test("an open page is marked as unconfirmed while its server is unreachable, and recovers", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const author = await browser.newPage({ baseURL: baseURL! });
  const { orgID } = await signUpOwner(author, "Acme");
  expect(
    (
      await author.request.patch(`/v1/organizations/${orgID}`, { data: { languages: ["de"] } })
    ).ok(),
  ).toBe(true);
  const api = (await create(author, `/v1/organizations/${orgID}/components`, { name: "API" })).id;
  await page.clock.install();
  await page.goto(`/status/${orgID}`);
  await expect(page.locator("#live")).toHaveText(/^Live · zuletzt geprüft /);
  const html = page.locator("html");
  const getAppearance = async () => ({
    title: await page.title(),
    icon: await page.locator("link[rel=icon]").last().getAttribute("href"),
    banner: await page
      .getByRole("status")
      .evaluate(
        (banner) => getComputedStyle(banner.closest("[class*=bg-]") ?? banner).backgroundColor,
      ),
  });
  const [healthyLook, grayIcon] = [
    await getAppearance(),
    decodeURIComponent((await html.getAttribute("data-lost-icon"))!),
  ];
  const disconnect = async () => {
    await page.route("**/api/v2/status.json", (route) => route.fulfill({ status: 502, body: "" }));
    await expect(async () => {
      await advanceClock(page);
      await expect(page).toHaveTitle("Status nicht abrufbar · Status von Acme", {
        timeout: 500,
      });
    }).toPass();
    await expect(html).toHaveAttribute("data-stale");
    const staleLook = await getAppearance();
    expect(decodeURIComponent(staleLook.icon!)).toBe(grayIcon);
    expect(staleLook.banner).not.toBe(healthyLook.banner);
    await expect(page.locator("#live")).toHaveText(/^Keine Verbindung seit \d/);
  };
  const reconnect = async () => {
    await page.unroute("**/api/v2/status.json");
    await expect(async () => {
      await advanceClock(page);
      await expect(html).not.toHaveAttribute("data-stale", { timeout: 500 });
    }).toPass();
    await expect(page.locator("#live")).toHaveText(/^Live · zuletzt geprüft /);
  };
  await disconnect();
  await reconnect();
  expect(await getAppearance()).toEqual(healthyLook);

  await disconnect();
  await create(author, `/v1/organizations/${orgID}/incidents`, {
    title: "API drops calls",
    impact: "critical",
    component_ids: [api],
  });
  await expect
    .poll(async () => (await page.request.get(`/status/${orgID}`)).text())
    .toContain("API drops calls");
  await reconnect();
  await expect(page.getByRole("article")).toContainText("API drops calls");
  const changedLook = await getAppearance();
  expect(changedLook.title).not.toBe(healthyLook.title);
  expect([grayIcon, decodeURIComponent(healthyLook.icon!)]).not.toContain(
    decodeURIComponent(changedLook.icon!),
  );
  await author.close();
});

test("a page in a background tab checks the status as often as a visible one", async ({
  page,
  browser,
  baseURL,
}) => {
  const { orgID } = await getFilledPage(browser, baseURL!);
  await page.addInitScript(() =>
    Object.defineProperty(Document.prototype, "hidden", { get: () => true }),
  );
  await page.clock.install();
  let polls = 0;
  page.on("request", (request) => request.url().endsWith("/status.json") && polls++);
  await page.goto(`/status/${orgID}`);
  for (const expected of [1, 2, 3]) {
    await expect.poll(() => polls).toBeGreaterThanOrEqual(expected);
    await expect(page.locator("#live")).toHaveText(/^Live · checked /);
    await page.clock.fastForward(10_001);
  }
});

test("if a proxy returns an outdated page, the page is requested again until it is current", async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow();
  const author = await browser.newPage({ baseURL: baseURL! });
  const { orgID } = await signUpOwner(author, "Acme");
  const incident = (
    await create(author, `/v1/organizations/${orgID}/incidents`, {
      title: "API is down",
      impact: "major",
    })
  ).id;
  const path = `/status/${orgID}/incidents/${incident}`;
  await page.clock.install();
  await page.goto(path);
  await expect(page.locator("#live")).toHaveText(/^Live · checked /);
  const old = await page.request.get(path);
  let isPublished = false;
  let held = 2;
  let polls = 0;
  await page.route(
    ({ pathname }) => pathname === path,
    (route) => (!isPublished || held-- > 0 ? route.fulfill({ response: old }) : route.continue()),
  );
  await create(author, `/v1/organizations/${orgID}/incidents/${incident}/updates`, {
    status: "identified",
    body: "A cable was cut.",
  });
  await expect
    .poll(async () => (await page.request.get(path)).text())
    .toContain("A cable was cut.");
  isPublished = true;
  page.on("request", (request) => request.url().endsWith("/status.json") && polls++);
  await expect(async () => {
    await advanceClock(page);
    await expect(page.getByText("A cable was cut.")).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(held).toBeLessThan(0);
  expect(polls, "the page updates before its next regular refresh").toBeLessThan(10);
  await author.close();
});

test("an open page is marked as unconfirmed while a CDN sends an old response", async ({
  page,
  browser,
  baseURL,
}) => {
  const { orgID } = await getFilledPage(browser, baseURL!);
  await page.clock.install();
  await page.goto(`/status/${orgID}`);
  await expect(page.locator("#live")).toHaveText(/^Live · checked /);
  await page.route("**/api/v2/status.json", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), age: "3600" } });
  });
  await page.clock.fastForward(10_001);
  await expect(page.locator("html")).toHaveAttribute("data-stale");
  await expect(page.locator("#live")).toHaveText(/^No connection since \d/);
});

test("an open page shows times in the visitor's time zone after the page's has changed", async ({
  browser,
  baseURL,
}) => {
  const author = await browser.newPage({ baseURL: baseURL! });
  const { api } = await signUpOwner(author, "Acme");
  const report = (title: string) => create(author, `${api}/incidents`, { title, impact: "minor" });
  const { id } = await report("Slow responses");
  const page = await browser.newPage({ baseURL: baseURL!, timezoneId: "UTC" });
  await page.clock.install();
  await page.goto(api.replace("/v1/organizations", "/status"));
  const times = page.locator(`[id$="${id}"] time`);
  await expect(times.first()).toHaveAttribute("title", /UTC$/);
  const change = { time_zone: "Asia/Tokyo" };
  expect((await author.request.patch(api, { data: change })).ok()).toBe(true);
  await report("Failed uploads");
  await expect(async () => {
    await advanceClock(page);
    await expect(page.getByRole("heading", { name: "Failed uploads" })).toBeVisible({
      timeout: 500,
    });
  }).toPass();
  await expect(times.first()).toHaveAttribute("title", /UTC$/);
  await page.close();
  await author.close();
});

test("an open page is replaced by an emergency notice", async ({ page, browser, baseURL }) => {
  const { orgID } = await getFilledPage(browser, baseURL!);
  await page.clock.install();
  await page.goto(`/status/${orgID}`);
  await expect(page.locator("#live")).toHaveText(/^Live · checked /);
  const body = '<!doctype html><main class="sp"><h1>Major outage</h1></main>';
  await page.route(`**/status/${orgID}`, (route) =>
    route.fulfill({ contentType: "text/html", body }),
  );
  await page.route("**/api/v2/status.json", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), etag: '"emergency"' } });
  });
  await page.clock.fastForward(10_001);
  await expect(page.getByRole("heading", { name: "Major outage" })).toBeVisible();
});

test("the subscribe dialog works by keyboard and passes axe", async ({
  page,
  browser,
  baseURL,
}) => {
  const { orgID } = await getFilledPage(browser, baseURL!);
  const consoleErrors = collectConsoleErrors(page);
  await page.goto(`/status/${orgID}`);
  const link = page.getByRole("banner").getByRole("link", { name: "Subscribe to updates" });
  await link.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Subscribe to updates" });
  await expect(dialog.getByRole("textbox", { name: "Email address" })).toBeFocused();
  await expect(dialog.getByRole("textbox", { name: "Webhook URL" })).toBeHidden();
  await dialog.getByRole("radio", { name: "Slack" }).check();
  await expect(dialog.getByRole("textbox", { name: "Webhook URL" })).toBeVisible();
  await dialog.getByRole("radio", { name: "Selected components" }).check();
  expect(await findViolations(page, { part: ".sp-dialog" })).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(link).toBeFocused();

  await link.dblclick();
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await dialog.getByRole("radio", { name: "Webhook" }).check();
  await dialog.getByRole("textbox", { name: "Webhook URL" }).fill("not a URL");
  await dialog.getByRole("radio", { name: "Email" }).check();
  await dialog.getByRole("textbox", { name: "Email address" }).fill("grace@example.com");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/status/${orgID}/subscribe/sent`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your email");
  expect(consoleErrors).toEqual([]);
});

test("without scripts, visitors can subscribe by email and Slack, and see errors in the form", async ({
  browser,
  baseURL,
}) => {
  const owner = await browser.newPage({ baseURL: baseURL! });
  await signUp(owner);
  const orgID = createOrganizationId();
  const org = `/v1/organizations/${orgID}`;
  const api = (await create(owner, `${org}/components`, { name: "API" })).id;
  await create(owner, `${org}/components`, { name: "Web" });
  const incident = (
    await create(owner, `${org}/incidents`, {
      title: "Disks are full",
      impact: "major",
      component_ids: [api],
    })
  ).id;
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! });
  const page = await context.newPage();

  await page.goto(`/status/${orgID}`);
  await page.getByRole("banner").getByRole("link", { name: "Subscribe to updates" }).click();
  await page.getByRole("radio", { name: "Slack" }).check();
  await page.getByRole("textbox", { name: "Webhook URL" }).fill("https://slack.example/hook");
  await page.getByRole("textbox", { name: "Email address" }).fill("ops@example.com");
  await page.getByRole("radio", { name: "Selected components" }).check();
  await page.getByRole("radio", { name: "Also component status changes" }).check();
  const posted = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Subscribe" }).click();
  expect((await posted).status()).toBe(400);
  await expect(page.getByRole("alert")).toHaveText("You’re not subscribed yet");
  await expect(page.getByText("Select at least one component.")).toBeVisible();
  await page.getByRole("checkbox", { name: "API" }).check();
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page.getByText(/We can’t use this URL: /)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Email address" })).toHaveValue("ops@example.com");
  await expect(page.getByRole("checkbox", { name: "API" })).toBeChecked();
  await expect(page.getByRole("radio", { name: "Also component status changes" })).toBeChecked();
  await page
    .getByRole("textbox", { name: "Webhook URL" })
    .fill("https://hooks.slack.com/services/T0/B0/x");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page).toHaveURL(`/status/${orgID}/subscribe/done`);

  await page.goto(`/status/${orgID}/incidents/${incident}`);
  await page.getByRole("link", { name: "Subscribe to this incident" }).click();
  await page.getByRole("textbox", { name: "Email address" }).fill("bob@example.com");
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expect(page).toHaveURL(`/status/${orgID}/subscribe/sent`);

  const subscribers = (await (await owner.request.get(`${org}/subscribers`)).json()) as Record<
    string,
    unknown
  >[];
  expect(
    subscribers.map(({ channel, state, component_ids, component_updates }) => ({
      ...{ channel, state, component_ids, component_updates },
    })),
  ).toEqual(
    expect.arrayContaining([
      { channel: "slack", state: "active", component_ids: [api], component_updates: true },
      { channel: "email", state: "unconfirmed", component_ids: [], component_updates: false },
    ]),
  );
  const foreign = await page.request.post(`/status/${orgID}/subscribe`, {
    form: { channel: "email", email: "eve@example.com" },
    headers: { Origin: "https://evil.example" },
  });
  expect(foreign.status()).toBe(403);
  expect(
    (
      await page.request.post(`/status/${createOrganizationId()}/subscribe`, {
        form: { email: "eve@example.com" },
      })
    ).status(),
  ).toBe(404);
  await context.close();
  await owner.close();
});

test("subscribing to a deleted incident shows that it was not found", async ({
  browser,
  baseURL,
}) => {
  const owner = await browser.newPage({ baseURL: baseURL! });
  await signUp(owner);
  const orgID = createOrganizationId();
  const incidents = `/v1/organizations/${orgID}/incidents`;
  const { id } = await create(owner, incidents, { title: "Disks are full", impact: "major" });
  const page = await browser.newPage({ baseURL: baseURL! });
  await page.goto(`/status/${orgID}/incidents/${id}`);
  await page.getByRole("link", { name: "Subscribe to this incident" }).click();
  await page.getByRole("textbox", { name: "Email address" }).fill("bob@example.com");
  expect((await owner.request.delete(`${incidents}/${id}`)).status()).toBe(204);
  const posted = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Subscribe", exact: true }).click();
  expect((await posted).status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You’re not subscribed yet");
  await expect(page.getByRole("main")).toContainText("We couldn’t find this incident.");
  await page.getByRole("link", { name: "Current status" }).click();
  await expect(page).toHaveURL(`/status/${orgID}`);
  await page.close();
  await owner.close();
});

for (const javaScriptEnabled of [false, true]) {
  test(`a webhook is subscribed ${javaScriptEnabled ? "in the dialog" : "without scripts"}`, async ({
    browser,
    getServer,
  }) => {
    const { url } = await getServer({ WEBHOOK_ALLOW_PRIVATE: "everyone" });
    const returns = { challenge: false };
    const receiver = await startReceiver((_, response, { body }) =>
      response.end(
        returns.challenge
          ? ((JSON.parse(body) as { challenge?: string }).challenge ?? "thanks")
          : "what?",
      ),
    );
    const owner = await browser.newPage({ baseURL: url });
    await signUp(owner);
    const orgID = createOrganizationId();
    const org = `/v1/organizations/${orgID}`;
    const api = (await create(owner, `${org}/components`, { name: "API" })).id;
    const web = (await create(owner, `${org}/components`, { name: "Web" })).id;
    const context = await browser.newContext({ javaScriptEnabled, baseURL: url });
    const page = await context.newPage();
    await page.goto(`/status/${orgID}`);
    await page.getByRole("banner").getByRole("link", { name: "Subscribe to updates" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(javaScriptEnabled ? 1 : 0);
    await page.getByRole("radio", { name: "Webhook" }).check();
    await page.getByRole("textbox", { name: "Webhook URL" }).fill(receiver.url);
    await page.getByRole("textbox", { name: "Email address" }).fill("ops@example.com");
    await page.getByRole("radio", { name: "Selected components" }).check();
    await page.getByRole("checkbox", { name: "API" }).check();
    await page.getByRole("button", { name: "Subscribe", exact: true }).click();
    await expect(page.getByText(/We can’t use this URL: .*challenge/)).toBeVisible();
    expect(receiver.received.map(({ body }) => JSON.parse(body) as object)).toEqual([
      {
        meta: expect.anything(),
        page: { id: orgID },
        challenge: expect.stringMatching(/^.{16,}$/),
      },
    ]);
    expect(await (await owner.request.get(`${org}/subscribers`)).json()).toEqual([]);

    returns.challenge = true;
    await page.getByRole("button", { name: "Subscribe", exact: true }).click();
    const secret = await page.getByText(/^whsec_/).textContent();
    const verify = ({ body, headers }: { body: string; headers: object }) =>
      new Webhook(secret!).verify(body, headers as Record<string, string>);
    expect(verify(receiver.received[1]!)).toMatchObject({ page: { id: orgID } });
    expect(await (await owner.request.get(`${org}/subscribers`)).json()).toMatchObject([
      {
        channel: "webhook",
        state: "active",
        address: receiver.url,
        contact_email: "ops@example.com",
        component_ids: [api],
      },
    ]);

    await create(owner, `${org}/incidents`, {
      title: "Search is slow",
      impact: "minor",
      component_ids: [web],
    });
    const { id } = await create(owner, `${org}/incidents`, {
      title: "The API is slow",
      impact: "minor",
      component_ids: [api],
    });
    await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBe(3);
    expect(verify(receiver.received[2]!)).toMatchObject({
      incident: {
        id,
        name: "The API is slow",
        shortlink: expect.stringMatching(
          new RegExp(`/status/${orgID}/incidents/${id}$`),
        ) as unknown,
      },
    });
    await context.close();
    await owner.close();
    await receiver.stop();
  });
}

test("without the database, the page shows its last content, marked as unconfirmed", async ({
  browser,
  launch,
  createServerStorage,
}) => {
  const storage = await createServerStorage();
  const server = await launch({}, storage);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url });
  const page = await context.newPage();
  const { orgID } = await signUpOwner(page);
  await create(page, `/v1/organizations/${orgID}/components`, { name: "API" });
  await page.goto(`/status/${orgID}`);
  await expect(page.getByRole("status")).toHaveText("All systems operational");
  const database = await openDirectly(storage.databaseUrl);
  await database.query("ALTER TABLE organizations RENAME TO lost");
  await database.close();
  await expect(async () => {
    expect((await page.goto(`/status/${orgID}`))!.status()).toBe(200);
    await expect(page.getByRole("note")).toContainText("This page may be out of date.", {
      timeout: 100,
    });
  }).toPass();
  const colors = await page.evaluate(() =>
    [".text-positive", ".bg-solid-positive", ".sp-bars label"].map(
      (selector) =>
        getComputedStyle(
          document.querySelector(selector)!,
          selector === ".sp-bars label" ? "::before" : null,
        )[selector === ".text-positive" ? "color" : "backgroundColor"],
    ),
  );
  // The red, green, and blue of a gray color are about equal.
  for (const color of colors) {
    const [red, green, blue] = color.match(/\d+/g)!.map(Number) as [number, number, number];
    expect([color, Math.max(red, green, blue) - Math.min(red, green, blue) <= 24]).toEqual([
      color,
      true,
    ]);
  }
  const response = await page.goto(`/status/${createOrganizationId()}`);
  expect(response!.status()).toBe(503);
  expect(response!.headers()).toMatchObject({ "cache-control": "no-store", "retry-after": "30" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Status is temporarily unavailable",
  );
  await expect(
    page.getByRole("heading", { name: "Der Status ist vorübergehend nicht verfügbar" }),
  ).toBeVisible();
  await context.close();
});
