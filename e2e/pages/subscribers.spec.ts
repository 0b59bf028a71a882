import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { addMember, openDirectly } from "../support/database";
import { expect as impatient, test as base } from "../support/fixtures";
import { type Receiver, startReceiver } from "../support/receiver";
import { complaints, create, newHandle, signIn } from "./people";

/** A server that may call loopback, where the receivers of these tests are. */
const test = base.extend<{ receiver: Receiver }>({
  baseURL: async ({ serverWith }, use) => use((await serverWith({ WEBHOOK_ALLOW_PRIVATE: "on" })).url),
  // eslint-disable-next-line no-empty-pattern -- the runner demands a destructured first argument
  receiver: async ({}, use) => {
    const receiver = await startReceiver((_, response) => response.end("thanks a lot"));
    await use(receiver);
    await receiver.stop();
  },
});

/** What waits for the delivery thread, or for a long import, takes its time on a busy machine. */
const expect = impatient.configure({ timeout: 15_000 });

/** An organization of somebody who is signed in on the page. */
async function found(page: Page): Promise<string> {
  await signIn(page);
  const handle = newHandle();
  await create(page, "/v1/organizations", { id: handle, name: "Acme" });
  return handle;
}

const rows = (page: Page) => page.getByRole("main").getByRole("listitem");

test("a thousand subscribers are imported from a file, and each bad row says why", async ({ page }) => {
  const handle = await found(page);
  await create(page, `/v1/organizations/${handle}/components`, { name: "Checkout" });
  const complained = complaints(page);
  const lines = Array.from({ length: 1_000 }, (_, index) => `reader${index}@example.com,${index % 2 === 0 ? "Checkout" : ""},true`);
  lines[99] = "not an address,,true";
  lines[499] = "reader1@example.com,,true";
  lines[998] = "reader998@example.com,Chekout,true";
  await page.goto(`/dashboard/${handle}/subscribers?do=import`);
  const dialog = page.getByRole("dialog", { name: "Import subscribers" });
  await dialog.getByLabel("CSV file").setInputFiles({ name: "readers.csv", mimeType: "application/vnd.ms-excel", buffer: Buffer.from(["address,components,confirmed", ...lines].join("\r\n")) });
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog.getByRole("status")).toHaveText("997 created, 0 updated, 1 skipped, 2 failed.");
  const table = dialog.getByRole("table");
  await expect(table.getByRole("row")).toHaveText(["LineOutcomeWhyRow", /^101Failedaddress must be an email addressnot an address,,true$/, /^1000Failedthere is no component "Chekout"reader998/]);
  await dialog.getByRole("button", { name: "Skipped 1" }).click();
  await expect(table.getByRole("row").last()).toHaveText(/^501Skippedthe address of line 3 again/);
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "All 1,000" }).click();
  await dialog.getByRole("button", { name: "Download the report" }).click();
  const report = await readFile(await (await download).path(), "utf8");
  expect(report.split("\r\n")).toHaveLength(1_002);
  expect(report).toContain('101,failed,"address must be an email address",\r\n');
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page).toHaveURL(`/dashboard/${handle}/subscribers`);
  await expect(rows(page)).toHaveCount(100);
  await page.getByRole("button", { name: "Show older subscribers" }).click();
  await expect(rows(page)).toHaveCount(200);

  await page.getByLabel("Search addresses").fill("READER77");
  await expect(rows(page)).toHaveCount(11);
  await page.getByLabel("Component").selectOption("Checkout (499 active)");
  await expect(rows(page)).toHaveCount(5);
  await page.reload();
  await expect(page.getByLabel("Search addresses")).toHaveValue("READER77");
  await expect(rows(page)).toHaveCount(5);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByLabel("Search addresses")).toHaveValue("");

  await expect(page.getByRole("button", { name: "Email: 997" })).toBeVisible();
  await page.getByRole("button", { name: "Show those that are quarantined" }).click();
  await expect(page.getByText("No subscriber fits these filters.")).toBeVisible();

  await page.getByRole("button", { name: "Export" }).click();
  const exported = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  expect((await readFile(await (await exported).path(), "utf8")).split("\r\n")).toHaveLength(999);
  expect(complained).toEqual([]);
});

