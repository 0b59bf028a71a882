import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/fixtures";
import type { DirectDatabase } from "../support/test-database";
import { expectFastSteps, findCenter, type Steps } from "./interactions";
import { create, signUpOwner } from "./people";

// Traces are off, because recording them takes CPU time in the page.
test.use({ trace: "off" });

const INCIDENTS = 300;
const UNRESOLVED = 10;
const COMPONENTS = 100;
const SUBSCRIBERS = 5_000;
const MAINTENANCES = 50;
const HOUR_MS = 3_600_000;
/** Number of incidents or maintenances that are created in parallel. */
const BATCH = 10;
const typing = { delay: 40 };

const count = (length: number, start = 0) => Array.from({ length }, (_, index) => start + index);

async function createLargeOrganization(page: Page, database: DirectDatabase) {
  const { at, api } = await signUpOwner(page);
  await create(page, `${api}/components/bulk`, {
    components: count(COMPONENTS, 1).map((number) => ({ name: `Service ${number}` })),
  });
  const components = (await (await page.request.get(`${api}/components`)).json()) as {
    id: string;
  }[];
  let incident = "";
  for (let start = 1; start <= INCIDENTS; start += BATCH)
    [{ id: incident }] = (await Promise.all(
      count(BATCH, start).map((number) =>
        create(page, `${api}/incidents`, {
          title: `Incident ${number}`,
          impact: "minor",
          status: number > INCIDENTS - UNRESOLVED ? "investigating" : "resolved",
          component_ids: [components[number % COMPONENTS]!.id],
          notify: false,
        }),
      ),
    )) as [{ id: string }];
  const { id } = await create(page, `${api}/subscribers`, {
    channel: "email",
    address: "reader@example.com",
    skip_confirmation: true,
  });
  await database.query(
    `INSERT INTO subscribers (id, organization_id, channel, address, address_hash, target, state,
        everything, manage_token_hash, unsubscribe_token_hash, tokens, confirmed_at, created_at,
        updated_at)
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     SELECT CONCAT(SUBSTR(s.id, 1, 24), PRINTF('%012d', n.i)), s.organization_id, s.channel, CONCAT(n.i, s.address),
        CONCAT(s.address_hash, n.i), s.target, s.state, s.everything,
        CONCAT(s.manage_token_hash, n.i), CONCAT(s.unsubscribe_token_hash, n.i), s.tokens,
        s.confirmed_at, s.created_at, s.updated_at FROM subscribers s, n WHERE s.id = ?`,
    SUBSCRIBERS - 1,
    id,
  );
  // Sends a test message to the first subscriber. The query copies the delivery to the others.
  expect((await page.request.post(`${api}/subscribers/${id}/test`)).status()).toBe(202);
  await database.query(
    `INSERT INTO deliveries (organization_id, event_id, subscriber_id, channel, target, state,
        attempts, next_attempt_at, created_at, finished_at)
     SELECT d.organization_id, d.event_id, s.id, d.channel, d.target, 'dead', 12,
        d.next_attempt_at, d.created_at, d.created_at
     FROM deliveries d JOIN subscribers s ON s.organization_id = d.organization_id
     WHERE d.subscriber_id = ? AND s.id <> d.subscriber_id`,
    id,
  );
  for (let start = 0; start < MAINTENANCES; start += BATCH)
    await Promise.all(
      count(BATCH, start).map((number) =>
        create(page, `${api}/maintenances`, {
          title: `Maintenance ${number}`,
          scheduled_for: new Date(Date.now() + (number + 1) * HOUR_MS).toISOString(),
          scheduled_until: new Date(Date.now() + (number + 2) * HOUR_MS).toISOString(),
          component_ids: [components[number % COMPONENTS]!.id],
          notify: false,
        }),
      ),
    );
  return { at, incident };
}

