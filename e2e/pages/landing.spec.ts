import { expect, test } from "../support/fixtures";
import { findViolations } from "./axe";
import { collectConsoleErrors, signUp } from "./people";

test("the landing page describes the product and links to sign-in, registration, and docs", async ({
  page,
}) => {
  await page.goto("/");
  await expect(page).toHaveTitle(/Candor/);
  await expect(page.getByText("Candor is a self-hosted status page")).toBeVisible();
  for (const part of ["Components", "Incidents", "Reliable notifications"]) {
    await expect(page.getByRole("heading", { name: part })).toBeVisible();
  }

  await page
    .getByRole("navigation", { name: "Site" })
    .getByRole("link", { name: "Sign in" })
    .click();
  await expect(page).toHaveURL("/login");
  await page.goBack();
  await page.getByRole("link", { name: "Create an account" }).click();
  await expect(page).toHaveURL("/register");
  await page.goBack();
  await page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Docs" }).click();
  await expect(page).toHaveURL("/docs");
});

test("the landing page for visitors loads no script, and is smaller than 40 kB with its font", async ({
  page,
}) => {
  const consoleErrors = collectConsoleErrors(page);
  const loaded: { type: string; size: Promise<number> }[] = [];
  page.on("requestfinished", (request) => {
    const size = request.sizes().then(({ responseBodySize }) => responseBodySize);
    loaded.push({ type: request.resourceType(), size });
  });
  const response = await page.goto("/", { waitUntil: "networkidle" });
  expect(response!.headers()).toMatchObject({
    "cache-control": "private, no-cache",
    "content-encoding": "br",
    "content-security-policy": expect.stringMatching(/default-src 'none'; script-src 'none'/),
  });
  await expect(page.locator("script")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("font-family", /^Inter,/);
  expect(await page.evaluate(() => document.fonts.check("600 16px Inter"))).toBe(true);
  expect(loaded.map(({ type }) => type).toSorted()).toEqual(["document", "font"]);
  const sizes = await Promise.all(loaded.map(({ size }) => size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(40_000);
  expect(consoleErrors).toEqual([]);
});

test("the landing page for visitors uses the chosen theme, or the system’s theme if none is chosen", async ({
  page,
  baseURL,
}) => {
  const body = page.locator("body");
  const [light, dark] = ["rgb(250, 250, 251)", "rgb(12, 14, 17)"];
  for (const [theme, colorScheme, background] of [
    ["", "light", light],
    ["", "dark", dark],
    ["unknown", "dark", dark],
    ["system", "dark", dark],
    ["light", "dark", light],
    ["dark", "light", dark],
  ] as const) {
    await page.context().addCookies([{ name: "theme", value: theme, url: baseURL! }]);
    await page.emulateMedia({ colorScheme });
    await page.goto("/");
    await expect(body, `${theme} ${colorScheme}`).toHaveCSS("background-color", background!);
    // The other themes show the same two sets of colors.
    if (theme === "") expect(await findViolations(page), colorScheme).toEqual([]);
  }
});

test("the landing page of signed-in users links to the dashboard and has the account menu", async ({
  page,
}) => {
  await page.goto("/");
  await signUp(page);
  await page.reload();
  await expect(page.getByRole("link", { name: "Open the dashboard" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign in" })).toHaveCount(0);
  const menu = page.getByRole("button", { name: /Grace Hopper/ });
  await menu.click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await menu.click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL("/login");
  await page.getByRole("link", { name: "Candor" }).click();
  await expect(page.getByRole("link", { name: "Create an account" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("the chosen theme belongs to the user: it applies in other browsers, not to other users", async ({
  page,
  browser,
  baseURL,
}) => {
  const { email, password } = await signUp(page);
  await page.goto("/");
  const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
  await page.getByRole("button", { name: /Grace Hopper/ }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  expect((await saved).status()).toBe(200);

  const other = await browser.newPage({ baseURL: baseURL! });
  await other.request.post("/v1/auth/login", { data: { email, password } });
  await other.goto("/account");
  await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
  await signUp(other);
  await other.goto("/account");
  await expect(other.locator("html")).toHaveAttribute("data-theme", "system");
});

test(
  "every link on the landing, docs, registration, and sign-in pages works",
  { tag: "@matrix" },
  async ({ page, request }) => {
    const seen = new Set(["/"]);
    for (const path of seen) {
      const response = await request.get(path);
      expect(response.status(), path).toBe(200);
      await page.goto(path);
      for (const link of await page.locator("a[href]").all()) {
        const href = (await link.getAttribute("href")) ?? "";
        const [target, fragment] = href.split("#");
        if (fragment)
          await expect(page.locator(`[id="${fragment}"]`), `${path} ${href}`).toHaveCount(1);
        if (target && !URL.canParse(target)) seen.add(target);
      }
    }
    expect([...seen].toSorted()).toEqual([
      "/",
      "/docs",
      "/forgot-password",
      "/login",
      "/register",
      "/v1/openapi.json",
    ]);
  },
);

test("an unknown URL shows an error and a link to the home page", async ({ page }) => {
  const response = await page.goto("/nowhere");
  expect(response?.status()).toBe(404);
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await expect(page).toHaveURL("/");
});
