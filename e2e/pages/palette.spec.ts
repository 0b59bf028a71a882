import type { Page } from "@playwright/test";
import { actions } from "../../components/shell/actions";
import { expect, test } from "../support/fixtures";
import { createOrganizationId } from "../support/organization-id";
import { findViolations } from "./axe";
import { signUpMember, collectConsoleErrors, create, signUpOwner } from "./people";

const palette = (page: Page) => page.getByRole("dialog", { name: "Search or run a command" });
const entry = (page: Page, name: string | RegExp) =>
  palette(page).getByRole("option", { name, exact: typeof name === "string" });

async function type(page: Page, query: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await palette(page).getByRole("combobox").fill(query);
}

async function open(page: Page, at: string): Promise<void> {
  await page.goto(at);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Acme Payments");
  await expect(page.getByText("Loading public status")).toHaveCount(0);
}

test("the palette lists only entries that match every word, and an incident before its commands", async ({
  page,
}) => {
  const { at, api } = await signUpOwner(page);
  await create(page, `${api}/incidents`, { title: "A certificate has expired", impact: "minor" });
  await open(page, at);
  await type(page, "certif");
  await expect(entry(page, /./)).toHaveText([
    /^A certificate has expired/,
    /^Update “A certificate has expired”started/,
    /^Resolve “A certificate has expired”started/,
  ]);
  await palette(page).getByRole("combobox").fill("csv imp");
  await expect(entry(page, /./)).toHaveText(["Import subscribers"]);
  await palette(page).getByRole("combobox").fill("certif csv");
  await expect(entry(page, /./)).toHaveCount(0);
  await expect(palette(page)).toContainText("No results");
});

