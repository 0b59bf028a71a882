import type { Page } from "@playwright/test";
import { expect as baseExpect, test } from "../support/fixtures";
import { create, type TestOrganization, signUpOwner } from "./people";

/** Notifications are delayed for ten seconds, and a busy machine renders slowly. */
const expect = baseExpect.configure({ timeout: 30_000 });
test.slow();

const toast = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text });
const timeline = (page: Page) => page.getByRole("list", { name: "Updates" }).locator(":scope > li");
const deliveries = async (page: Page, { api }: TestOrganization) =>
  (
    (await (await page.request.get(`${api}/deliveries`)).json()) as {
      event: string;
      state: string;
    }[]
  ).map(({ event, state }) => `${event} ${state}`);

async function signUpWithSubscriber(page: Page): Promise<TestOrganization> {
  const setup = await signUpOwner(page);
  await create(page, `${setup.api}/components`, { name: "Checkout" });
  await create(page, `${setup.api}/subscribers`, {
    channel: "email",
    address: `reader@${setup.orgID}.example`,
    skip_confirmation: true,
  });
  return setup;
}

async function reportIncident(page: Page, { at }: TestOrganization, title: string): Promise<void> {
  await page.goto(`${at}/incidents/new`);
  await page.getByLabel("Title").fill(title);
  await page.getByText("Major", { exact: true }).click();
  await page.getByRole("checkbox", { name: "Checkout" }).check();
  await page.getByRole("button", { name: /^Publish and notify 1/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
}

test("undoing a report deletes the incident, notifies no one, and restores the form", async ({
  page,
}) => {
  const setup = await signUpWithSubscriber(page);
  await reportIncident(page, setup, "Card payments fail");
  await expect(page.getByRole("complementary", { name: "About this incident" })).toContainText(
    "Sending notifications in",
  );
  await toast(page, "Sending notifications in").getByRole("button", { name: "Undo" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Card payments fail");
  await expect(page.getByLabel("Title")).toBeFocused();
  await expect(page.getByRole("checkbox", { name: "Checkout" })).toBeChecked();
  expect(await (await page.request.get(`${setup.api}/incidents`)).json()).toEqual([]);
  // A notification of the undone incident would have been delivered before this one.
  await create(page, `${setup.api}/incidents`, {
    title: "Search is slow",
    impact: "minor",
    notify_after_seconds: 12,
  });
  await expect.poll(() => deliveries(page, setup)).toEqual(["incident.created delivered"]);
});

test("notifications of a new incident are sent after a delay, even if the tab is closed", async ({
  page,
  context,
}) => {
  const setup = await signUpWithSubscriber(page);
  await reportIncident(page, setup, "Card payments fail");
  const other = await context.newPage();
  await page.close();
  expect(await deliveries(other, setup)).toEqual([]);
  await expect.poll(() => deliveries(other, setup)).toEqual(["incident.created delivered"]);
});

test("undoing an update restores the incident and the form's message", async ({ page }) => {
  const setup = await signUpWithSubscriber(page);
  const { id } = await create(page, `${setup.api}/incidents`, {
    title: "Card payments fail",
    impact: "major",
    notify: false,
  });
  await page.goto(`${setup.at}/incidents/${id}`);
  await page.getByText("Identified", { exact: true }).click();
  await page.getByLabel("Message").fill("A certificate has expired.");
  await page.getByRole("button", { name: /^Post “Identified” and notify 1/ }).click();
  await expect(timeline(page)).toHaveCount(2);
  await toast(page, "Sending notifications in").getByRole("button", { name: "Undo" }).click();
  await expect(timeline(page)).toHaveCount(1);
  await expect(page.getByLabel("Message")).toHaveValue("A certificate has expired.");
  await expect(page.getByLabel("Message")).toBeFocused();
  expect(await (await page.request.get(`${setup.api}/incidents/${id}`)).json()).toMatchObject({
    status: "investigating",
  });
  expect(await deliveries(page, setup)).toEqual([]);
});

test("undoing a resolution reopens the form with its message", async ({ page }) => {
  const setup = await signUpWithSubscriber(page);
  const { id } = await create(page, `${setup.api}/incidents`, {
    title: "Card payments fail",
    impact: "major",
    notify: false,
  });
  for (const path of [`/incidents/${id}`, ""]) {
    await page.goto(`${setup.at}${path}`);
    if (path === "")
      await page.getByRole("button", { name: "Update “Card payments fail”" }).click();
    await page.getByText("Resolved", { exact: true }).click();
    await page.getByLabel("Message").fill("The certificate is renewed.");
    await page.getByRole("button", { name: /^Resolve and/ }).click();
    await expect(page.getByLabel("Message")).toHaveCount(0);
    await toast(page, "Sending notifications in").getByRole("button", { name: "Undo" }).click();
    await expect(page.getByLabel("Message")).toHaveValue("The certificate is renewed.");
    await expect(page.getByLabel("Message")).toBeFocused();
    await page.getByLabel("Message").fill("");
  }
});

test("undoing keeps text that was typed in the meantime", async ({ page }) => {
  const setup = await signUpWithSubscriber(page);
  const { id } = await create(page, `${setup.api}/incidents`, {
    title: "Card payments fail",
    impact: "major",
    notify: false,
  });
  await page.goto(`${setup.at}/incidents/${id}`);
  await page.getByText("Identified", { exact: true }).click();
  await page.getByLabel("Message").fill("A certificate has expired.");
  await page.getByRole("button", { name: /^Post “Identified” and notify 1/ }).click();
  await expect(timeline(page)).toHaveCount(2);
  await page.getByLabel("Message").fill("It is being renewed.");
  await toast(page, "Sending notifications in").getByRole("button", { name: "Undo" }).click();
  await expect(timeline(page)).toHaveCount(1);
  await expect(page.getByLabel("Message")).toHaveValue("It is being renewed.");
  await page.getByRole("button", { name: /^Post “Investigating”/ }).click();
  await expect(timeline(page).first(), "the undo isn’t a conflict").toContainText("renewed");
});

test("undoing a report keeps an incident that a colleague has changed", async ({ page }) => {
  const setup = await signUpWithSubscriber(page);
  await reportIncident(page, setup, "Card payments fail");
  const id = page.url().split("/").at(-1)!;
  await create(page, `${setup.api}/incidents/${id}/updates`, { body: "We are on it." });
  await toast(page, "Sending notifications in").getByRole("button", { name: "Undo" }).click();
  await expect(
    page.getByText("Someone else changed this incident. To delete the incident, open it first."),
  ).toBeVisible();
  expect(
    await (await page.request.get(`${setup.api}/incidents/${id}/updates`)).json(),
  ).toHaveLength(2);
});

test("an update can be deleted from the timeline unless it is the only one", async ({ page }) => {
  const setup = await signUpWithSubscriber(page);
  const { id } = await create(page, `${setup.api}/incidents`, {
    title: "Card payments fail",
    impact: "major",
    notify: false,
  });
  await create(page, `${setup.api}/incidents/${id}/updates`, {
    status: "resolved",
    body: "Wrong incident.",
    notify: false,
  });
  await page.goto(`${setup.at}/incidents/${id}`);
  await timeline(page).first().getByRole("button", { name: "Delete this update" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete this update?" });
  await expect(dialog).toContainText("The status changes back to “Investigating”.");
  await dialog.getByRole("button", { name: "Delete update" }).click();
  await expect(timeline(page)).toHaveCount(1);
  await expect(timeline(page).getByRole("button", { name: "Delete this update" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Resolve", exact: true })).toBeVisible();
});

test("a maintenance update can be undone", async ({ page }) => {
  const setup = await signUpWithSubscriber(page);
  const getTimeInHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const { id } = await create(page, `${setup.api}/maintenances`, {
    title: "New disks",
    scheduled_for: getTimeInHours(1),
    scheduled_until: getTimeInHours(2),
    notify: false,
  });
  await page.goto(`${setup.at}/maintenances/${id}`);
  await page.getByLabel("Message").fill("Delayed by half an hour.");
  await page.getByRole("button", { name: /^Post “Scheduled”/ }).click();
  await expect(timeline(page)).toHaveCount(2);
  await toast(page, "Update posted.").getByRole("button", { name: "Undo" }).click();
  await expect(timeline(page)).toHaveCount(1);
  await expect(page.getByLabel("Message")).toHaveValue("Delayed by half an hour.");
  await expect(page.getByLabel("Message")).toBeFocused();
});