async function prepareOverview(page: Page): Promise<Steps> {
  const button = page.getByRole("button", { name: `Update “Incident ${INCIDENTS}”` });
  await expect(page.getByRole("button", { name: /^Update “Incident/ })).toHaveCount(UNRESOLVED);
  // Hovering over the button loads the panel's code.
  await button.hover();
  const update = await findCenter(button);
  const panel = page.getByRole("dialog", { name: /^Update/ });
  const palette = page.getByRole("dialog", { name: "Search" });
  return {
    "open the update panel": async () => {
      await page.mouse.click(...update, { delay: 50 });
      await expect(panel.getByRole("textbox", { name: "Message" })).toBeFocused();
    },
    "type a message": async () => {
      await page.keyboard.type("Still slow", typing);
      await expect(panel.getByRole("textbox", { name: "Message" })).toHaveValue("Still slow");
    },
    "close the update panel": async () => {
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await expect(panel).toBeHidden();
    },
    "open the palette": async () => {
      await page.keyboard.press("ControlOrMeta+k");
      await expect(palette.getByRole("combobox")).toBeFocused();
    },
    "find a component": async () => {
      await page.keyboard.type("service 77", typing);
      await expect(palette.getByRole("option").first()).toContainText("Service 77");
    },
    "close the palette": async () => {
      await page.keyboard.press("Escape");
      await expect(palette).toBeHidden();
    },
  };
}

async function prepareIncidents(page: Page): Promise<Steps> {
  const rows = page.getByRole("list", { name: "Incidents" }).getByRole("listitem");
  await expect(rows.first()).toContainText("Incident");
  return {
    "move through the list": async () => {
      for (const key of ["j", "j", "j", "k"]) await page.keyboard.press(key);
      await expect(rows.nth(1).getByRole("link")).toBeFocused();
    },
    search: async () => {
      await page.keyboard.press("/");
      await page.keyboard.type("incident 123", typing);
      await expect(rows).toHaveCount(1);
    },
  };
}

async function prepareComponents(page: Page): Promise<Steps> {
  await expect(page.getByRole("checkbox", { name: `Select Service ${COMPONENTS}` })).toBeVisible();
  const actions = page.getByRole("button", { name: "More actions for Service 2", exact: true });
  await actions.hover();
  const actionsCenter = await findCenter(actions);
  const bar = page.getByRole("region", { name: "Selection" });
  const menu = page.getByRole("menu");
  const close = async () => {
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
  };
  return {
    "select rows": async () => {
      for (const key of ["j", "x", "j", "j", "j", "Shift+X"]) await page.keyboard.press(key);
      await expect(bar).toContainText("4 components");
    },
    "open the status menu": async () => {
      await bar.getByRole("button", { name: "Set status" }).click();
      await expect(menu).toBeVisible();
    },
    "close the status menu": close,
    "clear the selection": async () => {
      await page.keyboard.press("Escape");
      await expect(bar).toHaveCount(0);
    },
    "open the menu of a row": async () => {
      await page.mouse.click(...actionsCenter);
      await expect(menu).toBeVisible();
    },
    "close the menu": close,
  };
}

/** Returns steps that select the first row, the first ten rows, and all rows. */
async function prepareSelection(
  page: Page,
  boxes: Locator,
  [one, ten, all]: readonly [one: string, ten: string, all: string],
): Promise<Steps> {
  await expect(boxes.nth(10)).toBeVisible();
  const [first, tenth] = [await findCenter(boxes.nth(0)), await findCenter(boxes.nth(9))];
  const bar = page.getByRole("region", { name: "Selection" });
  return {
    "select a row": async () => {
      await page.mouse.click(...first);
      await expect(bar).toContainText(one);
    },
    "select a range": async () => {
      await page.keyboard.down("Shift");
      await page.mouse.click(...tenth);
      await page.keyboard.up("Shift");
      await expect(bar).toContainText(ten);
    },
    "select all": async () => {
      await bar.getByRole("button", { name: "Select all" }).click();
      await expect(bar).toContainText(all);
    },
  };
}

async function prepareSubscribers(page: Page): Promise<Steps> {
  const amounts = ["1 subscriber", "10 subscribers", "5,000 subscribers"] as const;
  const selection = await prepareSelection(page, page.getByRole("checkbox"), amounts);
  const actions = page.getByRole("button", { name: /^Actions for/ }).nth(2);
  const menu = page.getByRole("menu");
  const actionsCenter = await findCenter(actions);
  return {
    ...selection,
    "open the menu of a row": async () => {
      await page.mouse.click(...actionsCenter);
      await expect(menu).toBeVisible();
    },
    "close the menu": async () => {
      await page.keyboard.press("Escape");
      await expect(menu).toBeHidden();
    },
  };
}

async function prepareReport(page: Page): Promise<Steps> {
  const boxes = page.getByRole("checkbox", { name: /^Service/ });
  await expect(boxes).toHaveCount(COMPONENTS);
  const [major, first] = [
    await findCenter(page.getByText("Major", { exact: true })),
    await findCenter(boxes.first()),
  ];
  return {
    "type the title": async () => {
      await page.keyboard.type("Still slow", typing);
      await expect(page.getByLabel("Title")).toHaveValue("Still slow");
    },
    "choose the impact and a component": async () => {
      await page.mouse.click(...major);
      await page.mouse.click(...first);
      await expect(page.getByText(/^1 selected/)).toBeVisible();
    },
  };
}

