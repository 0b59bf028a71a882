import { readFile, writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { addMember, openDirectly } from "../support/test-database";
import { expect, test as base } from "../support/fixtures";
import { type Receiver, startReceiver } from "../support/receiver";
import { collectConsoleErrors, create, signUp, signUpOwner } from "./people";

/** The server may send to loopback addresses, where the tests' receivers listen. */
const test = base.extend<{ receiver: Receiver }>({
  baseURL: async ({ getServer }, use) =>
    use((await getServer({ WEBHOOK_ALLOW_PRIVATE: "on" })).url),
  // eslint-disable-next-line no-empty-pattern -- the runner requires a destructured first argument
  receiver: async ({}, use) => {
    const receiver = await startReceiver((_, response) => response.end("accepted"));
    await use(receiver);
    await receiver.stop();
  },
});

const rows = (page: Page) => page.getByRole("main").getByRole("listitem");

test("a CSV import of a thousand subscribers reports each invalid row", async ({ page }) => {
  const { orgID } = await signUpOwner(page);
  await create(page, `/v1/organizations/${orgID}/components`, { name: "Checkout" });
  const consoleErrors = collectConsoleErrors(page);
  const lines = Array.from(
    { length: 1_000 },
    (_, index) => `reader${index}@example.com,${index % 2 === 0 ? "Checkout" : ""},true`,
  );
  lines[99] = "not an address,,true";
  lines[499] = "reader1@example.com,,true";
  lines[998] = "reader998@example.com,Chekout,true";
  await page.goto(`/dashboard/${orgID}/subscribers?do=import`);
  const dialog = page.getByRole("dialog", { name: "Import subscribers" });
  await dialog.getByLabel("CSV file").setInputFiles({
    name: "readers.csv",
    mimeType: "application/vnd.ms-excel",
    buffer: Buffer.from(["address,components,confirmed", ...lines].join("\r\n")),
  });
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog.getByRole("status")).toHaveText(
    "997 created, 0 updated, 1 skipped, 2 failed.",
  );
  const table = dialog.getByRole("table");
  await expect(table.getByRole("row")).toHaveText([
    "LineResultReasonRow",
    /^101Failedaddress must be an email addressnot an address,,true$/,
    /^1000Failedcomponent "Chekout" not found\. Use the name or ID of an existing componentreader998/,
  ]);
  await dialog.getByRole("button", { name: "Skipped 1" }).click();
  await expect(table.getByRole("row").last()).toHaveText(/^501Skippedsame address as line 3/);
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download report" }).click();
  const report = await readFile(await (await download).path(), "utf8");
  expect(report.split("\r\n")).toHaveLength(1_002);
  expect(report).toContain('101,failed,"address must be an email address",\r\n');
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page).toHaveURL(`/dashboard/${orgID}/subscribers`);
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
  await page.getByRole("button", { name: "Show quarantined subscribers" }).click();
  await expect(page.getByText("Change the filters.")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();

  await page.getByRole("button", { name: "Export" }).click();
  const exported = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  expect((await readFile(await (await exported).path(), "utf8")).split("\r\n")).toHaveLength(999);
  expect(consoleErrors).toEqual([]);
});

test("a file that changed after it was chosen must be chosen again before the import", async ({
  page,
}, testInfo) => {
  const { orgID } = await signUpOwner(page);
  await page.goto(`/dashboard/${orgID}/subscribers?do=import`);
  const dialog = page.getByRole("dialog", { name: "Import subscribers" });
  const path = testInfo.outputPath("readers.csv");
  await writeFile(path, "adress,confirmed\r\nreader@example.com,true");
  await dialog.getByLabel("CSV file").setInputFiles(path);
  await writeFile(path, "address,confirmed\r\nreader@example.com,true");
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(
    "This file has changed or can’t be read. Choose it again.",
  );
  await dialog.getByLabel("CSV file").setInputFiles(path);
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog.getByRole("status")).toHaveText("1 created, 0 updated, 0 skipped, 0 failed.");
});

