import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { create } from "./people";
import { createScreens, waitUntilLoaded } from "./screens";

const REASON = "The database is unavailable. Try again in a minute.";

const failWrites = (page: Page) =>
  page.route("**/v1/**", (route) =>
    route.request().method() === "GET" || /preview/.test(route.request().url())
      ? route.fallback()
      : route.fulfill({
          status: 503,
          contentType: "application/problem+json",
          body: JSON.stringify({ status: 503, title: "Unavailable", detail: REASON }),
        }),
  );

async function expectBeside(page: Page, button: Locator, text: string): Promise<void> {
  const alert = page.getByRole("alert").filter({ hasText: text });
  for (const part of [alert, button]) await expect(part).toBeInViewport({ ratio: 0.95 });
  const [above, below] = [(await alert.boundingBox())!, (await button.boundingBox())!];
  const gap = Math.max(below.y - (above.y + above.height), above.y - (below.y + below.height));
  expect(gap, "the error is close to the button").toBeLessThan(70);
}

const viewports = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
];

test(
  "a rejected form shows the reason next to the pressed button, on a phone and in landscape",
  { tag: "@matrix" },
  async ({ page }) => {
    const { at, incident, maintenance } = await createScreens(page);
    await failWrites(page);
    const main = page.getByRole("main");
    const dialog = page.getByRole("dialog");
    const local = (hours: number) =>
      new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, "2026-11-20T09:30".length);

    const forms: [path: string, fill: () => Promise<unknown>, button: Locator][] = [
      [
        `${at}/incidents/new`,
        async () => {
          await page.getByLabel("Title").fill("API errors");
          await page.getByText("Major", { exact: true }).click();
        },
        main.getByRole("button", { name: /^Publish/ }),
      ],
      [incident, async () => {}, main.getByRole("button", { name: /^Post “/ })],
      [`${incident}?do=resolve`, async () => {}, dialog.getByRole("button", { name: /^Resolve/ })],
      [
        `${incident}?do=postmortem`,
        async () => main.getByRole("textbox", { name: "Postmortem" }).fill("x\n".repeat(30)),
        main.getByRole("button", { name: "Save draft" }),
      ],
      [
        `${at}/maintenances/new`,
        async () => {
          await page.getByLabel("Title").fill("Upgrade");
          await page.getByLabel("Start", { exact: true }).fill(local(24));
        },
        main.getByRole("button", { name: /^Schedule/ }),
      ],
      [maintenance, async () => {}, main.getByRole("button", { name: /^Post “/ })],
      [
        `${at}/settings`,
        async () => page.getByLabel("About").fill("Payments."),
        main.getByRole("button", { name: "Save" }),
      ],
      [
        `${at}/settings/templates?do=create`,
        async () => {
          await dialog.getByLabel("Name").fill("Outage");
          await dialog.getByLabel("Title").fill("Outage");
          await dialog.getByText("Major", { exact: true }).click();
        },
        dialog.getByRole("button", { name: "Create template" }),
      ],
      [
        `${at}/subscribers?do=add`,
        async () =>
          dialog
            .getByLabel(/^Email|^Address/)
            .first()
            .fill("reader@example.com"),
        dialog.getByRole("button", { name: "Add subscriber" }),
      ],
      [
        `${at}/components?do=paste`,
        async () => dialog.getByRole("textbox", { name: "Components" }).fill("One\nTwo"),
        dialog.getByRole("button", { name: "Add 2 components" }),
      ],
      [
        `${at}/settings/tokens?do=create`,
        async () => dialog.getByLabel("Name").fill("Monitor"),
        dialog.getByRole("button", { name: "Create token" }),
      ],
    ];
    for (const [path, fill, button] of forms) {
      await test.step(path.replace(/^\/dashboard\/[^/]+/, ""), async () => {
        await page.goto(path);
        await waitUntilLoaded(page);
        await fill();
        for (const viewport of viewports) {
          await page.setViewportSize(viewport);
          await page.evaluate(() => scrollTo(0, 0));
          await button.click();
          await expectBeside(page, button, REASON);
        }
      });
    }
  },
);

test("a missing field is focused, and an error is shown next to the button, on a phone", async ({
  page,
}) => {
  const { at } = await createScreens(page);
  for (const [path, name] of [
    ["/incidents/new", /^Publish/],
    ["/maintenances/new", /^Schedule/],
  ] as const) {
    await page.goto(at + path);
    await waitUntilLoaded(page);
    const button = page.getByRole("main").getByRole("button", { name });
    for (const viewport of viewports) {
      await page.setViewportSize(viewport);
      await button.click();
      await expect(page.getByLabel("Title")).toBeFocused();
      await expectBeside(page, button, "highlighted field");
    }
    await page.getByLabel("Title").fill("API errors");
  }
});

test("a long form that is submitted by keyboard and rejected shows the reason", async ({
  page,
}) => {
  const { at } = await createScreens(page);
  await page.setViewportSize({ width: 844, height: 390 });
  await failWrites(page);
  await page.goto(`${at}/settings/templates?do=create`);
  await waitUntilLoaded(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").fill("Outage");
  await dialog.getByText("Major", { exact: true }).click();
  await dialog.getByLabel("Name").fill("Outage");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expectBeside(page, dialog.getByRole("button", { name: "Create template" }), REASON);
});

test("with several archived components, the one that could not be restored shows the reason", async ({
  page,
}) => {
  const { at, api } = await createScreens(page);
  for (const name of ["Fax", "Telex"]) {
    const { id } = await create(page, `${api}/components`, { name });
    await create(page, `${api}/incidents`, {
      title: name,
      impact: "minor",
      component_ids: [id],
      started_at: "2026-01-02T10:00:00Z",
      resolved_at: "2026-01-02T11:00:00Z",
    });
    expect((await page.request.delete(`${api}/components/${id}`)).ok()).toBe(true);
  }
  await failWrites(page);
  await page.goto(`${at}/components?do=archived`);
  const row = page.getByRole("dialog").getByRole("listitem").filter({ hasText: "Telex" });
  await row.getByRole("button").click();
  await expect(row.getByRole("alert")).toHaveText(REASON);
});
