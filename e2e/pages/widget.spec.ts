import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { AxeBuilder } from "@axe-core/playwright";
import { type ConsoleMessage, expect, type Page, test as base } from "@playwright/test";
import { writeWidget } from "@/app/status/widget";
import { type Language, languages } from "@/lib/organizations/values";
import { phrases } from "@/lib/public/page/page-texts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

type StatusPage = {
  origin: string;
  status: { indicator: string };
  components: { status: string }[];
  incidents: (string | { name: string; impact: string })[];
  changes: number;
  down: boolean;
  requests: { path: string; conditional: boolean }[];
};
type Fixtures = {
  statusPage: StatusPage;
  /** Opens a page that embeds the widget from another origin. Returns the page's console errors. */
  open: (options?: {
    attributes?: string;
    head?: string;
    lang?: string;
    policy?: string;
  }) => Promise<string[]>;
};

async function listen(handler: Handler): Promise<{ origin: string; close: () => void }> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close().closeAllConnections(),
  };
}

const countTextBytes = (language: Language) =>
  Buffer.byteLength(Object.values(phrases[language].overall).join());
const writeScript = (pageUrl: string, known: readonly Language[] = ["en", "de"]): string =>
  writeWidget({ pageUrl, name: "Acmé <b>", languages: known });

const test = base.extend<Fixtures>({
  statusPage: async ({ page: _ }, use) => {
    const state: StatusPage = {
      origin: "",
      status: { indicator: "none" },
      components: [],
      incidents: [],
      changes: 0,
      down: false,
      requests: [],
    };
    const { origin, close } = await listen((request, response) => {
      const path = (request.url ?? "").replace("/status/acme/", "");
      state.requests.push({ path, conditional: "if-none-match" in request.headers });
      if (state.down)
        return void response.writeHead(503, { "Access-Control-Allow-Origin": "*" }).end();
      if (path === "widget.js")
        return void response
          .writeHead(200, { "Content-Type": "text/javascript; charset=utf-8" })
          .end(writeScript(`${origin}/status/acme`));
      const page = { updated_at: new Date(Date.UTC(2026, 10, 20) + state.changes).toISOString() };
      const body = JSON.stringify(
        path === "api/v2/status.json"
          ? { page, status: state.status }
          : {
              page,
              components: state.components,
              incidents: state.incidents.map((incident) =>
                typeof incident === "string" ? { name: incident, impact: "minor" } : incident,
              ),
            },
      );
      const etag = `"${createHash("sha256").update(body).digest("hex")}"`;
      const headers = {
        "Content-Type": "application/json",
        "Access-Control-Allow-Origin": "*",
        ETag: etag,
      };
      if (request.headers["if-none-match"] === etag) response.writeHead(304, headers).end();
      else response.writeHead(200, headers).end(body);
    });
    state.origin = origin;
    await use(state);
    close();
  },
  open: async ({ page, statusPage }, use) => {
    const closes: (() => void)[] = [];
    await use(async ({ attributes = "", head = "", lang = "en", policy } = {}) => {
      const consoleErrors: string[] = [];
      page.on(
        "console",
        (message: ConsoleMessage) =>
          ["error", "warning"].includes(message.type()) && consoleErrors.push(message.text()),
      );
      page.on("pageerror", (error) => consoleErrors.push(String(error)));
      const { origin, close } = await listen((request, response) => {
        if (request.url !== "/") return void response.writeHead(404).end();
        response.writeHead(200, {
          "Content-Type": "text/html; charset=utf-8",
          ...(policy && { "Content-Security-Policy": policy }),
        });
        response.end(
          `<!doctype html><html lang="${lang}"><head><title>Shop</title><link rel="icon" ` +
            `href="data:,">${head}</head><body><main><h1>Shop</h1><p id="before">x</p><script ` +
            `async src="${statusPage.origin}/status/acme/widget.js" ${attributes}></script></main></body></html>`,
        );
      });
      closes.push(close);
      await page.goto(origin);
      return consoleErrors;
    });
    for (const close of closes) close();
  },
});

const badge = (page: Page) => page.getByRole("status").getByRole("link");

