import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { create, type TestOrganization, signUpOwner } from "./people";
import { chooseStatus } from "./screens";

const row = (page: Page, name: string) =>
  page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name, exact: true }) });
const getTimeInHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const readNames = async (page: Page, { api }: TestOrganization) =>
  ((await (await page.request.get(`${api}/components`)).json()) as { name: string }[]).map(
    ({ name }) => name,
  );

test("the dashboard shows, counts, and filters components that are under maintenance", async ({
  page,
}) => {
  const setup = await signUpOwner(page);
  const group = await create(page, `${setup.api}/component-groups`, {
    name: "Payments",
    collapsed: true,
  });
  const checkout = await create(page, `${setup.api}/components`, {
    name: "Checkout",
    group_id: group.id,
  });
  const website = await create(page, `${setup.api}/components`, { name: "Website" });
  const { id } = await create(page, `${setup.api}/maintenances`, {
    title: "New disks",
    scheduled_for: getTimeInHours(1),
    scheduled_until: getTimeInHours(2),
    component_ids: [checkout.id],
    notify: false,
  });
  await create(page, `${setup.api}/maintenances/${id}/start`, {}, 200);
  await page.goto(`${setup.at}/components`);
  await expect(row(page, "Checkout")).toContainText("Under maintenance: New disks");
  await expect(row(page, "Checkout").getByText("Under maintenance", { exact: true })).toBeVisible();
  await expect(
    row(page, "Checkout").getByText("Operational", { exact: true }).locator("visible=true"),
  ).toHaveCount(0);
  await expect(page.getByText("1 of 2 is under maintenance.")).toBeVisible();
  await page.goto(`${setup.at}/components?status=under_maintenance`);
  await expect(row(page, "Checkout")).toBeVisible();
  await expect(row(page, "Website")).toHaveCount(0);
  await page.request.patch(`${setup.api}/components/${website.id}`, {
    data: { status: "partial_outage" },
  });
  await page.goto(`${setup.at}/components?status=affected`);
  await expect(row(page, "Website")).toBeVisible();
  await expect(row(page, "Checkout")).toHaveCount(0);
  await expect(
    page.getByText("1 of 2 is not operational. 1 of 2 is under maintenance."),
  ).toBeVisible();
  await page.goto(`${setup.at}/components/${checkout.id}`);
  await expect(
    page.getByRole("main").getByText("Under maintenance", { exact: true }).first(),
  ).toBeVisible();
});

test("a manual status that an incident or maintenance overrides shows the reason", async ({
  page,
}) => {
  const setup = await signUpOwner(page);
  const checkout = await create(page, `${setup.api}/components`, { name: "Checkout" });
  const incident = await create(page, `${setup.api}/incidents`, {
    title: "API errors",
    impact: "major",
    component_ids: [checkout.id],
    notify: false,
  });
  await create(page, `${setup.api}/incidents`, {
    title: "Slow images",
    impact: "none",
    component_ids: [checkout.id],
    notify: false,
  });
  await page.goto(`${setup.at}/components`);
  await chooseStatus(page.getByLabel("Status of Checkout"), "Degraded performance");
  await expect(
    page.getByText(
      "Checkout: Partial outage due to “API errors”. Your status applies when it ends.",
    ),
  ).toBeVisible();
  await expect(row(page, "Checkout")).toContainText("Manually set to “Degraded performance”");
  await expect(row(page, "Checkout")).toContainText("applies after the incidents are resolved");
  await expect(
    row(page, "Checkout").getByText("Partial outage", { exact: true }).locator("visible=true"),
  ).toBeVisible();

  await create(page, `${setup.api}/incidents/${incident.id}/resolve`, { notify: false }, 200);
  const { id } = await create(page, `${setup.api}/maintenances`, {
    title: "New disks",
    scheduled_for: getTimeInHours(1),
    scheduled_until: getTimeInHours(2),
    component_ids: [checkout.id],
    notify: false,
  });
  await create(page, `${setup.api}/maintenances/${id}/start`, {}, 200);
  await page.goto(`${setup.at}/components/${checkout.id}`);
  await chooseStatus(page.getByLabel("Status of Checkout"), "Operational");
  await expect(
    page.getByText(
      "Checkout: Under maintenance due to “New disks”. Your status applies when it ends.",
    ),
  ).toBeVisible();
});

