import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { languages } from "@/lib/organizations/values";
import { expect, test } from "../support/fixtures";
import { colorRules, findViolations } from "./axe";
import { collectConsoleErrors } from "./people";
import { createShowcase } from "./showcase";

const DESKTOP = { width: 1_440, height: 900 };
const PHONE = { width: 390, height: 844 };
const MAX_BYTES = 100_000;

const getHeight = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

declare global {
  interface Window {
    layoutShifts: number[];
  }
}

const collectLayoutShifts = (page: Page) =>
  page.addInitScript(() => {
    window.layoutShifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        window.layoutShifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });

test("a page with 13 components stays under its height and size limits, and loads without layout shifts", async ({
  page,
  database,
}) => {
  const { orgID } = await createShowcase(page, database);
  const consoleErrors = collectConsoleErrors(page);
  await collectLayoutShifts(page);
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) =>
    sizes.push(
      request.sizes().then(({ responseBodySize, responseHeadersSize }) => {
        expect(new URL(request.url()).pathname).toMatch(`/status/${orgID}`);
        return responseBodySize + responseHeadersSize;
      }),
    ),
  );
  for (const [viewport, most] of [
    [DESKTOP, 2_000],
    [PHONE, 3_200],
  ] as const) {
    await page.setViewportSize(viewport);
    await page.goto(`/status/${orgID}`);
    await expect(page.locator("#live")).toHaveText(/^Live · checked /);
    expect(await getHeight(page)).toBeLessThanOrEqual(most);
    expect(await page.evaluate(() => window.layoutShifts)).toEqual([]);
    expect(await page.evaluate(() => document.fonts.check("600 16px Inter"))).toBe(true);
    const total = (await Promise.all(sizes.splice(0))).reduce((sum, size) => sum + size, 0);
    expect(total).toBeLessThanOrEqual(MAX_BYTES);
  }
  const font = await page.request.get(`/status/${orgID}/inter.woff2`);
  expect(font.headers()).toMatchObject({
    "content-type": "font/woff2",
    "cache-control": "public, max-age=31536000, immutable",
  });
  expect(consoleErrors).toEqual([]);
});

