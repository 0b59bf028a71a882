import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import { listEmails, listRecipients, waitForLink } from "../support/mailbox";
import { setKnownTokens } from "../support/subscriptions";
import type { DirectDatabase } from "../support/test-database";
import { createOrganizationId } from "../support/organization-id";
import { collectConsoleErrors, create, signUp, signUpOwner } from "./people";

async function requestSubscription(page: Page, database: DirectDatabase) {
  const [organization, address] = [createOrganizationId(), `${randomUUID()}@example.com`];
  await signUp(page);
  await create(page, `/v1/organizations/${organization}/components`, { name: "API" });
  await create(page, `/v1/organizations/${organization}/components`, { name: "Web" });
  await page.context().clearCookies();
  const reply = await page.request.post(`/v1/organizations/${organization}/subscriptions`, {
    data: { channel: "email", address },
  });
  expect(reply.status()).toBe(202);
  const state = async () =>
    (
      await database.query<{ state: string }>(
        "SELECT state FROM subscribers WHERE address = ?",
        address,
      )
    )[0]!.state;
  return { address, state, ...(await setKnownTokens(database, organization, address)) };
}

test("a subscription is confirmed, changed, and ended by buttons, not by visiting the link", async ({
  page,
  database,
}) => {
  const { address, confirm, manage, unsubscribe, state } = await requestSubscription(
    page,
    database,
  );
  const consoleErrors = collectConsoleErrors(page);

  await page.goto(`/subscription/confirm?token=${confirm}`);
  expect(await state()).toBe("unconfirmed");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("status")).toContainText(address);
  expect(await state()).toBe("active");

  await page.goto(`/subscription?token=${manage}`);
  await expect(page.getByRole("radio", { name: "Everything" })).toBeChecked();
  await page.getByRole("radio", { name: "Selected components" }).check();
  await page.getByRole("checkbox", { name: "Web" }).check();
  await expect(page.getByRole("radio", { name: "Incidents and maintenance" })).toBeChecked();
  await page.getByRole("radio", { name: "Also component status changes" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("checkbox", { name: "Web" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "API" })).not.toBeChecked();
  await expect(page.getByRole("radio", { name: "Also component status changes" })).toBeChecked();

  await page.goto(`/v1/unsubscribe?token=${unsubscribe}`);
  await expect(page).toHaveURL(/\/subscription\/unsubscribe\?token=/);
  expect(await state()).toBe("active");
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByRole("heading", { name: "You’re unsubscribed" })).toBeFocused();
  expect(await state()).toBe("unsubscribed");
  await page.goto(`/subscription?token=${manage}`);
  await expect(page.getByText("This subscription has ended.")).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

test("a subscription requested through the API is confirmed, changed, and ended from emails by keyboard", async ({
  page,
  server,
}) => {
  const address = `${randomUUID()}@example.com`;
  const { orgID: organization } = await signUpOwner(page, "Analytical Engines");
  for (const name of ["API", "Web"])
    await create(page, `/v1/organizations/${organization}/components`, { name });
  expect(
    (
      await page.request.post(`/v1/organizations/${organization}/subscriptions`, {
        data: { channel: "email", address },
      })
    ).status(),
  ).toBe(202);
  const consoleErrors = collectConsoleErrors(page);
  const confirm = await waitForLink(server.dataDir, address, "/subscription/confirm");
  await page.goto(confirm);
  await expect(page.getByRole("button", { name: "Confirm" })).toBeEnabled();
  await page.getByRole("button", { name: "Confirm" }).press("Enter");
  await expect(page.getByRole("heading", { name: "You’re subscribed" })).toBeFocused();
  await expect(page.getByRole("status")).toContainText(
    `${address} will receive incident and maintenance notifications from Analytical Engines.`,
  );

  await create(page, `/v1/organizations/${organization}/incidents`, {
    title: "Slow responses",
    impact: "minor",
  });
  const manage = await waitForLink(server.dataDir, address, "/subscription");
  await page.goto(manage);
  await page.getByRole("radio", { name: "Everything" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Selected components" })).toBeChecked();
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
  await expect(page.getByRole("heading", { name: "You’re unsubscribed" })).toBeFocused();
  await page.goto(manage);
  await expect(page.getByText("This subscription has ended.")).toBeVisible();
  expect(consoleErrors).toEqual([]);
  for (const link of [confirm, manage, end])
    expect(server.output()).not.toContain(new URL(link, server.url).searchParams.get("token"));
});

test("a visitor who subscribes on the German page gets German emails and pages", async ({
  page,
  server,
}) => {
  const address = `${randomUUID()}@example.com`;
  const { orgID: organization } = await signUpOwner(page, "Analytical Engines");
  await page.request.patch(`/v1/organizations/${organization}`, {
    data: { languages: ["en", "de"], time_zone: "Europe/Berlin" },
  });
  await page.goto(`/status/${organization}/de/subscribe`);
  await page.getByRole("textbox", { name: "E-Mail-Adresse" }).fill(address);
  await page.getByRole("button", { name: "Abonnieren" }).click();
  await expect(page).toHaveURL(`/status/${organization}/de/subscribe/sent`);

  const confirm = await waitForLink(server.dataDir, address, "/subscription/confirm");
  await page.goto(confirm);
  await expect(page).toHaveTitle(/Bestätigen Sie Ihr Abonnement/);
  await page.getByRole("button", { name: "Bestätigen" }).click();
  await expect(page.getByRole("heading", { name: "Abonnement aktiv" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Statusseite von Analytical" })).toHaveAttribute(
    "href",
    `/status/${organization}/de`,
  );

  await create(page, `/v1/organizations/${organization}/incidents`, {
    title: "Slow responses",
    impact: "minor",
  });
  const manage = await waitForLink(server.dataDir, address, "/subscription");
  const emails = (await listEmails(server.dataDir)).filter((email) =>
    listRecipients(email).includes(address),
  );
  expect(emails.map(({ subject }) => subject)).toEqual([
    "Bestätigen Sie Ihr Abonnement bei Analytical Engines",
    "[Analytical Engines] Slow responses",
  ]);
  expect(emails[1]!.text).toContain("Eine neue Störung wurde gemeldet.");
  expect(emails[1]!.html).toContain('<html lang="de"');
  await page.goto(manage);
  await expect(page.getByRole("combobox", { name: "Sprache" })).toHaveValue("de");
  await page.getByRole("combobox", { name: "Sprache" }).selectOption("日本語");
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByText("Gespeichert.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "購読の管理" })).toBeVisible();
});

test("an empty selection of components is rejected, and the Unsubscribe button ends the subscription", async ({
  page,
  database,
}) => {
  const { confirm, manage, state } = await requestSubscription(page, database);
  await page.request.post("/v1/subscriptions/confirm", { data: { token: confirm } });
  await page.goto(`/subscription?token=${manage}`);
  await page.getByRole("radio", { name: "Selected components" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  const components = page.getByRole("group", { name: "Components" });
  await expect(components).toHaveAccessibleDescription("Select at least one component.");
  await expect(components).toBeFocused();
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByRole("heading", { name: "You’re unsubscribed" })).toBeFocused();
  expect(await state()).toBe("unsubscribed");
});

test("the Reactivate button of a subscription resumes deliveries on hold", async ({
  page,
  database,
}) => {
  const { confirm, manage, id, state } = await requestSubscription(page, database);
  await page.request.post("/v1/subscriptions/confirm", { data: { token: confirm } });
  await database.query("UPDATE subscribers SET state = 'quarantined' WHERE id = ?", id);
  const consoleErrors = collectConsoleErrors(page);
  await page.goto(`/subscription?token=${manage}`);
  await expect(page.getByRole("checkbox", { name: "Send missed notifications" })).toBeChecked();
  expect(await state()).toBe("quarantined");
  await page.getByRole("button", { name: "Reactivate" }).click();
  await expect(page.getByText("Notifications resumed.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Reactivate" })).toBeHidden();
  expect(await state()).toBe("active");
  expect(consoleErrors).toEqual([]);
});

test("an invalid subscription link shows an error", async ({ page }) => {
  await page.goto("/subscription/confirm?token=x");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("This link is not valid or has expired")).toBeVisible();
  await page.goto("/subscription");
  await expect(page.getByText("This link is not valid or has expired")).toBeVisible();
});

test("subscription pages with a token in the URL send no referrer and are not indexed", async ({
  page,
}) => {
  for (const path of ["/subscription", "/subscription/confirm", "/subscription/unsubscribe"]) {
    const response = await page.request.get(`${path}?token=x`);
    expect(response.headers()["referrer-policy"]).toBe("no-referrer");
    expect(await response.text()).toMatch(/<meta name="robots" content="[^"]*noindex/);
  }
});

test("subscriber pages show the organization's name and logo, and link to its status page", async ({
  page,
  database,
}) => {
  const address = `${randomUUID()}@example.com`;
  const { orgID: organization } = await signUpOwner(page, "Analytical Engines");
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>';
  expect(
    (
      await page.request.put(`/v1/organizations/${organization}/logo`, {
        data: svg,
        headers: { "Content-Type": "image/svg+xml" },
      })
    ).status(),
  ).toBe(200);
  await page.context().clearCookies();
  expect(
    (
      await page.request.post(`/v1/organizations/${organization}/subscriptions`, {
        data: { channel: "email", address },
      })
    ).status(),
  ).toBe(202);
  const { confirm, manage, unsubscribe } = await setKnownTokens(database, organization, address);
  const header = page.getByRole("banner").getByRole("link", { name: "Analytical Engines" });
  const expectHeader = async () => {
    await expect(header).toHaveAttribute("href", `/status/${organization}`);
    expect(
      await header
        .locator("img")
        .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBeGreaterThan(0);
  };

  await page.goto(`/subscription/confirm?token=${confirm}`);
  await expectHeader();
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(
    page.getByRole("link", { name: "Status page of Analytical Engines" }),
  ).toHaveAttribute("href", `/status/${organization}`);
  await page.goto(`/subscription/unsubscribe?token=${unsubscribe}`);
  await expectHeader();
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await page.getByRole("button", { name: "Resubscribe" }).click();
  await expect(page.getByRole("heading", { name: "You’re subscribed again" })).toBeFocused();
  await page.goto(`/subscription?token=${manage}`);
  await expectHeader();
  await expect(page.getByRole("button", { name: "Unsubscribe" })).toBeVisible();
});

test("an expired confirmation link offers a new one", async ({ page, database, server }) => {
  const { address, confirm } = await requestSubscription(page, database);
  await database.query(
    "UPDATE subscriber_confirmations SET expires_at = created_at FROM subscribers " +
      "WHERE subscribers.id = subscriber_id AND address = ?",
    address,
  );
  await database.query("DELETE FROM throttles");
  await page.goto(`/subscription/confirm?token=${confirm}`);
  await expect(page.getByRole("heading", { name: "This link has expired" })).toBeVisible();
  const countEmails = async () =>
    (await listEmails(server.dataDir).catch(() => [])).filter((email) =>
      listRecipients(email).includes(address),
    ).length;
  const before = await countEmails();
  await page.getByRole("button", { name: "Send new link" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused();
  await expect.poll(countEmails).toBe(before + 1);
});