test("a webhook is added, shows its secret once, gets a test and an incident; its delivery is looked at and sent again", async ({ page, receiver }) => {
  const handle = await found(page);
  const complained = complaints(page);
  await page.goto(`/dashboard/${handle}/subscribers`);
  await page.getByRole("button", { name: "Add subscriber" }).click();
  const adding = page.getByRole("dialog", { name: "Add subscriber" });
  await adding.getByLabel("Channel").selectOption("Webhook");
  await adding.getByLabel("URL").fill("ftp://example.com");
  await adding.getByRole("button", { name: "Add subscriber" }).click();
  await expect(adding.getByLabel("URL")).toHaveAccessibleDescription(/^URL must begin with https:\/\/ or http:\/\/\./);
  await expect(adding.getByLabel("URL")).toBeFocused();
  await adding.getByLabel("URL").fill(receiver.url);
  await adding.getByRole("button", { name: "Add subscriber" }).click();
  await expect(adding.getByText(/^whsec_/)).toBeVisible();
  // Nothing but its button closes it: the secret is not told again.
  await page.keyboard.press("Escape");
  await adding.getByRole("button", { name: "I have copied it" }).click();
  await expect(adding).toBeHidden();
  await page.getByRole("main").getByRole("link", { name: receiver.url }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(receiver.url);
  await expect(page.getByText(/whsec_/)).toHaveCount(0);

  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByRole("region", { name: "Deliveries" }).getByRole("button", { name: /Test message/ })).toContainText("Delivered");
  expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({ event: { kind: "test" } });

  await create(page, `/v1/organizations/${handle}/incidents`, { title: "No answers", impact: "major" });
  const row = page.getByRole("region", { name: "Deliveries" }).getByRole("button", { name: /Incident reported/ });
  await expect(row).toContainText("Delivered");
  expect(receiver.received).toHaveLength(2);
  await row.click();
  await expect(page.getByRole("table", { name: "Attempts" }).getByRole("row").nth(1)).toContainText(/200thanks a lot$/);
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByRole("table", { name: "Attempts" }).getByRole("row")).toHaveCount(3);
  expect(receiver.received).toHaveLength(3);
  expect(receiver.received[2]!.headers["webhook-id"]).toBe(receiver.received[1]!.headers["webhook-id"]);
  // From the command palette too, by what it tells.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("again no answers");
  await page.getByRole("option", { name: `Send again to ${receiver.url}` }).click();
  await expect(page.getByRole("table", { name: "Attempts" }).getByRole("row")).toHaveCount(4);
  expect(receiver.received[3]!.headers["webhook-id"]).toBe(receiver.received[1]!.headers["webhook-id"]);

  await page.goto(`/dashboard/${handle}/deliveries?state=dead`);
  await expect(page.getByText("Nothing has failed for good.")).toBeVisible();
  await page.getByLabel("State").selectOption("Delivered");
  await expect(rows(page)).toHaveText([/DeliveredIncident reportedNo answersWebhook/, /DeliveredTest messageWebhook/]);
  await page.getByLabel("Channel").selectOption("Email");
  await expect(page.getByText("No delivery fits these filters.")).toBeVisible();
  expect(complained).toEqual([]);
});

test("an endpoint that fails is put on hold; reactivated, it gets what it missed", async ({ page, receiver }) => {
  const handle = await found(page);
  const organization = `/v1/organizations/${handle}`;
  receiver.answer = (_, response) => response.writeHead(500).end("out of order");
  const { id } = await create(page, `${organization}/subscribers`, { channel: "webhook", address: receiver.url });
  for (let number = 1; number <= 10; number++) await create(page, `${organization}/incidents`, { title: `Incident ${number}`, impact: "minor" });
  const state = async () => ((await (await page.request.get(`${organization}/subscribers/${id}`)).json()) as { state: string }).state;
  await expect.poll(state, { intervals: [50] }).toBe("quarantined");
  await page.goto(`/dashboard/${handle}/subscribers/${id}`);
  await expect(page.getByText(/^Last failure/)).toContainText("The receiver answered 500");
  receiver.answer = (_, response) => response.end("better");
  const before = receiver.received.length;
  await page.getByRole("button", { name: "Reactivate" }).click();
  const dialog = page.getByRole("dialog", { name: "Reactivate a subscriber" });
  await expect(dialog.getByText("10 messages held back")).toBeVisible();
  await dialog.getByRole("button", { name: "Reactivate" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Last failure/)).toBeHidden();
  await expect.poll(() => receiver.received.length).toBe(before + 10);
  expect(await state()).toBe("active");
});