test("setting a status can be undone", async ({ page }) => {
  const setup = await signUpOwner(page);
  const { id } = await create(page, `${setup.api}/components`, { name: "Checkout" });
  const readStatus = async () =>
    ((await (await page.request.get(`${setup.api}/components/${id}`)).json()) as { status: string })
      .status;
  await page.goto(`${setup.at}/components`);
  const status = page.getByLabel("Status of Checkout");
  const changes: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") changes.push(request.url());
  });
  await chooseStatus(status, "Operational");
  await chooseStatus(status, "Partial outage");
  const toast = page.getByRole("listitem").filter({ hasText: "is set to partial outage." });
  await expect(toast).toContainText("Checkout");
  expect(await readStatus()).toBe("partial_outage");
  expect(changes, "choosing the current status changes nothing").toHaveLength(1);
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(status).toHaveAccessibleName(/Operational$/);
  expect(await readStatus()).toBe("operational");
});

test("the dialog to remove a component names its unresolved incident, and a toast can undo the removal", async ({
  page,
}) => {
  const setup = await signUpOwner(page);
  const ids: string[] = [];
  for (const name of ["Website", "Checkout", "Search"])
    ids.push((await create(page, `${setup.api}/components`, { name })).id);
  await create(page, `${setup.api}/incidents`, {
    title: "API errors",
    impact: "major",
    component_ids: [ids[1]],
    notify: false,
  });
  const dialog = page.getByRole("alertdialog");
  const remove = async (name: string) => {
    await page.getByRole("button", { name: `More actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
  };
  const undo = async (name: string) =>
    page
      .getByRole("listitem")
      .filter({ hasText: `${name} was removed.` })
      .getByRole("button", { name: "Undo" })
      .click();

  await page.goto(`${setup.at}/components`);
  await remove("Checkout");
  await expect(dialog).toContainText(
    "An unresolved incident affects this component: “API errors”.",
  );
  await dialog.getByRole("button", { name: "Remove component" }).click();
  await expect(row(page, "Checkout")).toHaveCount(0);
  await undo("Checkout");
  await expect(row(page, "Checkout")).toContainText("Incident: API errors");
  await expect(row(page, "Checkout").getByRole("link", { name: "Checkout" })).toBeFocused();
  await expect.poll(() => readNames(page, setup)).toEqual(["Website", "Checkout", "Search"]);
  const component = (await (
    await page.request.get(`${setup.api}/components/${ids[1]}`)
  ).json()) as { archived_at: string | null };
  expect(component.archived_at).toBeNull();

  await remove("Website");
  await expect(dialog).not.toContainText("unresolved incident");
  await dialog.getByRole("button", { name: "Remove component" }).click();
  await expect(row(page, "Website")).toHaveCount(0);
  await undo("Website");
  await expect.poll(() => readNames(page, setup)).toEqual(["Website", "Checkout", "Search"]);
});

test("the preview of a new incident asks for an impact until one is chosen", async ({ page }) => {
  const setup = await signUpOwner(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await create(page, `${setup.api}/components`, { name: "Checkout" });
  await page.goto(`${setup.at}/incidents/new`);
  await page.getByLabel("Title").fill("Card payments fail");
  await page.getByRole("checkbox", { name: "Checkout" }).check();
  const preview = page.getByRole("tabpanel", { name: "Status page" });
  await expect(preview).toHaveText("Choose an impact to see the preview.");
  await page.getByRole("tab", { name: "Email" }).click();
  await expect(page.getByRole("tabpanel", { name: "Email" })).toHaveText(
    "Choose an impact to see the preview.",
  );
  await page.getByRole("tab", { name: "Status page" }).click();
  await page.getByText("Major", { exact: true }).click();
  await expect(preview.getByRole("heading", { name: "Card payments fail" })).toBeVisible();
  await expect(preview).toContainText("Major impact");
});

test("a new component has no uptime percentage, on the page and in the dashboard", async ({
  page,
  database,
}) => {
  const setup = await signUpOwner(page);
  const { id } = await create(page, `${setup.api}/components`, {
    name: "Checkout",
    status: "major_outage",
  });
  await page.goto(`${setup.at}/components/${id}`);
  await expect(page.getByText("Not enough data yet")).toBeVisible();
  await page.goto(`/status/${setup.orgID}`);
  await expect(page.getByText("Uptime appears after 24 hours").first()).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText("% uptime");
  const before = new Date(Date.now() - 48 * 3_600_000).toISOString().replace("Z", "+00:00");
  await database.query("UPDATE components SET created_at = ? WHERE id = ?", before, id);
  await database.query(
    "UPDATE component_status_changes SET at = ? WHERE component_id = ?",
    before,
    id,
  );
  await create(page, `${setup.api}/components`, { name: "Website" });
  await expect
    .poll(async () => (await page.request.get(`/status/${setup.orgID}`)).text())
    .toContain("0.00% uptime since");
  await page.goto(`${setup.at}/components/${id}`);
  await expect(page.getByText(/^0\.00% since /)).toBeVisible();
});