async function prepareMaintenance(page: Page): Promise<Steps> {
  const chip = page.getByRole("button", { name: "2 h", exact: true });
  await expect(page.getByRole("checkbox", { name: /^Service/ })).toHaveCount(COMPONENTS);
  await page.getByLabel("Start", { exact: true }).fill("2030-03-31T04:30");
  await expect(page.getByText("Duration: 1 h.")).toBeVisible();
  const center = await findCenter(chip);
  return {
    "choose the duration": async () => {
      await page.mouse.click(...center);
      await expect(chip).toHaveAttribute("aria-pressed", "true");
    },
  };
}

async function prepareIncident(page: Page): Promise<Steps> {
  const message = page.getByRole("textbox", { name: "Message" });
  await expect(message).toBeVisible();
  return {
    "start an update": async () => {
      await page.keyboard.press("u");
      await expect(message).toBeFocused();
      await page.keyboard.type("Still slow", typing);
      await expect(message).toHaveValue("Still slow");
    },
    "open the dialog to resolve": async () => {
      await page.keyboard.press("Escape");
      await page.keyboard.press("r");
      await expect(page.getByRole("dialog").getByLabel("Message")).toBeFocused();
    },
  };
}

async function prepareAuditLog(page: Page): Promise<Steps> {
  const entries = page.getByRole("main").getByRole("listitem").getByRole("button");
  await expect(entries.first()).toBeVisible();
  return {
    "expand an entry": async () => {
      for (const key of ["j", "j", "Enter"]) await page.keyboard.press(key);
      await expect(entries.nth(1)).toHaveAttribute("aria-expanded", "true");
    },
  };
}

async function prepareDeliveries(page: Page): Promise<Steps> {
  const boxes = page.getByRole("main").getByRole("listitem").getByRole("checkbox");
  const amounts = ["1 delivery", "10 deliveries", "4,999 deliveries"] as const;
  const bar = page.getByRole("region", { name: "Selection" });
  const dialog = page.getByRole("alertdialog");
  return {
    ...(await prepareSelection(page, boxes, amounts)),
    "open the confirmation": async () => {
      await bar.getByRole("button", { name: "Send again" }).click();
      await expect(dialog).toContainText("Send 4,999 messages again?");
    },
    "close the confirmation": async () => {
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
    },
  };
}

async function prepareMaintenances(page: Page): Promise<Steps> {
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows.first()).toContainText("Maintenance 0");
  const calendar = await findCenter(page.getByRole("button", { name: "Calendar" }));
  return {
    "move through the list": async () => {
      for (const key of ["j", "j", "k"]) await page.keyboard.press(key);
      await expect(rows.first().getByRole("link").first()).toBeFocused();
    },
    "open the calendar": async () => {
      await page.mouse.click(...calendar);
      await expect(page.getByRole("button", { name: "Next month" })).toBeVisible();
    },
    "show the next month": async () => {
      const heading = page.getByRole("heading", { level: 2 }).first();
      const month = await heading.textContent();
      await page.getByRole("button", { name: "Next month" }).click();
      await expect(heading).not.toHaveText(month!);
    },
  };
}

test(
  "on a slow CPU, with many incidents, components, and subscribers, screens respond within 100 ms",
  { tag: "@faults" },
  async ({ page, database }) => {
    test.slow();
    const { at, incident } = await createLargeOrganization(page, database);
    const [desktop, phone] = [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ];
    for (const [path, prepare, viewport = desktop] of [
      ["", prepareOverview],
      ["", prepareOverview, phone],
      ["/incidents", prepareIncidents],
      ["/incidents/new", prepareReport],
      [`/incidents/${incident}`, prepareIncident],
      [`/incidents/${incident}`, prepareIncident, phone],
      ["/maintenances/new", prepareMaintenance],
      ["/settings/audit-log", prepareAuditLog],
      ["/components", prepareComponents],
      ["/subscribers", prepareSubscribers],
      ["/deliveries?state=dead", prepareDeliveries],
      ["/maintenances", prepareMaintenances],
    ] as const)
      await expectFastSteps(page, at + path, viewport, prepare, 100);
  },
);