test("what a subscriber hears of is changed and never over another's change; a secret is renewed; a subscriber is removed", async ({ page, receiver }) => {
  const handle = await found(page);
  const organization = `/v1/organizations/${handle}`;
  for (const name of ["API", "Checkout"]) await create(page, `${organization}/components`, { name });
  const { id } = await create(page, `${organization}/subscribers`, { channel: "webhook", address: receiver.url });
  await page.goto(`/dashboard/${handle}/subscribers/${id}`);
  await page.getByRole("button", { name: "Change" }).click();
  const dialog = page.getByRole("dialog", { name: "Change a subscriber" });
  await dialog.getByRole("radio", { name: "Chosen components" }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("group", { name: "Components" })).toHaveAccessibleDescription("Components must be chosen: one at least, or everything instead.");
  await dialog.getByRole("checkbox", { name: "Checkout" }).check();
  expect((await page.request.patch(`${organization}/subscribers/${id}`, { data: { contact_email: "ops@example.com" } })).status()).toBe(200);
  await dialog.getByRole("button", { name: "Save" }).click();
  const conflict = page.getByRole("dialog", { name: "Somebody saved this meanwhile" });
  await expect(conflict.getByRole("row", { name: /Contact email/ })).toContainText("ops@example.com");
  await conflict.getByRole("button", { name: "Save mine over it" }).click();
  await expect(conflict).toBeHidden();
  await expect(page.getByRole("region", { name: "Hears of" })).toContainText("Checkout");

  await page.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "New secret" }).click();
  const rotating = page.getByRole("dialog", { name: "A new signing secret" });
  await rotating.getByLabel("The old secret goes on for").selectOption("3 days");
  await rotating.getByRole("button", { name: "Make a new secret" }).click();
  await expect(rotating.getByText(/^whsec_/)).toBeVisible();
  await expect(rotating.getByText("For 3 days, requests carry signatures of both")).toBeVisible();
  await rotating.getByRole("button", { name: "I have copied it" }).click();

  await page.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove subscriber" }).click();
  await expect(page).toHaveURL(`/dashboard/${handle}/subscribers`);
  await expect(page.getByText("Nobody is told yet")).toBeVisible();
});

test("a viewer sees subscribers and deliveries, and nothing to press that changes them", async ({ page, browser, baseURL, serverWith, receiver }) => {
  const handle = await found(page);
  const { id } = await create(page, `/v1/organizations/${handle}/subscribers`, { channel: "webhook", address: receiver.url });
  await create(page, `/v1/organizations/${handle}/incidents`, { title: "No answers", impact: "major" });
  const viewer = await browser.newPage({ baseURL: baseURL! });
  await signIn(viewer);
  const { id: userId } = (await (await viewer.request.get("/v1/me")).json()) as { id: string };
  const database = await openDirectly((await serverWith({ WEBHOOK_ALLOW_PRIVATE: "on" })).databaseUrl);
  await addMember(database, handle, userId, "viewer");
  await database.close();
  for (const intent of ["?do=add", "?do=import"]) {
    await viewer.goto(`/dashboard/${handle}/subscribers${intent}`);
    await expect(rows(viewer)).toHaveCount(1);
    for (const name of ["Add subscriber", "Import", "Export", "Actions for"]) await expect(viewer.getByRole("button", { name })).toHaveCount(0);
    await expect(viewer.getByRole("dialog")).toHaveCount(0);
  }
  await viewer.goto(`/dashboard/${handle}/subscribers/${id}`);
  const row = viewer.getByRole("main").getByRole("button", { name: /Incident reported/ });
  await row.click();
  await expect(viewer.getByRole("link", { name: "See the incident" })).toBeVisible();
  await expect(viewer.getByRole("main").getByRole("button")).toHaveCount(1);
  await viewer.close();
});