test("a page that arrives in two parts loads without layout shifts", async ({
  page,
  database,
  baseURL,
}) => {
  const { orgID } = await createShowcase(page, database);
  const sendSlowly = async (request: IncomingMessage, response: ServerResponse) => {
    const headers = { "accept-encoding": "identity" };
    const reply = await fetch(new URL(request.url!, baseURL), { headers });
    const body = Buffer.from(await reply.arrayBuffer());
    response.setHeaders(reply.headers);
    const middle = body.indexOf("Past incidents</h2>");
    if (middle > 0) {
      response.write(body.subarray(0, middle));
      await sleep(500);
    }
    response.end(body.subarray(Math.max(0, middle)));
  };
  const slow = createServer((request, response) => void sendSlowly(request, response));
  slow.listen(0, "127.0.0.1");
  await once(slow, "listening");
  await page.setViewportSize(PHONE);
  await collectLayoutShifts(page);
  await page.goto(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/status/${orgID}`);
  await expect(page.locator("#live")).toHaveText(/^Live · checked /);
  expect(await page.evaluate(() => window.layoutShifts)).toEqual([]);
  slow.closeAllConnections();
  slow.close();
});

test("the focus outline of a link in the status banner has the color of its text", async ({
  page,
  database,
}) => {
  const { orgID } = await createShowcase(page, database);
  await page.goto(`/status/${orgID}`);
  const link = page.locator(".sp-band a").first();
  const color = await link.evaluate((element) => getComputedStyle(element).color);
  await page.keyboard.press("Tab");
  await link.focus();
  await expect(link).toHaveCSS("outline-color", color);
});

test("updates show their age, and their exact time in a tooltip or after a tap; older updates are collapsed", async ({
  page,
  database,
}) => {
  const { orgID, incident } = await createShowcase(page, database);
  await page.goto(`/status/${orgID}`);
  const worst = page.getByRole("article").first();
  await expect(worst.getByRole("listitem")).toHaveCount(3);
  const time = worst.locator("time").first();
  await expect(time).toHaveText(/^3\d minutes ago$/);
  await expect(time).toHaveAttribute("title", /\d{4}, \d+:\d\d/);
  await time.click();
  await expect(time, "a tap shows the exact time").toHaveText(/\d{4}, \d+:\d\d/);
  await worst.getByText("2 earlier updates").click();
  await expect(worst.getByRole("listitem")).toHaveCount(5);
  await page.goto(`/status/${orgID}/incidents/${incident}`);
  await expect(page.getByRole("region", { name: "Updates" }).getByRole("listitem")).toHaveCount(5);
});

test(
  "a page can be in Japanese, Portuguese, Dutch, and Italian, and fits a phone in every language",
  { tag: "@matrix" },
  async ({ page, database }) => {
    const { orgID } = await createShowcase(page, database);
    const changed = await page.request.patch(`/v1/organizations/${orgID}`, {
      data: { languages },
    });
    expect(changed.ok()).toBe(true);
    await page.setViewportSize(PHONE);
    for (const [path, tag, title, live] of [
      ["/ja", "ja", "Northwindのステータス", /^リアルタイム · 最終確認：/],
      ["/pt", "pt-BR", "Status de Northwind", /^Ao vivo · verificado /],
      ["/nl", "nl", "Status van Northwind", /^Live · gecontroleerd: /],
      ["/it", "it", "Stato di Northwind", /^In tempo reale · verificato /],
    ] as const) {
      const response = await page.goto(`/status/${orgID}${path}`);
      expect(response!.headers()["content-language"]).toBe(tag);
      await expect(page.locator("html")).toHaveAttribute("lang", tag);
      await expect(page).toHaveTitle(new RegExp(` · ${title}$`));
      await expect(page.locator("#live")).toHaveText(live);
      await expect(page.locator(`link[hreflang="${tag}"]`)).toHaveAttribute(
        "href",
        new RegExp(`/status/${orgID}${path}$`),
      );
    }
    for (const language of languages)
      for (const path of ["", "/history", "/uptime", "/subscribe"]) {
        const url = `${language === languages[0] ? "" : `/${language}`}${path}`;
        await page.goto(`/status/${orgID}${url}`);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect([url, width]).toEqual([url, PHONE.width]);
      }
  },
);

test("without scripts, operational groups are collapsed, and uptime bars link to incidents", async ({
  browser,
  baseURL,
  page,
  database,
}) => {
  const { orgID, past } = await createShowcase(page, database);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! });
  const visitor = await context.newPage();
  await visitor.goto(`/status/${orgID}`);
  await expect(visitor.getByRole("heading", { name: "Payouts API" })).toBeVisible();
  await expect(visitor.getByRole("heading", { name: "Reports", exact: true })).toBeHidden();
  await expect(visitor.getByRole("article").locator("time").first()).toHaveText(/\d{4}/);
  const bars = visitor.getByRole("group", { name: "Dashboard: uptime by day" });
  await bars.locator(".m").hover();
  await bars.getByRole("link", { name: "Sign-in unavailable" }).click();
  await expect(visitor).toHaveURL(`/status/${orgID}/incidents/${past}`);
  await context.close();
});

test("a printed page shows collapsed parts, exact times, and a legible header, but no controls", async ({
  page,
  database,
}) => {
  const { orgID, incident } = await createShowcase(page, database);
  const brand = { header_color: "#101426", accent_color: "#fff7a8" };
  await page.request.patch(`/v1/organizations/${orgID}`, { data: brand });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.goto(`/status/${orgID}`);
  await expect(page.getByText("About 12% of payment requests fail with a 503.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Reports", exact: true })).toBeVisible();
  await expect(page.getByRole("table")).toBeVisible();
  const time = page.getByRole("article").first().locator("time").first();
  expect(
    await time.evaluate((element) => [
      getComputedStyle(element).fontSize,
      getComputedStyle(element, "::after").content === `"${element.getAttribute("title")}"`,
    ]),
  ).toEqual(["0px", true]);
  // Browsers print backgrounds only with print-color-adjust: exact.
  await expect(page.getByRole("banner")).toHaveCSS("print-color-adjust", "exact");
  await expect(page.locator(".sp-band")).toHaveCSS("print-color-adjust", "exact");
  await expect(page.locator("body"), "the text is dark").toHaveCSS("color", "rgb(21, 23, 28)");
  for (const path of ["", "/history", "/uptime", `/incidents/${incident}`]) {
    await page.goto(`/status/${orgID}${path}`);
    for (const role of ["button", "navigation"] as const)
      await expect(page.getByRole(role), path).toHaveCount(0);
    const controls = page.locator("a[data-subscribe], .sp-marker").filter({ visible: true });
    await expect(controls).toHaveCount(0);
  }
});

for (const [name, options, tag = ""] of [
  ["in German", { language: "de" }, "@matrix"],
  ["in Arabic", { language: "ar" }],
  ["in Japanese", { language: "ja" }, "@matrix"],
  ["with an outage of all components", { state: "outage" }],
  ["without incidents", { state: "operational" }, "@matrix"],
] as const) {
  const title = `a page ${name} passes axe in light and dark, and fits 320 px`;
  test(title, { tag: tag || [] }, async ({ page, database }) => {
    const { orgID } = await createShowcase(page, database, options);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`/status/${orgID}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      320,
    );
    // Keeps the bars of two components, one with a popover, because axe takes seconds per 100 bars.
    await page.evaluate(() =>
      [...document.querySelectorAll(".sp-bars")].slice(2).forEach((bars) => bars.remove()),
    );
    await page.locator(".sp-bars input").last().focus();
    expect(await findViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await findViolations(page, { rules: colorRules })).toEqual([]);
  });
}