test("the widget is smaller than 5 kB with any four languages and 6 kB with all, and escapes content", async () => {
  const pageUrl =
    "https://status.a-company-with-a-long-name.example/status/a-company-with-a-long-name";
  const longest = languages.toSorted((a, b) => countTextBytes(b) - countTextBytes(a)).slice(0, 4);
  for (const [known, limit] of [
    [longest, 5_000],
    [languages, 6_000],
  ] as const) {
    const whole = writeScript(pageUrl, known);
    expect(Buffer.byteLength(whole)).toBeLessThan(limit);
    expect(whole).not.toContain("<b>");
    for (const name of ["ا".repeat(255), "<".repeat(255), "👩‍👩‍👧‍👦".repeat(60), "名".repeat(255)]) {
      const script = writeWidget({ pageUrl, name, languages: known });
      expect(Buffer.byteLength(script), name).toBeLessThan(limit);
      const [, json] = /"name":("(?:[^"\\]|\\.)*")/.exec(script)!;
      const shown = JSON.parse(json!) as string;
      expect(
        shown.endsWith("…") && name.startsWith(shown.slice(0, -1)) && shown.length > 8,
        shown,
      ).toBe(true);
    }
    expect(writeWidget({ pageUrl, name: "Acmé", languages: known })).toContain('"name":"Acmé"');
  }
});

test("the widget shows the worst of many incidents, not the latest", async ({
  page,
  statusPage,
  open,
}) => {
  statusPage.status = { indicator: "minor" };
  statusPage.incidents = [
    ["A note", "none"],
    ["Slow responses", "minor"],
    ["Search is slow", "minor"],
    ["API is down", "critical"],
    ["Checkout is partly down", "major"],
  ].map(([name, impact]) => ({ name: name!, impact: impact! }));
  await open();
  await expect(badge(page)).toHaveText(
    /Major system outage.*• API is down.*• Checkout is partly down.*• Slow responses.*\+2/s,
  );
  // An emergency notice can have a status that no component or incident has.
  statusPage.status = { indicator: "maintenance" };
  statusPage.incidents = [{ name: "Database migration", impact: "none" }];
  await open();
  await expect(badge(page)).toHaveText(/maintenance.*• Database migration/is);
});

test("the widget works on another origin under a strict Content-Security-Policy, and links to the page", async ({
  page,
  statusPage,
  open,
}) => {
  statusPage.status = { indicator: "minor" };
  statusPage.components = [{ status: "operational" }, { status: "partial_outage" }];
  statusPage.incidents = ["Email is <i>lost</i>", "API is slow", "Three", "Four"];
  const { origin } = statusPage;
  const consoleErrors = await open({
    policy:
      `default-src 'none'; script-src ${origin}; connect-src ${origin}; img-src ` +
      "data:; require-trusted-types-for 'script'",
  });
  await expect(badge(page)).toHaveText(
    /Acmé <b>.*Partial system outage.*• Email is <i>lost<\/i>.*• API is slow.*• Three.*\+1/s,
  );
  await expect(badge(page)).toHaveAttribute("href", `${origin}/status/acme`);
  await page.keyboard.press("Tab");
  await expect(badge(page)).toBeFocused();
  expect(
    await badge(page).evaluate((link) => [
      getComputedStyle(link).position,
      getComputedStyle(link).outlineStyle,
    ]),
  ).toEqual(["fixed", "solid"]);
  expect(consoleErrors).toEqual([]);
});

test("the widget polls with conditional requests once a minute, and loads incidents only after changes", async ({
  page,
  statusPage,
  open,
}) => {
  await page.clock.install();
  await open();
  await expect(badge(page)).toHaveText(/All systems operational/);
  const first = statusPage.requests.length;
  await page.clock.runFor(59_000);
  expect(statusPage.requests).toHaveLength(first);
  await page.clock.runFor(2_000);
  await expect
    .poll(() => statusPage.requests.slice(first))
    .toEqual([{ path: "api/v2/status.json", conditional: true }]);
  Object.assign(statusPage, {
    changes: 1,
    incidents: ["Email is lost"],
    components: [{ status: "major_outage" }],
    status: { indicator: "critical" },
  });
  // Retries, because the test can't observe when the widget starts to wait.
  await expect(async () => {
    await page.clock.runFor(61_000);
    await expect(badge(page)).toHaveText(/Major system outage.*Email is lost/s, {
      timeout: 1_000,
    });
  }).toPass();
  const after = statusPage.requests.slice(first + 1);
  expect(after.filter(({ path }) => path !== "api/v2/status.json").map(({ path }) => path)).toEqual(
    ["api/v2/summary.json"],
  );
  expect(
    after.filter(({ path, conditional }) => path === "api/v2/status.json" && !conditional),
  ).toEqual([]);
});

