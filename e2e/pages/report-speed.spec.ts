import type { Page } from "@playwright/test";
import { expect as baseExpect, test } from "../support/fixtures";
import { create, newHandle, signIn } from "./people";
import {
  expectFastInteractions,
  findCenter,
  type Interaction,
  measureInteractions,
} from "./interactions";

const expect = baseExpect.configure({ timeout: 15_000 });
// Traces are off, because recording them takes CPU time in the page.
test.use({ trace: "off" });

async function measure(page: Page): Promise<Interaction[]> {
  await expect(page.getByRole("checkbox")).toHaveCount(300);
  await expect(page.getByRole("button", { name: "Publish", exact: true })).toBeVisible({
    timeout: 20_000,
  });
  const [minor, critical, search] = [
    await findCenter(page.getByText("Minor", { exact: true })),
    await findCenter(page.getByText("Critical", { exact: true })),
    await findCenter(page.getByLabel("Find a component")),
  ];
  const boxes = await Promise.all(
    [0, 1, 2, 3, 5].map((index) => findCenter(page.getByRole("checkbox").nth(index))),
  );
  const typing = { delay: 40 };
  const interactions = await measureInteractions(page, async () => {
    await expect(page.getByLabel("Title")).toBeFocused();
    await page.keyboard.type("Half of all services are slow", typing);
    await page.mouse.click(...minor);
    for (const box of boxes) await page.mouse.click(...box);
    await page.mouse.click(...critical);
    await page.mouse.click(...search);
    await page.keyboard.type("service 280", typing);
    await expect(page.locator("label > input[type=checkbox]")).toHaveCount(1);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitemradio", { name: "Based on impact" })).toBeFocused();
    await page.keyboard.type("pa", typing);
    await page.keyboard.press("Enter");
  });
  await expect(page.getByText(/^6 selected:/)).toBeVisible();
  await expect(
    page.getByRole("button", { name: "Status of Service 280: Partial outage" }),
  ).toBeVisible();
  return interactions;
}

test("with 300 components and a slow CPU, the report form responds to input within 200 ms", async ({
  page,
  database,
}) => {
  test.slow();
  await signIn(page);
  const handle = newHandle();
  await create(page, "/v1/organizations", { id: handle });
  const { id } = await create(page, `/v1/organizations/${handle}/components`, { name: "Service" });
  await database.query(
    `INSERT INTO components (id, organization_id, name, description, status, recorded_status,
        position, created_at, updated_at)
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 299)
     SELECT CONCAT(c.id, '-', n.i), c.organization_id, CONCAT('Service ', n.i), c.description, c.status,
        c.recorded_status, c.position + n.i, c.created_at, c.updated_at FROM components c, n WHERE c.id = ?`,
    id,
  );
  await expectFastInteractions(
    page,
    `/dashboard/${handle}/incidents/new`,
    { width: 1280, height: 1600 },
    measure,
  );
});