test("a webhook is added, shows its secret once, receives messages, and shows its deliveries", async ({
  page,
  receiver,
}) => {
  const { orgID } = await signUpOwner(page);
  const consoleErrors = collectConsoleErrors(page);
  await page.goto(`/dashboard/${orgID}/subscribers`);
  await page.getByRole("button", { name: "Add subscriber" }).click();
  const adding = page.getByRole("dialog", { name: "Add subscriber" });
  await adding.getByLabel("Channel").selectOption("Webhook");
  await adding.getByLabel("URL").fill("ftp://example.com");
  await adding.getByRole("button", { name: "Add subscriber" }).click();
  await expect(adding.getByLabel("URL")).toHaveAccessibleDescription(
    /^URL must start with https:\/\/ or http:\/\/\./,
  );
  await expect(adding.getByLabel("URL")).toBeFocused();
  await adding.getByLabel("URL").fill(receiver.url);
  await adding.getByRole("button", { name: "Add subscriber" }).click();
  await expect(adding.getByText(/^whsec_/)).toBeVisible();
  // Escape does not close the dialog, because the secret is not shown again.
  await page.keyboard.press("Escape");
  await page.goBack();
  await expect(adding).toBeHidden();
  await page.getByRole("button", { name: "Add subscriber" }).click();
  await expect(adding).toBeVisible();
  await adding.getByRole("button", { name: "Close" }).click();
  await expect(adding).toBeHidden();
  await page.getByRole("main").getByRole("link", { name: receiver.url }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(receiver.url);
  await expect(page.getByText(/whsec_/)).toHaveCount(0);

  await page.getByRole("button", { name: "Send test" }).click();
  await expect(
    page.getByRole("region", { name: "Deliveries" }).getByRole("button", { name: /Test message/ }),
  ).toContainText("Delivered");
  expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({ event: { kind: "test" } });

  await create(page, `/v1/organizations/${orgID}/incidents`, {
    title: "No responses",
    impact: "major",
  });
  const row = page
    .getByRole("region", { name: "Deliveries" })
    .getByRole("button", { name: /Incident reported/ });
  await expect(row).toContainText("Delivered");
  expect(receiver.received).toHaveLength(2);
  await row.click();
  await expect(page.getByRole("table", { name: "Attempts" }).getByRole("row").nth(1)).toContainText(
    /200$/,
  );
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByRole("table", { name: "Attempts" }).getByRole("row")).toHaveCount(3);
  expect(receiver.received).toHaveLength(3);
  expect(receiver.received[2]!.headers["webhook-id"]).toBe(
    receiver.received[1]!.headers["webhook-id"],
  );
  await page.keyboard.press("Control+k");
  await page.keyboard.type("again no responses");
  await page.getByRole("option", { name: `Send again to ${receiver.url}` }).click();
  await expect(page.getByRole("table", { name: "Attempts" }).getByRole("row")).toHaveCount(4);
  expect(receiver.received[3]!.headers["webhook-id"]).toBe(
    receiver.received[1]!.headers["webhook-id"],
  );

  await page.goto(`/dashboard/${orgID}/deliveries?state=dead`);
  await expect(page.getByText("No matching deliveries")).toBeVisible();
  await page.getByLabel("State").selectOption("Delivered");
  await expect(rows(page)).toHaveText([
    /DeliveredIncident reportedNo responsesWebhook/,
    /DeliveredTest messageWebhook/,
  ]);
  await page.getByLabel("Channel").selectOption("Email");
  await expect(page.getByText("No matching deliveries")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(rows(page)).toHaveCount(2);
  const search = page.getByRole("searchbox", { name: "Search recipients" });
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await page.keyboard.type("nowhere");
  await expect(page.getByText("No matching deliveries")).toBeVisible();
  await expect(search).toBeFocused();
  await search.fill(new URL(receiver.url).host.toUpperCase());
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL(/deliveries\?q=/);
  await page.reload();
  await expect(search).toHaveValue(new URL(receiver.url).host.toUpperCase());
  await expect(rows(page)).toHaveCount(2);
  expect(consoleErrors).toEqual([]);
});

for (const [name, viewport] of Object.entries({
  "a phone": { width: 390, height: 844 },
  "a desktop": { width: 1280, height: 720 },
})) {
  test(`a failing delivery shows its recipient and its next attempt, on ${name}`, async ({
    page,
    receiver,
  }) => {
    await page.setViewportSize(viewport);
    const { orgID } = await signUpOwner(page);
    const organization = `/v1/organizations/${orgID}`;
    receiver.respond = (_, response) =>
      response.writeHead(503, { "Retry-After": "350" }).end("out of order");
    await create(page, `${organization}/subscribers`, {
      channel: "webhook",
      address: receiver.url,
    });
    const email = `${"grace".repeat(9)}@example.com`;
    await create(page, `${organization}/subscribers`, {
      channel: "email",
      address: email,
      skip_confirmation: true,
    });
    const { id } = await create(page, `${organization}/incidents`, {
      title: "No responses",
      impact: "major",
    });
    const deliveries = async (state: string) =>
      (await (await page.request.get(`${organization}/deliveries?state=${state}`)).json()) as {
        history: object[];
        created_at: string;
      }[];
    await expect.poll(async () => (await deliveries("pending"))[0]?.history).toHaveLength(1);
    await expect.poll(async () => (await deliveries("delivered")).length).toBe(1);

    await page.goto(`/dashboard/${orgID}/deliveries`);
    const failing = rows(page).filter({ hasText: receiver.url });
    await expect(failing).toContainText("Retrying");
    await expect(failing).toContainText("1 attempt");
    await expect(failing).toContainText(/Next attempt in \d minutes/);
    await expect(failing).toContainText("503");
    const [pending] = await deliveries("pending");
    await expect(failing.locator("time").first()).toHaveAttribute("datetime", pending!.created_at);
    await expect(
      rows(page).filter({ hasText: "Delivered" }).getByTitle(email),
      "both ends of a long address are shown",
    ).toHaveText(/^grace.*….*@example\.com$/);
    if (viewport.width > 1024)
      await expect(page.getByText("StateMessageRecipientTime")).toBeVisible();

    const ofThisIncident = page.waitForRequest((request) =>
      request.url().endsWith(`/deliveries?state=failing&incident=${id}`),
    );
    await page.goto(`/dashboard/${orgID}/incidents/${id}`);
    await ofThisIncident;
    const report = page.getByRole("region", { name: "Deliveries" });
    await expect(report.getByText("Deliveries being retried")).toBeVisible();
    await expect(report.getByRole("listitem")).toContainText(
      /1 attempt, next attempt in \d minutes/,
    );
    await expect(report.getByRole("columnheader")).toHaveText(["Channel", "Delivered", "Retrying"]);

    await page.goto(`/dashboard/${orgID}`);
    await expect(
      page.getByRole("region", { name: "Deliveries" }).getByRole("definition"),
    ).toHaveText(["Delivered1", "Retrying1"]);
  });
}

test("a failing webhook is quarantined, and gets the missed messages once it is reactivated", async ({
  page,
  receiver,
}) => {
  const { orgID } = await signUpOwner(page);
  const organization = `/v1/organizations/${orgID}`;
  receiver.respond = (_, response) => response.writeHead(500).end("out of order");
  const { id } = await create(page, `${organization}/subscribers`, {
    channel: "webhook",
    address: receiver.url,
  });
  for (let number = 1; number <= 10; number++)
    await create(page, `${organization}/incidents`, {
      title: `Incident ${number}`,
      impact: "minor",
    });
  const state = async () =>
    (
      (await (await page.request.get(`${organization}/subscribers/${id}`)).json()) as {
        state: string;
      }
    ).state;
  await expect.poll(state, { intervals: [50] }).toBe("quarantined");
  await page.goto(`/dashboard/${orgID}/subscribers/${id}`);
  await expect(page.getByText(/^Last failure/)).toContainText("The endpoint responded with 500");
  receiver.respond = (_, response) => response.end("better");
  const before = receiver.received.length;
  await page.getByRole("button", { name: "Reactivate" }).click();
  const dialog = page.getByRole("dialog", { name: "Reactivate subscriber" });
  await expect(dialog.getByText("10 messages on hold")).toBeVisible();
  await dialog.getByRole("button", { name: "Reactivate" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Last failure/)).toBeHidden();
  await expect.poll(() => receiver.received.length).toBe(before + 10);
  expect(await state()).toBe("active");
});

test("a subscriber is edited with a conflict, gets a new secret, and is removed", async ({
  page,
  receiver,
}) => {
  const { orgID } = await signUpOwner(page);
  const organization = `/v1/organizations/${orgID}`;
  for (const name of ["API", "Checkout"])
    await create(page, `${organization}/components`, { name });
  const { id } = await create(page, `${organization}/subscribers`, {
    channel: "webhook",
    address: receiver.url,
  });
  await page.goto(`/dashboard/${orgID}/subscribers/${id}`);
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit subscriber" });
  await dialog.getByRole("radio", { name: "Selected components" }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("group", { name: "Components" })).toHaveAccessibleDescription(
    "Select at least one component.",
  );
  await dialog.getByRole("checkbox", { name: "Checkout" }).check();
  await dialog.getByRole("radio", { name: "Also component status changes" }).check();
  expect(
    (
      await page.request.patch(`${organization}/subscribers/${id}`, {
        data: { contact_email: "ops@example.com" },
      })
    ).status(),
  ).toBe(200);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert").filter({ hasText: "Someone else changed" })).toBeVisible();
  await expect(dialog.getByLabel("Contact email")).toHaveValue("ops@example.com");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("ops@example.com")).toBeVisible();
  const subscribedTo = page.getByRole("region", { name: "Subscribed to" });
  await expect(subscribedTo).toContainText("Checkout");
  await expect(subscribedTo).toContainText("Incidents, maintenance, and component status changes");

  await page.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Rotate secret" }).click();
  const rotating = page.getByRole("dialog", { name: "Rotate signing secret" });
  await rotating.getByLabel("Old secret expires").selectOption("After 3 days");
  await rotating.getByRole("button", { name: "Rotate secret" }).click();
  await expect(rotating.getByText(/^whsec_/)).toBeVisible();
  await expect(rotating.getByText("Update the endpoint within 3 days.")).toBeVisible();
  await rotating.getByRole("button", { name: "I’ve copied it" }).click();

  await page.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove subscriber" }).click();
  await expect(page).toHaveURL(`/dashboard/${orgID}/subscribers`);
  await expect(page.getByText("No subscribers yet")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("link", { name: receiver.url })).toBeFocused();
});