test("the widget hides itself when the status is unknown, and recovers", async ({
  page,
  statusPage,
  open,
}) => {
  await page.clock.install();
  await open();
  await expect(badge(page)).toBeVisible();
  statusPage.down = true;
  await page.clock.runFor(61_000);
  await expect(badge(page)).toHaveCount(0);
  statusPage.down = false;
  await page.clock.runFor(121_000);
  await expect(badge(page)).toHaveText(/All systems operational/);
  statusPage.status = { indicator: "fine" };
  await page.clock.runFor(61_000);
  await expect(badge(page)).toHaveCount(0);
});

test("the widget follows the attributes of its script, and is not changed by the page's CSS", async ({
  page,
  open,
}) => {
  await open({
    attributes: 'data-position="inline" data-theme="dark" data-language="de"',
    head: "<style>* { color: red !important; font: 90px serif !important } div, a { display: none }</style>",
  });
  await expect(badge(page)).toHaveText(/Alle Systeme betriebsbereit/);
  await expect(badge(page)).toHaveAttribute("href", /\/status\/acme\/de$/);
  const [looks, after] = await badge(page).evaluate((link) => {
    const { color, fontSize, backgroundColor, position } = getComputedStyle(link);
    return [
      [color, fontSize, backgroundColor, position],
      (link.getRootNode() as ShadowRoot).host.previousElementSibling?.tagName,
    ];
  });
  expect(looks).toEqual(["rgb(242, 244, 247)", "14px", "rgb(22, 25, 29)", "static"]);
  expect(after).toBe("SCRIPT");
});

test("the widget uses the language of the page around it, or else the status page's default language", async ({
  page,
  open,
}) => {
  await open({ lang: "de-AT" });
  await expect(badge(page)).toHaveText(/Alle Systeme betriebsbereit/);
  await open({ lang: "ja" });
  await expect(badge(page)).toHaveText(/All systems operational/);
});

/** Adds the script to the page, as applications do when they render a view again. */
const addScript = (page: Page, src: string) =>
  page.evaluate(
    (src) =>
      new Promise((resolve) => {
        const script = Object.assign(document.createElement("script"), { src, onload: resolve });
        document.body.append(script);
      }),
    src,
  );
const host = (page: Page) => page.locator("[data-status-page]");

test("loading the script twice shows one widget; loading it again restores a removed widget", async ({
  page,
  statusPage,
  open,
}) => {
  await open();
  await expect(badge(page)).toBeVisible();
  const script = `${statusPage.origin}/status/acme/widget.js`;
  await addScript(page, script);
  await expect(host(page)).toHaveCount(1);
  await host(page).evaluate((element) => element.remove());
  await addScript(page, script);
  await expect(badge(page)).toHaveCount(1);
});

test("the widget stops polling after its element was removed", async ({
  page,
  statusPage,
  open,
}) => {
  await page.clock.install();
  await open();
  await expect(badge(page)).toBeVisible();
  await host(page).evaluate((element) => element.remove());
  const before = statusPage.requests.length;
  await page.clock.runFor(600_000);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.clock.runFor(600_000);
  expect(statusPage.requests).toHaveLength(before);
});

test("the widget truncates long titles", async ({ page, statusPage, open }) => {
  statusPage.status = { indicator: "minor" };
  statusPage.incidents = Array.from({ length: 3 }, () => "Requests fail ".repeat(30));
  await open();
  await expect(badge(page)).toBeVisible();
  const heights = await badge(page)
    .locator("span")
    .evaluateAll((lines) =>
      lines.map((line) => [line.clientHeight, line.scrollHeight > line.clientHeight]),
    );
  expect(heights.slice(1)).toEqual(Array.from({ length: 3 }, () => [expect.any(Number), true]));
  for (const [height] of heights) expect(height).toBeLessThan(45);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the widget passes axe and fits a phone: ${colorScheme}`, async ({
    page,
    statusPage,
    open,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 320, height: 600 });
    statusPage.incidents = ["x".repeat(120)];
    await open();
    await expect(badge(page)).toBeVisible();
    expect(
      (await new AxeBuilder({ page }).analyze()).violations.filter(({ id }) => id !== "region"),
    ).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= 320)).toBe(true);
    const box = (await badge(page).boundingBox())!;
    expect([box.x >= 0, box.x + box.width <= 320]).toEqual([true, true]);
  });
}
