import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { waitForLink } from "../support/mailbox";
import { plantTokens } from "../support/subscriptions";
import type { DirectDatabase } from "../support/database";
import { complaints, create, newHandle, signIn } from "./people";

/** An organization, and an address that asked for its news; the browser is nobody's. */
async function ask(page: Page, database: DirectDatabase) {
  const [organization, address] = [newHandle(), `${randomUUID()}@example.com`];
  await signIn(page);
  await create(page, `/v1/organizations/${organization}/components`, { name: "API" });
  await create(page, `/v1/organizations/${organization}/components`, { name: "Web" });
  await page.context().clearCookies();
  const asked = await page.request.post(`/v1/organizations/${organization}/subscriptions`, { data: { channel: "email", address } });
  expect(asked.status()).toBe(202);
  const state = async () => (await database.query<{ state: string }>("SELECT state FROM subscribers WHERE address = ?", address))[0]!.state;
  return { address, state, ...(await plantTokens(database, organization, address)) };
}

test("a subscription is confirmed, changed and ended by a press, and by no mere visit", async ({ page, database }) => {
  const { address, confirm, manage, unsubscribe, state } = await ask(page, database);
  const complained = complaints(page);

  await page.goto(`/subscription/confirm?token=${confirm}`);
  expect(await state()).toBe("unconfirmed");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("status")).toContainText(address);
  expect(await state()).toBe("active");

  await page.goto(`/subscription?token=${manage}`);
  await expect(page.getByRole("radio", { name: "Everything" })).toBeChecked();
  await page.getByRole("radio", { name: "Chosen components" }).check();
  await page.getByRole("checkbox", { name: "Web" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "Web" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "API" })).not.toBeChecked();

  await page.goto(`/v1/unsubscribe?token=${unsubscribe}`);
  await expect(page).toHaveURL(/\/subscription\/unsubscribe\?token=/);
  expect(await state()).toBe("active");
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByRole("heading", { name: "You are unsubscribed" })).toBeFocused();
  expect(await state()).toBe("unsubscribed");
  await page.goto(`/subscription?token=${manage}`);
  await expect(page.getByText("This subscription has ended.")).toBeVisible();
  expect(complained).toEqual([]);
});

test("asked for over the API, confirmed from the mail, changed and ended from the next, by keyboard alone", async ({ page, server }) => {
  const [organization, address] = [newHandle(), `${randomUUID()}@example.com`];
  await signIn(page);
  await create(page, "/v1/organizations", { id: organization, name: "Analytical Engines" });
  for (const name of ["API", "Web"]) await create(page, `/v1/organizations/${organization}/components`, { name });
  expect((await page.request.post(`/v1/organizations/${organization}/subscriptions`, { data: { channel: "email", address } })).status()).toBe(202);
  const complained = complaints(page);
  const confirm = await waitForLink(server.dataDir, address, "/subscription/confirm");
  await page.goto(confirm);
  await expect(page.getByRole("button", { name: "Confirm" })).toBeEnabled();
  await page.getByRole("button", { name: "Confirm" }).press("Enter");
  await expect(page.getByRole("heading", { name: "You are subscribed" })).toBeFocused();
  await expect(page.getByRole("status")).toContainText(`${address} will hear of what happens at Analytical Engines.`);

  await create(page, `/v1/organizations/${organization}/incidents`, { title: "Slow answers", impact: "minor" });
  const manage = await waitForLink(server.dataDir, address, "/subscription");
  await page.goto(manage);
  await page.getByRole("radio", { name: "Everything" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Chosen components" })).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("checkbox", { name: "API" })).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "API" })).toBeChecked();

  const end = await waitForLink(server.dataDir, address, "/subscription/unsubscribe");
  await page.goto(end);
  await expect(page.getByRole("button", { name: "Unsubscribe" })).toBeEnabled();
  await page.getByRole("button", { name: "Unsubscribe" }).press("Enter");
  await expect(page.getByRole("heading", { name: "You are unsubscribed" })).toBeFocused();
  await page.goto(manage);
  await expect(page.getByText("This subscription has ended.")).toBeVisible();
  expect(complained).toEqual([]);
  for (const link of [confirm, manage, end]) expect(server.output()).not.toContain(new URL(link, server.url).searchParams.get("token"));
});

test("a choice of nothing is told at the choice, and what is ended on the page is ended", async ({ page, database }) => {
  const { confirm, manage, state } = await ask(page, database);
  await page.request.post("/v1/subscriptions/confirm", { data: { token: confirm } });
  await page.goto(`/subscription?token=${manage}`);
  await page.getByRole("radio", { name: "Chosen components" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  const components = page.getByRole("group", { name: "Components" });
  await expect(components).toHaveAccessibleDescription("Components must be chosen: one at least, or everything instead.");
  await expect(components).toBeFocused();
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByRole("heading", { name: "You are unsubscribed" })).toBeFocused();
  expect(await state()).toBe("unsubscribed");
});

test("deliveries that are on hold go on by a press", async ({ page, database }) => {
  const { confirm, manage, id, state } = await ask(page, database);
  await page.request.post("/v1/subscriptions/confirm", { data: { token: confirm } });
  await database.query("UPDATE subscribers SET state = 'quarantined' WHERE id = ?", id);
  const complained = complaints(page);
  await page.goto(`/subscription?token=${manage}`);
  await expect(page.getByRole("checkbox", { name: "Send what was held back" })).toBeChecked();
  expect(await state()).toBe("quarantined");
  await page.getByRole("button", { name: "Reactivate" }).click();
  await expect(page.getByText("Deliveries go on.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Reactivate" })).toBeHidden();
  expect(await state()).toBe("active");
  expect(complained).toEqual([]);
});

test("a link that does not work says so", async ({ page }) => {
  await page.goto("/subscription/confirm?token=x");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("This link does not work")).toBeVisible();
  await page.goto("/subscription");
  await expect(page.getByText("This link does not work")).toBeVisible();
});

test("the pages of a token send its address nowhere and are in no index", async ({ page }) => {
  for (const path of ["/subscription", "/subscription/confirm", "/subscription/unsubscribe"]) {
    const response = await page.goto(`${path}?token=x`);
    expect(response!.headers()["referrer-policy"]).toBe("no-referrer");
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  }
});