test("a subscriber’s components are chosen by group and by search, on a phone too", async ({
  page,
}) => {
  const { orgID } = await signUpOwner(page);
  const organization = `/v1/organizations/${orgID}`;
  const chosen: string[] = [];
  for (const name of ["Europe", "Asia"]) {
    const { id: group_id } = await create(page, `${organization}/component-groups`, { name });
    for (let number = 1; number <= 8; number++) {
      const data = { name: `${name} ${number}`, group_id };
      const { id } = await create(page, `${organization}/components`, data);
      if (name === "Europe" || number === 8) chosen.push(id);
    }
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/dashboard/${orgID}/subscribers?do=add`);
  const dialog = page.getByRole("dialog", { name: "Add subscriber" });
  await dialog.getByLabel("Email address").fill("reader@example.com");
  await dialog.getByRole("radio", { name: "Selected components" }).check();
  await dialog.getByRole("button", { name: "Select all in Europe" }).click();
  await dialog.getByRole("searchbox", { name: "Find a component" }).fill("asia 8");
  await dialog.getByRole("checkbox", { name: "Asia 8" }).check();
  await expect(dialog.getByText(/^9 selected: Europe 1, /)).toBeVisible();
  await dialog.getByRole("searchbox").fill("");
  await expect(dialog.getByRole("button", { name: "Asia (8)" })).toBeVisible();
  const scrolled = await dialog
    .locator("*")
    .evaluateAll(
      (all) =>
        all.filter(
          (one) =>
            one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY === "auto",
        ).length,
    );
  expect(scrolled, "only the dialog scrolls").toBe(0);
  await dialog.getByRole("button", { name: "Add subscriber" }).click();
  await expect(dialog).toHaveCount(0);
  const [subscriber] = (await (await page.request.get(`${organization}/subscribers`)).json()) as {
    component_ids: string[];
  }[];
  expect(subscriber!.component_ids.toSorted()).toEqual(chosen.toSorted());
});

test("a viewer sees subscribers and deliveries without editing buttons", async ({
  page,
  browser,
  baseURL,
  getServer,
  receiver,
}) => {
  const { orgID } = await signUpOwner(page);
  const { id } = await create(page, `/v1/organizations/${orgID}/subscribers`, {
    channel: "webhook",
    address: receiver.url,
  });
  await create(page, `/v1/organizations/${orgID}/incidents`, {
    title: "No responses",
    impact: "major",
  });
  const viewer = await browser.newPage({ baseURL: baseURL! });
  await signUp(viewer);
  const { id: userId } = (await (await viewer.request.get("/v1/me")).json()) as { id: string };
  const database = await openDirectly(
    (await getServer({ WEBHOOK_ALLOW_PRIVATE: "on" })).databaseUrl,
  );
  await addMember(database, orgID, userId, "viewer");
  await database.close();
  for (const intent of ["?do=add", "?do=import"]) {
    await viewer.goto(`/dashboard/${orgID}/subscribers${intent}`);
    await expect(rows(viewer)).toHaveCount(1);
    for (const name of ["Add subscriber", "Import", "Export", "Actions for"])
      await expect(viewer.getByRole("button", { name })).toHaveCount(0);
    await expect(viewer.getByRole("dialog")).toHaveCount(0);
  }
  await viewer.goto(`/dashboard/${orgID}/subscribers/${id}`);
  const row = viewer.getByRole("main").getByRole("button", { name: /Incident reported/ });
  await row.click();
  await expect(viewer.getByRole("link", { name: "View incident" })).toBeVisible();
  await expect(viewer.getByRole("main").getByRole("button")).toHaveCount(1);
  await viewer.close();
});

test("several delivered messages are selected and sent again", async ({ page, receiver }) => {
  const { orgID } = await signUpOwner(page);
  const api = `/v1/organizations/${orgID}`;
  for (const path of ["one", "two"])
    await create(page, `${api}/subscribers`, {
      address: `${receiver.url}&name=${path}`,
      channel: "webhook",
    });
  await create(page, `${api}/incidents`, {
    title: "Slow checkout",
    body: "We are investigating.",
    status: "investigating",
    impact: "minor",
  });
  await page.goto(`/dashboard/${orgID}/deliveries?state=delivered`);
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(2);
  await page.getByRole("checkbox").first().click();
  const selection = page.getByRole("region", { name: "Selection" });
  await selection.getByRole("button", { name: "Select all 2" }).click();
  await selection.getByRole("button", { name: "Send again" }).click();
  await page.getByRole("button", { name: "Send 2 messages" }).click();
  await expect(page.getByText("Sending 2\u00a0messages again.")).toBeVisible();
  await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(4);
});

test("changing the filters clears the selection, so that hidden messages are not sent again", async ({
  page,
}) => {
  const { orgID } = await signUpOwner(page);
  const api = `/v1/organizations/${orgID}`;
  const addresses = Array.from({ length: 60 }, (_, index) => `reader${index}@example.com,true`);
  await page.request.post(`${api}/subscribers/import`, {
    headers: { "Content-Type": "text/csv" },
    data: `address,confirmed\n${addresses.join("\n")}\n`,
  });
  await create(page, `${api}/incidents`, { title: "Slow checkout", impact: "minor" });
  await page.goto(`/dashboard/${orgID}/deliveries?state=delivered`);
  const selection = page.getByRole("region", { name: "Selection" });
  await expect(async () => {
    await page.reload();
    await page.getByRole("checkbox").first().click();
    await selection.getByRole("button", { name: "Select all" }).click();
    await expect(selection).toContainText("60 deliveries selected", { timeout: 2_000 });
  }).toPass();
  await page.getByLabel("Search recipients").fill("reader1");
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(11);
  await expect(selection).toHaveCount(0);
});
