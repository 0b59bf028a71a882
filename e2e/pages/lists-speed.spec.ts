import type { Page } from "@playwright/test";
import { expect as impatient, test } from "../support/fixtures";
import { create, newHandle, signIn } from "./people";
import { holdToLongest, middleOf, type Press, pressed } from "./presses";

const expect = impatient.configure({ timeout: 20_000 });
// To record the page takes work in the page, and that would be measured too.
test.use({ trace: "off" });
test.slow();

const COMPONENTS = 81;
const INCIDENTS = 300;
const typing = { delay: 40 };

const palette = (page: Page) => page.getByRole("dialog", { name: "Go to, or do" }).getByRole("combobox");

/** An organization of who signs in on the page, with components. */
async function furnish(page: Page): Promise<string> {
  await signIn(page);
  const handle = newHandle();
  await create(page, "/v1/organizations", { id: handle });
  await create(page, `/v1/organizations/${handle}/components/bulk`, { components: Array.from({ length: COMPONENTS }, (_, index) => ({ name: `Service ${index + 1}` })) });
  return handle;
}

/** Opens a row's menu and the palette, then orders the components by keyboard. */
async function arrange(page: Page): Promise<Press[]> {
  await expect(page.getByRole("main").getByRole("img", { name: /^Uptime of/ })).toHaveCount(COMPONENTS);
  const menu = await middleOf(page.getByRole("button", { name: "More for Service 2", exact: true }));
  const inList = await pressed(page, async () => {
    await page.mouse.click(...menu);
    await expect(page.getByRole("menuitem", { name: "Move down" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await expect(palette(page)).toBeFocused();
    await page.keyboard.type("service 7", typing);
    await page.keyboard.press("Escape");
  });
  await page.goto(`${page.url()}?do=order`);
  const order = page.getByRole("list", { name: "Order of the components" }).getByRole("button");
  await expect(order).toHaveCount(COMPONENTS);
  await order.nth(3).focus();
  const said = page.getByRole("main").getByRole("status").filter({ hasText: "Service 4" });
  const inOrder = await pressed(page, async () => {
    await page.keyboard.press("Space");
    await expect(said).toContainText("is picked up");
    for (const place of [5, 6]) {
      await page.keyboard.press("ArrowDown");
      await expect(said).toContainText(`would be place ${place}`);
    }
    await page.keyboard.press("Space");
    await expect(said).toContainText("is put down");
  });
  return [...inList, ...inOrder];
}

test(`with ${COMPONENTS} components and a processor four times as slow, list and order answer each press within 200 ms`, async ({ page }) => {
  const handle = await furnish(page);
  await holdToLongest(page, `/dashboard/${handle}/components`, { width: 1280, height: 900 }, arrange);
});

/** Looks for an incident among all of them by words, by status and by the palette. */
async function seek(page: Page): Promise<Press[]> {
  const rows = page.getByRole("list", { name: "Incidents" }).getByRole("listitem");
  const older = page.getByRole("button", { name: "Show older incidents" });
  for (let count = 50; count < INCIDENTS; count += 50) {
    await expect(rows).toHaveCount(count);
    await older.click();
  }
  await expect(rows).toHaveCount(INCIDENTS);
  const search = await middleOf(page.getByLabel("Search titles"));
  return pressed(page, async () => {
    await page.keyboard.press("Control+k");
    await expect(palette(page)).toBeFocused();
    await page.keyboard.type("incident", typing);
    await page.keyboard.press("Escape");
    await page.mouse.click(...search);
    await page.keyboard.type("trouble 271", typing);
    await expect(rows).toHaveCount(1);
    for (let letter = 0; letter < 4; letter++) await page.keyboard.press("Backspace");
    await expect(rows).toHaveCount(50);
  });
}

/** Writes an update of what goes on, and looks around. */
async function follow(page: Page): Promise<Press[]> {
  const form = page.getByRole("form", { name: "Update “Trouble now”" });
  await expect(page.getByRole("region", { name: "Components" }).getByRole("listitem").first()).toBeVisible();
  const [status, words] = [await middleOf(form.getByText("Monitoring", { exact: true })), await middleOf(form.getByLabel("What to say"))];
  return pressed(page, async () => {
    await page.mouse.click(...status);
    await page.mouse.click(...words);
    await page.keyboard.type("We have made room.", typing);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("Control+k");
    await expect(palette(page)).toBeFocused();
    await page.keyboard.type("trouble", typing);
    await page.keyboard.press("Escape");
  });
}

test(`with ${INCIDENTS} incidents, ${COMPONENTS} components and a processor four times as slow, list and overview answer each press within 200 ms`, async ({ page, database }) => {
  const handle = await furnish(page);
  const { id } = await create(page, `/v1/organizations/${handle}/incidents`, { title: "Trouble", impact: "minor", status: "resolved" });
  await database.query(
    `INSERT INTO incidents (id, organization_id, title, status, impact, started_at, resolved_at, created_at, updated_at)
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${INCIDENTS - 2})
     SELECT CONCAT(e.id, '-', n.i), e.organization_id, CONCAT('Trouble ', n.i), e.status, e.impact, e.started_at, e.resolved_at, e.created_at, e.updated_at FROM incidents e, n WHERE e.id = ?`,
    id,
  );
  const components = (await (await page.request.get(`/v1/organizations/${handle}/components`)).json()) as { id: string }[];
  await create(page, `/v1/organizations/${handle}/incidents`, { title: "Trouble now", impact: "major", component_ids: components.slice(0, 5).map((component) => component.id) });
  await holdToLongest(page, `/dashboard/${handle}/incidents`, { width: 1280, height: 900 }, seek);
  await holdToLongest(page, `/dashboard/${handle}`, { width: 1280, height: 1200 }, follow);
});
