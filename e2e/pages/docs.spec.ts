import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { problems } from "../../lib/errors";
import { operations } from "../../lib/http/operations";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { createOrganizationId } from "../support/organization-id";
import { findViolations } from "./axe";
import { collectConsoleErrors, createPerson, signUp } from "./people";

/** On a busy machine, the API reference renders its operations slowly. */
const RENDER_TIMEOUT_MS = 20_000;

/** Leaves out the API reference, because rendering it takes a second of CPU time per visit. */
const skipReference = (page: Page) => page.route("**/v1/openapi.json", (route) => route.abort());

test("the example commands in the docs work as written", async ({ page }) => {
  await skipReference(page);
  await page.goto("/docs");
  const blocks = await page.getByRole("region", { name: "commands" }).allTextContents();
  expect(blocks).toHaveLength(5);
  const { email } = createPerson();
  const script = blocks
    .join("\necho\n")
    .replaceAll("ada@example.com", email)
    .replaceAll("/acme/", `/${createOrganizationId()}/`);
  const directory = mkdtempSync(join(tmpdir(), "candor-docs-"));
  try {
    const output = execFileSync("bash", ["-euo", "pipefail", "-c", script], {
      cwd: directory,
      encoding: "utf8",
    });
    const values = output
      .match(/^[[{].*(?=\n|$)/gm)!
      .flatMap((line) => line.split(/(?<=\])(?=\[)/))
      .map((line) => JSON.parse(line));
    const [user, website, incident, components, incidents] = values;
    expect(user).toMatchObject({ email, name: "Ada Lovelace" });
    expect(website).toMatchObject({ name: "Website", position: 0 });
    expect(components).toMatchObject([
      { name: "Website", status: "operational" },
      { name: "Checkout", status: "partial_outage" },
    ]);
    expect(incident).toMatchObject({
      title: "Card payments fail",
      status: "investigating",
      component_ids: [components[1].id],
    });
    expect(incidents).toEqual([incident]);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("pages outside of the dashboard link to it for signed-in users, and otherwise to sign-in", async ({
  page,
}) => {
  await skipReference(page);
  await page.goto("/docs");
  const header = page.getByRole("banner");
  await expect(header.getByRole("link", { name: "Sign in" })).toBeVisible();
  await signUp(page);
  for (const path of ["/docs", "/", "/nowhere"]) {
    await page.goto(path);
    await expect(header.getByRole("link", { name: "Dashboard" }), path).toHaveAttribute(
      "href",
      "/dashboard",
    );
    await expect(header.getByRole("link", { name: "Sign in" }), path).toHaveCount(0);
  }
  await page.goto("/docs");
  await header.getByRole("button", { name: /Grace Hopper/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL("/login");
  await page.goto("/docs");
  await expect(header.getByRole("link", { name: "Sign in" })).toBeVisible();
});

test("the examples use BASE_URL, or else the current host", async ({ page, server, getServer }) => {
  const named = await getServer({ BASE_URL: "https://status.example.com" });
  await skipReference(page);
  for (const [url, origin] of [
    [server.url, server.url],
    [named.url, "https://status.example.com"],
  ] as const) {
    await page.goto(`${url}/docs`);
    const examples = (await page.getByRole("region", { name: "commands" }).allTextContents()).join(
      "\n",
    );
    expect([...new Set(examples.match(/https?:\/\/[^/'" ]+/g))]).toEqual([origin]);
    await expect(page.getByText(`They use this server, ${origin}.`)).toBeVisible();
  }
});

test("/docs#webhooks opens the webhook documentation, with a table of responses", async ({
  page,
}) => {
  await skipReference(page);
  await page.goto("/docs#webhooks");
  await expect(page.locator(":target")).toHaveText("Webhooks");
  await expect(page.getByRole("table", { name: "Responses to a webhook" })).toContainText("410");
});

test("the error table has a row for every problem type, and errors link to their row", async ({
  page,
}) => {
  await skipReference(page);
  await page.goto("/docs");
  for (const [kind, { status, title }] of Object.entries(problems)) {
    await expect(page.locator(`#problem-${kind}`)).toContainText(`${status}${title}`);
  }
  const response = await page.request.get("/v1/nowhere");
  const { type } = await response.json();
  await page.goto(type);
  await expect(page.locator(":target")).toContainText("Not found");
});

test("the API reference shows every operation, and sends no requests to other hosts", async ({
  page,
  server,
}) => {
  const consoleErrors = collectConsoleErrors(page);
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== server.url) elsewhere.push(request.url());
  });
  await page.goto("/docs");
  const calls = page.locator(".api-reference .opblock");
  await expect(calls).toHaveCount(Object.keys(operations).length, { timeout: RENDER_TIMEOUT_MS });
  // Each locator query searches the whole reference, so read all text at once. Paths contain
  // zero-width spaces that allow line breaks.
  const texts = (await calls.allTextContents()).map((text) => text.replaceAll("\u200b", ""));
  expect(
    Object.values(operations).filter(
      ({ path, summary }) => !texts.some((text) => text.includes(path) && text.includes(summary)),
    ),
  ).toEqual([]);
  await expect(
    page
      .locator(".api-reference")
      .getByText("to get 412 if someone else changed the resource first"),
  ).toBeVisible();
  const report = calls.filter({ hasText: "Create an incident" });
  await report.getByRole("button").first().click();
  await expect(report.getByText("Idempotency-Key")).toBeVisible();
  await expect(
    report.getByText("Requires at least the editor role in the organization"),
  ).toBeVisible();
  expect(consoleErrors).toEqual([]);
  expect(elsewhere).toEqual([]);
});

test("an API reference that cannot be loaded shows an error", async ({ page }) => {
  await page.route("**/v1/openapi.json", (route) => route.fulfill({ status: 503 }));
  await page.goto("/docs");
  await expect(page.getByText("The API reference could not be loaded.")).toBeVisible();
  await expect(page.getByText("Loading API reference")).toHaveCount(0);
});

for (const [colorScheme, width] of [
  ["light", 1440],
  ["dark", 390],
] as const) {
  test(
    `expanded operations have no serious axe violations and fit ${width} px: ${colorScheme}`,
    { tag: "@matrix" },
    async ({ page }) => {
      test.slow();
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/docs");
      await expect(page.locator(".api-reference .opblock")).toHaveCount(
        Object.keys(operations).length,
        { timeout: RENDER_TIMEOUT_MS },
      );
      for (const summary of ["Create an incident", "List incidents", "Import subscribers"]) {
        const call = page.locator(".api-reference .opblock").filter({ hasText: summary });
        await call.getByRole("button").first().click();
        await expect(call.getByText("or a token with that role")).toBeVisible();
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        width,
      );
      // Removes the collapsed operations, because axe reads the whole page even if it checks only a
      // part of it. every-page.spec.ts checks one collapsed operation per method.
      await page
        .locator(".api-reference .opblock:not(.is-open)")
        .evaluateAll((collapsed) => collapsed.forEach((each) => each.remove()));
      const violations = await findViolations(page, { part: ".opblock.is-open" });
      expect(
        violations.filter(({ impact }) => impact === "serious" || impact === "critical"),
      ).toEqual([]);
    },
  );
}