test("on any screen, the palette first lists commands for unresolved incidents and maintenance in progress", async ({
  page,
}) => {
  const { at, api } = await signUpOwner(page);
  const { id: incident } = await create(page, `${api}/incidents`, {
    title: "Card payments fail",
    impact: "major",
  });
  const [scheduled_for, scheduled_until] = [1, 2].map((hours) =>
    new Date(Date.now() + hours * 60 * 60_000).toISOString(),
  );
  const { id: maintenance } = await create(page, `${api}/maintenances`, {
    title: "Database upgrade",
    scheduled_for,
    scheduled_until,
  });
  await create(page, `${api}/maintenances/${maintenance}/start`, {}, 200);
  await page.goto(`${at}/settings/team`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Team");
  await page.keyboard.press("Control+k");
  await expect(
    palette(page).getByRole("group", { name: "Ongoing" }).getByRole("option"),
  ).toHaveText([
    /^Update “Card payments fail”/,
    /^Resolve “Card payments fail”/,
    /^Complete “Database upgrade”/,
    /^Extend “Database upgrade”/,
    /^Update “Database upgrade”/,
  ]);
  await page.keyboard.type("update card");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Message")).toBeFocused();
  await expect(page).toHaveURL(`${at}/incidents/${incident}`);
  await page.getByRole("link", { name: "View on status page" }).focus();
  await type(page, "update this");
  await page.keyboard.press("Enter");
  await expect(
    page.getByLabel("Message"),
    "the command focuses the message each time",
  ).toBeFocused();
  await page.getByRole("link", { name: "Deliveries", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Deliveries");
  await type(page, "resolve");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${at}/incidents/${incident}?do=resolve`);
  const resolving = page.getByRole("dialog", { name: "Resolve incident" });
  await resolving.getByRole("button", { name: /^Resolve/ }).click();
  await expect(resolving).toHaveCount(0);
  await expect(page).toHaveURL(`${at}/incidents/${incident}`);
  await type(page, "complete database");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${at}/maintenances/${maintenance}?do=complete`);
});

test("the palette finds components, members, groups, templates, tokens, and subscribers by name", async ({
  page,
  browser,
  baseURL,
  database,
}) => {
  test.slow();
  const consoleErrors = collectConsoleErrors(page);
  const { orgID, at, api } = await signUpOwner(page);
  const { id: checkout } = await create(page, `${api}/components`, { name: "Checkout" });
  const { id: group } = await create(page, `${api}/component-groups`, { name: "Payments" });
  const { id: template } = await create(page, `${api}/templates`, {
    kind: "incident",
    name: "Acquirer down",
    title: "Card payments fail",
    impact: "major",
    status: "identified",
    body: "Our acquirer is down.",
    component_ids: [checkout],
  });
  const { id: planned } = await create(page, `${api}/templates`, {
    kind: "maintenance",
    name: "Monthly upgrade",
    title: "Database upgrade",
    status: "scheduled",
    body: "Payments pause for a minute.",
  });
  const { id: token } = await create(page, `${api}/tokens`, { name: "Deploys", role: "editor" });
  const { id: subscriber } = await create(page, `${api}/subscribers`, {
    channel: "email",
    address: "ada@example.com",
    skip_confirmation: true,
  });
  await (await signUpMember(browser, baseURL, database, orgID, "viewer")).close();
  const [member] = await database.query<{ id: string }>(
    "SELECT user_id AS id FROM memberships WHERE organization_id = ? AND role = 'viewer'",
    orgID,
  );
  const dialogs = page.getByRole("dialog").or(page.getByRole("alertdialog"));
  await open(page, at);

  await type(page, "checkout major");
  await expect(entry(page, /./)).toHaveText(["Set Checkout to major outage"]);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Checkout is set to major outage.")).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Public status" }),
    "the screen behind the palette updates",
  ).toContainText("Checkout: major outage");

  await type(page, "Grace");
  await expect(entry(page, /^Grace Hopper/), "two members have this name").toHaveCount(2);
  await expect(
    entry(page, /^Change/),
    "a name alone does not match commands that run without confirmation",
  ).toHaveCount(0);
  await palette(page).getByRole("combobox").fill("Grace editor");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Grace Hopper is now an editor.")).toBeVisible();

  for (const [query, label, path, name] of [
    ["rename pay", "Edit group Payments", `/components?do=edit-group&of=${group}`, "Edit group"],
    [
      "delete pay",
      "Delete group Payments",
      `/components?do=delete-group&of=${group}`,
      "Delete group “Payments”?",
    ],
    [
      "edit acq",
      "Edit template Acquirer down",
      `/settings/templates?do=edit&of=${template}`,
      "Edit template",
    ],
    [
      "delete acq",
      "Delete template Acquirer down",
      `/settings/templates?do=delete&of=${template}`,
      "Delete Acquirer down?",
    ],
    [
      "revoke dep",
      "Revoke token Deploys",
      `/settings/tokens?do=revoke&of=${token}`,
      "Revoke Deploys?",
    ],
    [
      "remove grace",
      "Remove Grace Hopper from the team",
      `/settings/team?do=remove&of=${member!.id}`,
      "Remove Grace Hopper?",
    ],
  ] as const) {
    await type(page, query);
    await expect(palette(page).getByRole("option", { selected: true })).toContainText(label);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${at}${path}`);
    await expect(dialogs.filter({ has: page.getByRole("heading", { name }) })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialogs).toHaveCount(0);
    await expect(page).toHaveURL(at + path.replace(/\?.*/, ""));
  }

  await type(page, "ada@ex");
  await expect(entry(page, /^ada@example.com/), "the palette searches on the server").toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${at}/subscribers/${subscriber}`);
  await expect(page.getByRole("button", { name: "Send test" })).toBeVisible();

  await type(page, "report acquirer");
  await expect(entry(page, "Report incident with template Acquirer down")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Title")).toHaveValue("Card payments fail");
  await expect(page.getByLabel("Message")).toHaveValue("Our acquirer is down.");
  await expect(page.getByRole("checkbox", { name: /Checkout/ })).toBeChecked();
  await expect(page).toHaveURL(`${at}/incidents/new`);
  await page.getByLabel("Message").fill("");
  await page.reload();
  await expect(page.getByText("Draft restored.")).toBeVisible();
  await expect(page.getByLabel("Message"), "an emptied message stays empty").toHaveValue("");
  await page.getByLabel("Title").fill("Cards fail");
  await page.goto(`${at}/incidents/new?template=${template}`);
  await page.getByRole("button", { name: "Use the template" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Card payments fail");
  await expect(page.getByLabel("Template")).toHaveValue(template);
  await type(page, "schedule monthly");
  await expect(entry(page, "Schedule maintenance with template Monthly upgrade")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Title")).toHaveValue("Database upgrade");
  await expect(page.getByLabel("Template")).toHaveValue(planned);
  expect(consoleErrors).toEqual([]);
});

test("the palette searches complete lists: the oldest of many templates is found", async ({
  page,
}) => {
  const { at, api } = await signUpOwner(page);
  const { id: oldest } = await create(page, `${api}/templates`, {
    kind: "incident",
    name: "Acquirer down",
    title: "Card payments fail",
    impact: "major",
    status: "identified",
    body: "",
  });
  await Promise.all(
    Array.from({ length: 105 }, (_, number) =>
      create(page, `${api}/templates`, {
        kind: "incident",
        name: `Template ${number}`,
        title: "T",
        impact: "minor",
        status: "investigating",
        body: "",
      }),
    ),
  );
  await open(page, at);
  await type(page, "report acquirer");
  await expect(entry(page, "Report incident with template Acquirer down")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Title")).toHaveValue("Card payments fail");
  await expect(page.getByLabel("Template")).toHaveValue(oldest);
});

test("a search by name lists no command that runs without confirmation, and Enter opens the match", async ({
  page,
  browser,
  baseURL,
  database,
}) => {
  const { orgID, at, api } = await signUpOwner(page);
  const { id: component } = await create(page, `${api}/components`, { name: "API" });
  const { id: incident } = await create(page, `${api}/incidents`, {
    title: "Sign-in is failing",
    impact: "minor",
  });
  await create(page, `${api}/component-groups`, { name: "Payments" });
  await (await signUpMember(browser, baseURL, database, orgID, "viewer")).close();
  await open(page, at);
  for (const [query, path] of [
    ["api status", `/components/${component}`],
    ["api component", `/components/${component}`],
    ["grace member", "/settings/team"],
    ["sign", `/incidents/${incident}`],
  ] as const) {
    await type(page, query);
    await expect(
      entry(page, /^(Set API|Move|Change|Send|Sign out|End session)/),
      query,
    ).toHaveCount(0);
    await expect(palette(page).getByRole("option", { selected: true })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(at + path);
  }
  expect(await (await page.request.get(`${api}/components/${component}`)).json()).toMatchObject({
    status: "operational",
  });
  await type(page, "log out");
  await expect(entry(page, "Sign out")).toBeVisible();
});

test("Enter in the palette waits for the results of a search, then runs the first match", async ({
  page,
}) => {
  const { at, api } = await signUpOwner(page);
  await create(page, `${api}/components`, { name: "Payments API" });
  const { id: oldest } = await create(page, `${api}/incidents`, {
    title: "Payments set back",
    impact: "minor",
  });
  for (let number = 0; number < 52; number++)
    await create(page, `${api}/incidents`, {
      title: `Payments ${number}`,
      impact: "none",
      status: "resolved",
    });
  await open(page, at);
  await page.route("**/search?*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.fallback();
  });
  await page.keyboard.press("Control+k");
  const input = palette(page).getByRole("combobox");
  const active = async () =>
    palette(page)
      .locator(`[id="${await input.getAttribute("aria-activedescendant")}"]`)
      .textContent();
  // The palette's first paint has no entries, and `active` requires a highlighted one.
  await expect(input).toHaveAttribute("aria-activedescendant", /./);
  await expect.poll(active).toMatch(/^Update “Payments set back”/);
  await input.fill("set payments major");
  await expect(entry(page, "Set Payments API to major outage")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(palette(page), "Enter waits while results are loading").toBeVisible();
  await expect(
    page.getByText("Payments API is set to major outage."),
    "Enter runs the command once loading is done",
  ).toBeVisible();
  await page.keyboard.press("Control+k");
  await input.fill("payments set b");
  await expect(palette(page).getByRole("option", { selected: true })).toHaveText(
    /^Payments set back/,
  );
  await expect.poll(active).toMatch(/^Payments set back/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${at}/incidents/${oldest}`);
  await type(page, "zzzz");
  await expect(palette(page).getByRole("status")).toHaveText("Searching…");
  await expect(palette(page).getByRole("status")).toHaveText("No results");
  expect(await findViolations(page)).toEqual([]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("text typed before the palette has loaded is kept and triggers nothing on the page", async ({
  page,
}) => {
  const { at } = await signUpOwner(page);
  await page.route("**/_next/static/chunks/*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.fallback();
  });
  await open(page, at);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("incidentss", { delay: 20 });
  await page.keyboard.press("Backspace");
  await expect(palette(page).getByRole("combobox")).toHaveValue("incidents");
  await expect(page).toHaveURL(at);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("without a connection, commands and links keep the current screen", async ({
  page,
  context,
}) => {
  const { at } = await signUpOwner(page);
  await open(page, at);
  await page.keyboard.press("Control+k");
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press("Escape");
  // The code of toasts loads some seconds after the page, and can't load offline.
  await expect(
    page.locator("[data-sonner-toaster], section[aria-label*=Notifications]"),
  ).toHaveCount(1, { timeout: 20_000 });
  await context.setOffline(true);
  await expect(page.getByText(/^Offline since/)).toBeVisible();
  await page.getByRole("link", { name: "Deliveries", exact: true }).click();
  await expect(page.getByText("Can’t open “Deliveries”")).toBeVisible();
  await type(page, "templates");
  await expect(entry(page, "Templates")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Can’t open “Templates”")).toBeVisible();
  await expect(page).toHaveURL(at);
  await context.setOffline(false);
  await expect(page.getByText(/^Offline since/)).toHaveCount(0);
  await page.getByRole("link", { name: "Deliveries", exact: true }).click();
  await expect(page).toHaveURL(`${at}/deliveries`);
});

test("a viewer finds incidents and components, but no commands that change them", async ({
  page,
  browser,
  baseURL,
  database,
}) => {
  const { orgID, at, api } = await signUpOwner(page);
  await create(page, `${api}/components`, { name: "Checkout" });
  await create(page, `${api}/component-groups`, { name: "Checkouts" });
  await create(page, `${api}/incidents`, { title: "Checkout is slow", impact: "minor" });
  const viewer = await signUpMember(browser, baseURL, database, orgID, "viewer");
  await open(viewer, at);
  await type(viewer, "check");
  await expect(entry(viewer, /./)).toHaveText([/^Checkout is slow/, "Checkout"]);
  await viewer.close();
});

test("the palette has a group of commands for the incident, maintenance, component, or subscriber on screen", async ({
  page,
}) => {
  const { at, api } = await signUpOwner(page);
  const { id: component } = await create(page, `${api}/components`, { name: "API" });
  const { id: incident } = await create(page, `${api}/incidents`, {
    title: "Card payments fail",
    impact: "major",
  });
  const [scheduled_for, scheduled_until] = [48, 49].map((hours) =>
    new Date(Date.now() + hours * 60 * 60_000).toISOString(),
  );
  const { id: maintenance } = await create(page, `${api}/maintenances`, {
    title: "Database upgrade",
    scheduled_for,
    scheduled_until,
  });
  const { id: subscriber } = await create(page, `${api}/subscribers`, {
    channel: "webhook",
    address: "https://example.com/hook",
    skip_confirmation: true,
  });
  const getOfferedCommands = async () => {
    await page.keyboard.press("Control+k");
    await expect(palette(page).getByRole("group", { name: "On this screen" })).toBeVisible();
    return palette(page)
      .getByRole("group", { name: "On this screen" })
      .getByRole("option")
      .allTextContents();
  };
  await page.goto(`${at}/maintenances/${maintenance}`);
  await expect(page.getByRole("button", { name: "Start now" })).toBeVisible();
  expect((await getOfferedCommands()).map((each) => each.trim())).toEqual([
    "Start this maintenance now",
    "Reschedule this maintenance",
    "Update this maintenance",
    "Cancel this maintenance",
    "Delete this maintenance",
    "View this maintenance on the status page",
  ]);
  await page.keyboard.type("database upgrade");
  await expect(entry(page, /Database upgrade/)).toHaveText([
    /^Database upgrade/,
    "Start “Database upgrade” now",
    "Reschedule “Database upgrade”",
    "Update “Database upgrade”",
    "Cancel “Database upgrade”",
    "Delete “Database upgrade”",
  ]);
  await page.goto(`${at}/components/${component}`);
  await expect(page.getByRole("button", { name: "Remove" })).toBeVisible();
  expect((await getOfferedCommands()).map((each) => each.trim())).toEqual([
    "Edit this component",
    "Remove this component",
    "Set this component to degraded performance",
    "Set this component to partial outage",
    "Set this component to major outage",
  ]);
  await entry(page, "Set this component to partial outage").click();
  await expect(page.getByRole("main")).toContainText("Partial outage");
  await page.goto(`${at}/subscribers/${subscriber}`);
  await expect(page.getByRole("button", { name: "Send test" })).toBeVisible();
  expect((await getOfferedCommands()).map((each) => each.trim())).toEqual([
    "Edit this subscriber",
    "Rotate secret for this subscriber",
    "Remove this subscriber",
    "Send test message to this subscriber",
  ]);
  await entry(page, "Remove this subscriber").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove subscriber" }).click();
  await expect(page).toHaveURL(`${at}/subscribers`);
  await page.goto(`${at}/incidents/${incident}`);
  await expect(page.getByRole("button", { name: "Resolve" })).toBeVisible();
  expect((await getOfferedCommands()).map((each) => each.trim())).not.toContain(
    "Reopen this incident",
  );
  await page.keyboard.type("resolve");
  await page.keyboard.press("Enter");
  const resolving = page.getByRole("dialog", { name: "Resolve incident" });
  await resolving.getByRole("button", { name: /^Resolve/ }).click();
  await expect(resolving).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await expect(palette(page).getByRole("option", { name: "Reopen this incident" })).toBeVisible();
});

test(
  "every action in the palette opens an existing screen or dialog",
  { tag: "@matrix" },
  async ({ page, browser, baseURL, database }) => {
    test.slow();
    const { orgID, at, api } = await signUpOwner(page);
    await (await signUpMember(browser, baseURL, database, orgID, "owner")).close();
    for (const name of ["Checkout", "Website"]) await create(page, `${api}/components`, { name });
    await open(page, at);
    const dialogs = page.getByRole("dialog").or(page.getByRole("alertdialog"));
    for (const [, label, , path] of actions) {
      await page.keyboard.press("Control+k");
      await palette(page).getByRole("option", { name: label, exact: true }).click();
      await expect(page).toHaveURL((url) => url.pathname + url.search + url.hash === at + path);
      await expect(palette(page)).toHaveCount(0);
      const intent = new URL(path, "http://candor").searchParams.get("do");
      if (intent === "order")
        await expect(page.getByRole("button", { name: "Done" }), label).toBeVisible();
      else if (intent !== null) {
        await expect(dialogs, label).toBeVisible();
        // In a text area, the first Escape only moves the focus out of it.
        if ((await page.locator("textarea:focus").count()) > 0) await page.keyboard.press("Escape");
        await page.keyboard.press("Escape");
        await expect(dialogs, label).toHaveCount(0);
      }
      await expect(page.getByRole("heading", { level: 1 }), label).not.toHaveText(
        /Page not found|can’t be displayed/,
      );
    }
  },
);

test(
  "the palette moves and restores components, edits updates, deletes postmortems, and lowers roles",
  { tag: "@matrix" },
  async ({ page, database }) => {
    test.slow();
    const consoleErrors = collectConsoleErrors(page);
    const { orgID, at, api, person } = await signUpOwner(page);
    const [website, checkout, old] = [
      await create(page, `${api}/components`, { name: "Website" }),
      await create(page, `${api}/components`, { name: "Checkout" }),
      await create(page, `${api}/components`, { name: "Fax gateway" }),
    ];
    const { id: group } = await create(page, `${api}/component-groups`, { name: "Payments" });
    await page.request.patch(`${api}/components/${old.id}`, { data: { archived: true } });
    const { id: incident } = await create(page, `${api}/incidents`, {
      title: "Card payments fail",
      impact: "major",
      body: "We are looking into it.",
      status: "investigating",
    });
    await create(page, `${api}/incidents/${incident}/updates`, {
      body: "Our aquirer is down.",
      status: "identified",
    });
    const listed = async () =>
      (
        (await (await page.request.get(`${api}/components`)).json()) as {
          id: string;
          group_id: string | null;
        }[]
      ).map(({ id, group_id }) => `${id} ${group_id}`);
    const runCommand = async (query: string, label: string | RegExp) => {
      await type(page, query);
      await expect(entry(page, label)).toBeVisible();
      await entry(page, label).click();
    };
    await open(page, at);

    await runCommand("move checkout", "Move Checkout up");
    await expect(page.getByText("Checkout moved to position 1 of 2.")).toBeVisible();
    expect(await listed()).toEqual([`${checkout.id} null`, `${website.id} null`]);
    await runCommand("move checkout payments", "Move Checkout to group Payments");
    await expect(page.getByText("Checkout moved to position 1 of 1 in Payments.")).toBeVisible();
    expect(await listed()).toContain(`${checkout.id} ${group}`);
    await runCommand("out checkout", /^Move Checkout out of its group/);
    await expect.poll(listed).toContain(`${checkout.id} null`);
    await page.goto(`${at}/components/${old.id}`);
    await expect(page.getByRole("main")).toContainText("Hidden from the status page.");
    await expect(page.getByRole("button", { name: "Restore" })).toBeVisible();
    await runCommand("fax back", "Restore Fax gateway");
    await expect(page.getByText("Fax gateway was restored at the end of the list.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Restore" })).toHaveCount(0);
    expect(await listed()).toContain(`${old.id} null`);

    await page.goto(`${at}/incidents/${incident}`);
    await expect(page.getByRole("list", { name: "Updates" })).toContainText("Our aquirer is down.");
    await runCommand("edit aquirer", /^Edit update “Our aquirer is down.”/);
    await expect(
      page.getByRole("list", { name: "Updates" }).getByLabel("Message", { exact: true }),
    ).toBeFocused();
    await expect(page, "the query parameter is removed").toHaveURL(`${at}/incidents/${incident}`);
    await page
      .getByRole("list", { name: "Updates" })
      .getByLabel("Message", { exact: true })
      .fill("Our acquirer is down.");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("list", { name: "Updates" })).toContainText(
      "Our acquirer is down.",
    );
    await expect(
      page
        .getByRole("listitem")
        .filter({ hasText: "Our acquirer is down." })
        .getByRole("button", { name: "Edit this update" }),
      "the focus returns to the button",
    ).toBeFocused();

    const popup = page.waitForEvent("popup");
    await runCommand("this page", "View this incident on the status page");
    expect((await popup).url()).toContain(`/status/${orgID}/incidents/${incident}`);
    await (await popup).close();

    // Checks the console now, because background reads get 404 after the postmortem is deleted, and
    // 403 after the role is lowered.
    expect(consoleErrors).toEqual([]);

    await page.request.put(`${api}/incidents/${incident}/postmortem`, {
      data: { body: "A certificate had expired." },
    });
    await expect(page.getByRole("region", { name: "Postmortem" })).toContainText(
      "A certificate had expired.",
    );
    await runCommand("delete postmortem", "Delete the postmortem for this incident");
    const confirmation = page.getByRole("alertdialog");
    await expect(confirmation).toContainText("Delete postmortem?");
    await confirmation.getByRole("button", { name: "Cancel" }).click();
    await expect(
      page.getByRole("textbox", { name: "Postmortem" }),
      "canceling returns to the form",
    ).toHaveValue("A certificate had expired.");
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await confirmation.getByRole("button", { name: "Delete postmortem" }).click();
    await expect(page.getByText("Postmortem deleted.")).toBeVisible();
    await expect(confirmation).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Write a postmortem" })).toBeVisible();
    await expect(page).toHaveURL(`${at}/incidents/${incident}`);

    await type(page, "become");
    await expect(entry(page, /./), "the only owner cannot change their role").toHaveCount(0);
    await page.keyboard.press("Escape");
    const [me] = await database.query<{ id: string }>(
      "SELECT id FROM users WHERE email = ?",
      person.email,
    );
    await database.query("UPDATE memberships SET role = 'admin' WHERE user_id = ?", me!.id);
    await page.reload();
    await expect(page.getByRole("list", { name: "Updates" })).toContainText(
      "Our acquirer is down.",
    );
    await runCommand("become viewer", "Change my role to viewer");
    await expect(page).toHaveURL(`${at}/settings/team?do=become&of=viewer`);
    await confirmation.getByRole("button", { name: "Change role" }).click();
    await expect(page.getByText("Your role is now viewer.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Invite" })).toHaveCount(0);
  },
);

test(
  "the palette resends invitations, ends sessions, checks and removes the domain, and links to the logo",
  { tag: "@matrix" },
  async ({ page, browser, baseURL }) => {
    test.slow();
    const { orgID, at, api, person } = await signUpOwner(page);
    await create(page, `${api}/invitations`, { email: "ada@example.com", role: "editor" });
    await page.request.put(`${api}/domain`, { data: { host: `status.${orgID}.invalid` } });
    await page.request.put(`${api}/logo`, {
      headers: { "content-type": "image/png" },
      data: Buffer.from(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
        "base64",
      ),
    });
    const elsewhere = await browser.newPage({ baseURL: baseURL! });
    await elsewhere.request.post("/v1/auth/login", {
      data: { email: person.email, password: person.password },
    });
    const runCommand = async (query: string, label: string | RegExp) => {
      await type(page, query);
      await expect(entry(page, label)).toBeVisible();
      await entry(page, label).click();
    };
    const confirmation = page.getByRole("alertdialog");
    await open(page, at);

    await runCommand("ada again", /^Resend invitation to ada@example.com/);
    await expect(
      page.getByText("Invitation resent to ada@example.com. It expires in 7 days."),
    ).toBeVisible();

    await type(page, "check domain");
    await expect(entry(page, `Check domain status.${orgID}.invalid`)).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByText(/^Couldn’t (verify status\.|check the domain)/)).toBeVisible();
    await runCommand("remove domain", `Remove domain status.${orgID}.invalid`);
    await confirmation.getByRole("button", { name: "Remove domain" }).click();
    await expect(page.getByText("Domain removed.")).toBeVisible();
    await expect(confirmation).toHaveCount(0);
    await runCommand("remove logo", "Edit logo and colors");
    await expect(page.getByRole("button", { name: "Remove the logo", exact: true })).toBeVisible();

    expect((await elsewhere.request.get("/v1/me")).status()).toBe(200);
    await type(page, "end session");
    await expect(entry(page, /^End session: /)).toHaveCount(1);
    await entry(page, /^End session: /).click();
    await expect(page.getByText(/^Signed out of .*\.$/)).toBeVisible();
    expect((await elsewhere.request.get("/v1/me")).status()).toBe(401);
    await elsewhere.close();
  },
);

test("outside of organizations, the palette lists the user's organizations and their commands", async ({
  page,
}) => {
  const consoleErrors = collectConsoleErrors(page);
  const { at } = await signUpOwner(page);
  const other = createOrganizationId();
  await create(page, "/v1/organizations", { id: other, name: "Globex" });
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Organizations");
  await page.keyboard.press("Control+k");
  await expect(
    palette(page).getByRole("group", { name: "Organizations" }).getByRole("option"),
  ).toHaveText([/Acme Payments/, /Globex/]);
  await expect(
    palette(page).getByRole("group", { name: "Actions" }),
    "with two organizations, actions require a query",
  ).toHaveCount(0);
  await page.keyboard.type("report");
  await expect(entry(page, /^Report incident/)).toHaveCount(2);
  await page.keyboard.type(" globex");
  await expect(entry(page, /./)).toHaveText([/^Report incident/]);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/dashboard/${other}/incidents/new`);

  for (const from of ["/account", "/account/sessions", "/new-organization"]) {
    await page.goto(from);
    await page.getByRole("button", { name: "Search or run a command" }).click();
    await palette(page).getByRole("combobox").fill("acme team");
    await expect(entry(page, /^Team/), from).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${at}/settings/team`);
  }
  await page.goto("/account");
  // Keys have no effect before the page is hydrated.
  await expect(page.getByRole("button", { name: "Save name" })).toBeEnabled();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expect(
    page.getByRole("dialog", { name: "Keyboard shortcuts" }),
    "shortcuts outside of organizations do not include reporting",
  ).not.toContainText("Report incident");
  await page.keyboard.press("Escape");
  await type(page, "my sess");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/account/sessions");
  await type(page, "sign out");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/login");
  expect(consoleErrors).toEqual([]);
});
