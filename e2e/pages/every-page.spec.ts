import type { Cookie, Page } from "@playwright/test";
import type { DirectDatabase } from "../support/test-database";
import { expect, test } from "../support/fixtures";
import { waitForLink } from "../support/mailbox";
import type { TestServer } from "../support/test-server";
import { setKnownTokens } from "../support/subscriptions";
import { colorRules, findViolations } from "./axe";
import { collectConsoleErrors, create, createPerson, signUp, signUpOwner } from "./people";

type Visit = (
  page: Page,
  fixtures: { server: TestServer; database: DirectDatabase },
) => Promise<void>;

const LONG_NAME = `${"Donaudampfschifffahrtsgesellschaft".repeat(3)} شركة الاتصالات المتحدة`;
const LONG_COMPONENTS = ["x".repeat(255), "خدمة الدفع", "API"];

function createOnce(make: (page: Page) => Promise<string>): (page: Page) => Promise<string> {
  let made: { orgID: string; cookies: Cookie[] } | undefined;
  return async (page) => {
    if (made === undefined)
      made = { orgID: await make(page), cookies: await page.context().cookies() };
    else await page.context().addCookies(made.cookies);
    return made.orgID;
  };
}

async function createFilledOrganization(page: Page): Promise<string> {
  const { orgID } = await signUpOwner(page, LONG_NAME);
  const long = await create(page, `/v1/organizations/${orgID}/components`, {
    name: "x".repeat(255),
    description: "y".repeat(500),
  });
  const arabic = await create(page, `/v1/organizations/${orgID}/components`, {
    name: "خدمة الدفع",
    description: "بوابة الدفع",
  });
  for (const impact of ["none", "minor", "major", "critical"]) {
    for (const status of ["investigating", "identified", "monitoring", "resolved"]) {
      const title = `${impact} ${status} ${"z".repeat(150)}`;
      await create(page, `/v1/organizations/${orgID}/incidents`, {
        title,
        impact,
        status,
        component_ids: [long.id, arabic.id],
      });
    }
  }
  for (const name of ["Website", "API", "Search"]) {
    const { id } = await create(page, `/v1/organizations/${orgID}/components`, { name });
    if (name !== "API")
      await create(page, `/v1/organizations/${orgID}/incidents`, {
        title: name,
        impact: name === "Search" ? "minor" : "major",
        component_ids: [id],
      });
  }
  return orgID;
}

const getFilledOrganization = createOnce(createFilledOrganization);

async function scheduleMaintenance(
  page: Page,
  orgID: string,
): Promise<{ id: string; month: string }> {
  const path = `/v1/organizations/${orgID}`;
  const components = (await page.request
    .get(`${path}/components`)
    .then((response) => response.json())) as { id: string }[];
  const [start, end] = [48, 50].map((hours) =>
    new Date(Date.now() + hours * 60 * 60_000).toISOString(),
  ) as [string, string];
  const { id } = await create(page, `${path}/maintenances`, {
    title: `${"z".repeat(150)} صيانة`,
    scheduled_for: start,
    scheduled_until: end,
    component_ids: components.map((component) => component.id),
  });
  return { id, month: start.slice(0, "YYYY-MM".length) };
}

async function invite(page: Page, { dataDir }: TestServer, email: string): Promise<string> {
  const { orgID } = await signUpOwner(page, LONG_NAME);
  await create(page, `/v1/organizations/${orgID}/invitations`, { email, role: "admin" });
  return waitForLink(dataDir, email, "/invitation");
}

async function inviteByLink(page: Page): Promise<string> {
  const { orgID } = await signUpOwner(page, LONG_NAME);
  const { link } = (await create(page, `/v1/organizations/${orgID}/invitations`, {
    role: "editor",
  })) as unknown as { link: string };
  const { pathname, search } = new URL(link);
  return pathname + search;
}

async function requestEmailChange(page: Page, { dataDir }: TestServer): Promise<string> {
  const { password } = await signUp(page);
  const email = `${"grace".repeat(5)}-${createPerson().email}`;
  expect((await page.request.post("/v1/me/email", { data: { email, password } })).status()).toBe(
    202,
  );
  return waitForLink(dataDir, email, "/confirm-email");
}

async function createDeliveries(page: Page): Promise<string> {
  const { orgID } = await signUpOwner(page, LONG_NAME);
  const { id } = await create(page, `/v1/organizations/${orgID}/components`, {
    name: LONG_COMPONENTS[0]!,
  });
  const subscribers = `/v1/organizations/${orgID}/subscribers`;
  await create(page, subscribers, {
    channel: "email",
    address: `${"grace".repeat(10)}-${createPerson().email}`,
    skip_confirmation: true,
    component_ids: [id],
  });
  await create(page, subscribers, { channel: "email", address: createPerson().email });
  await create(page, subscribers, {
    channel: "webhook",
    address: `https://example.com/${"path".repeat(100)}`,
  });
  await create(page, subscribers, {
    channel: "slack",
    address: "https://hooks.slack.com/services/T0/B0/abcdefgh",
  });
  await create(page, `/v1/organizations/${orgID}/incidents`, {
    title: `Slow ${"z".repeat(150)}`,
    impact: "minor",
    component_ids: [id],
  });
  return orgID;
}

async function subscribe(page: Page, database: DirectDatabase) {
  const address = `${"grace".repeat(10)}-${createPerson().email}`;
  const { orgID } = await signUpOwner(page, LONG_NAME);
  for (const name of LONG_COMPONENTS)
    await create(page, `/v1/organizations/${orgID}/components`, { name });
  await create(page, `/v1/organizations/${orgID}/subscribers`, {
    channel: "email",
    address,
    skip_confirmation: true,
  });
  await page.context().clearCookies();
  return setKnownTokens(database, orgID, address);
}

async function fillSettings(page: Page): Promise<string> {
  const { orgID } = await signUpOwner(page, LONG_NAME);
  const at = (path: string) => `/v1/organizations/${orgID}${path}`;
  const component_ids = [];
  for (const name of LONG_COMPONENTS)
    component_ids.push((await create(page, at("/components"), { name })).id);
  await create(page, at("/invitations"), {
    email: `${"grace".repeat(10)}-${createPerson().email}`,
    role: "viewer",
  });
  await create(page, at("/tokens"), { name: "x".repeat(255), role: "viewer" });
  await create(page, at("/templates"), {
    kind: "incident",
    name: "خدمة الدفع",
    title: "y".repeat(255),
    impact: "major",
    body: "z".repeat(300),
    component_ids,
  });
  return orgID;
}

const getSettingsOrganization = createOnce(fillSettings);

const settingsScreen =
  (path: string, shown: (page: Page) => Promise<void>): Visit =>
  async (page) => {
    await page.goto(`/dashboard/${await getSettingsOrganization(page)}${path}`);
    await shown(page);
  };
const showsText = (text: string) => async (page: Page) =>
  expect(page.getByText(text).first()).toBeVisible();

const pages = {
  landing: async (page) => void (await page.goto("/")),
  docs: async (page) => {
    await page.goto("/docs");
    await expect(page.getByText("Create an incident and notify subscribers")).toBeVisible({
      timeout: 30_000,
    });
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      320,
    );
    await page.setViewportSize({ width: 1280, height: 720 });
    // Keeps one collapsed operation per method, because axe takes half a minute for 100.
    await page.locator(".api-reference .opblock").evaluateAll((calls) => {
      const kept = new Set<string>();
      for (const call of calls) {
        if (kept.has(call.className)) call.remove();
        else kept.add(call.className);
      }
    });
  },
  login: async (page) => void (await page.goto("/login")),
  register: async (page) => void (await page.goto("/register")),
  "forgot password": async (page) => void (await page.goto("/forgot-password")),
  "password reset requested": async (page) => {
    await page.goto("/forgot-password");
    await page.getByLabel("Email").fill(`${"grace".repeat(20)}@example.com`.slice(-64 - 12));
    await page.getByRole("button", { name: "Send link" }).click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  },
  "reset password": async (page) => void (await page.goto("/reset-password?token=x")),
  "invitation without a session": async (page, { server }) => {
    const link = await invite(page, server, createPerson().email);
    await page.context().clearCookies();
    await page.goto(link);
    await expect(page.getByRole("link", { name: "Create an account" })).toBeVisible();
  },
  "invitation for the signed-in account": async (page, { server }) => {
    const person = createPerson();
    const link = await invite(page, server, person.email);
    await page.context().clearCookies();
    await create(page, "/v1/auth/register", person);
    await page.goto(link);
    await expect(page.getByRole("button", { name: "Accept invitation" })).toBeVisible();
  },
  "invitation for another account": async (page, { server }) => {
    await page.goto(await invite(page, server, createPerson().email));
    await expect(page.getByRole("button", { name: "Use another account" })).toBeVisible();
  },
  "invitation link without a session": async (page) => {
    await page.goto(await inviteByLink(page));
    await page.context().clearCookies();
    await page.reload();
    await expect(page.getByText("Sign in or create an account to accept")).toBeVisible();
  },
  "invitation link with a session": async (page) => {
    const link = await inviteByLink(page);
    await page.context().clearCookies();
    await signUp(page);
    await page.goto(link);
    await expect(page.getByRole("button", { name: "Accept invitation" })).toBeVisible();
  },
  "email address to confirm": async (page, { server }) => {
    await page.goto(await requestEmailChange(page, server));
    await expect(page.getByRole("button", { name: "Confirm email address" })).toBeVisible();
  },
  "email address confirmed": async (page, { server }) => {
    await page.goto(await requestEmailChange(page, server));
    await page.getByRole("button", { name: "Confirm email address" }).click();
    await expect(
      page.getByRole("heading", { name: "Your email address was changed" }),
    ).toBeVisible();
  },
  "invalid link to confirm an email address": async (page) =>
    void (await page.goto("/confirm-email?token=x")),
  "invalid invitation": async (page) => void (await page.goto("/invitation?token=x")),
  "subscription to confirm": async (page) =>
    void (await page.goto("/subscription/confirm?token=x")),
  subscription: async (page, { database }) => {
    const { manage } = await subscribe(page, database);
    await page.goto(`/subscription?token=${manage}`);
    await page.getByRole("radio", { name: "Selected components" }).check();
    await page.getByRole("checkbox", { name: "API" }).check();
  },
  "ended subscription": async (page, { database }) => {
    const { unsubscribe } = await subscribe(page, database);
    await page.goto(`/subscription/unsubscribe?token=${unsubscribe}`);
    await page.getByRole("button", { name: "Unsubscribe" }).click();
    await expect(page.getByRole("heading", { name: "You’re unsubscribed" })).toBeVisible();
  },
  "empty dashboard": async (page) => {
    await signUp(page);
    await page.goto("/dashboard");
    await expect(page.getByLabel("Name", { exact: true })).toBeVisible();
  },
  "dashboard with organizations": async (page) => {
    const orgID = await getFilledOrganization(page);
    await page.goto("/dashboard");
    await expect(page.getByText(orgID)).toBeVisible();
  },
  "command palette": async (page) => {
    await page.goto(`/dashboard/${await getFilledOrganization(page)}`);
    await page.getByRole("button", { name: "Search or run a command" }).first().click();
    await page.getByRole("dialog").getByRole("combobox").fill("خدمة الدفع major");
    await expect(
      page.getByRole("option").filter({ hasText: "Set خدمة الدفع" }).first(),
    ).toBeVisible();
  },
  "command palette outside of organizations": async (page) => {
    await getFilledOrganization(page);
    await page.goto("/dashboard");
    await page.getByRole("button", { name: "Search or run a command" }).click();
    await page.getByRole("dialog").getByRole("combobox").fill("e");
    await expect(page.getByRole("option", { name: /^Report incident/ })).toBeVisible();
  },
  "setup, components": settingsScreen("/setup?step=components", showsText("Skip for now")),
  "setup, next steps": settingsScreen("/setup?step=page", showsText("Next steps")),
  domain: settingsScreen("/settings/domain", showsText("Use this domain")),
  languages: settingsScreen("/settings/languages", showsText("Used for dates")),
  branding: settingsScreen("/settings", async (page) => {
    await page.getByLabel("Accent color as hex code").fill("#ff9900");
    await showsText("Too low for text")(page);
    // In a frame that has not loaded, axe logs an error.
    await expect(page.frameLocator("iframe").getByRole("banner")).toBeVisible();
  }),
  team: settingsScreen("/settings/team", showsText("Send again")),
  "new invitation": settingsScreen("/settings/team?do=invite", showsText("Link to share")),
  tokens: settingsScreen("/settings/tokens", showsText("never used")),
  "new token": settingsScreen("/settings/tokens?do=create", async (page) => {
    await page.getByLabel("Name", { exact: true }).fill("Monitor");
    await page.getByRole("dialog").getByRole("button", { name: "Create token" }).click();
    await showsText("You won’t be able to see it again")(page);
  }),
  templates: settingsScreen("/settings/templates", showsText("Initial status: investigating")),
  "template editor": settingsScreen("/settings/templates", async (page) => {
    await page.getByRole("button", { name: "Edit خدمة الدفع" }).click();
    await showsText("3 selected")(page);
  }),
  "audit log with an expanded entry": settingsScreen("/settings/audit-log", async (page) => {
    await page.getByRole("button", { name: /created template/ }).click();
    await showsText("Show all entries for this object")(page);
  }),
  "danger zone": settingsScreen("/settings/danger", showsText("You are the only owner")),
  account: async (page) => {
    await signUp(page);
    await page.goto("/account");
    await expect(page.getByRole("button", { name: "Delete my account" })).toBeVisible();
  },
  sessions: async (page) => {
    const { email, password } = await signUp(page);
    await create(page, "/v1/auth/login", { email, password }, 200);
    await page.goto("/account/sessions");
    await expect(page.getByRole("button", { name: "Sign out of other sessions" })).toBeVisible();
  },
  activity: async (page) => {
    const { email, password } = await signUp(page);
    await create(page, "/v1/auth/login", { email, password: "wrong password" }, 401).catch(
      () => undefined,
    );
    await create(page, "/v1/auth/login", { email, password }, 200);
    await page.goto("/account/activity");
    await expect(page.getByText("Failed sign-in")).toBeVisible();
  },
  "empty organization": async (page) => {
    const { orgID } = await signUpOwner(page);
    await page.goto(`/dashboard/${orgID}`);
    await expect(page.getByRole("heading", { name: "Set up your page" })).toBeVisible();
  },
  "organization with components and incidents": async (page) => {
    const orgID = await getFilledOrganization(page);
    await page.goto(`/dashboard/${orgID}`);
    await expect(
      page.getByRole("region", { name: "Public status" }).getByRole("listitem").first(),
    ).toBeVisible();
    await expect(page.getByRole("heading", { name: "Unresolved incidents (14)" })).toBeVisible();
  },
  "overview with an overdue update and the update panel": async (page) => {
    const orgID = await getFilledOrganization(page);
    await page.clock.setFixedTime(Date.now() + 45 * 60_000);
    await page.goto(`/dashboard/${orgID}`);
    const attention = page.getByRole("region", { name: "Needs attention" });
    await expect(attention.getByRole("listitem").first()).toContainText("No update for");
    await attention
      .getByRole("button", { name: /^Update “/ })
      .first()
      .click();
    await expect(
      page.getByRole("dialog", { name: /^Update “/ }).getByLabel("Message"),
    ).toBeVisible();
  },
  incidents: async (page) => {
    const orgID = await getFilledOrganization(page);
    await page.goto(`/dashboard/${orgID}/incidents`);
    await expect(page.getByRole("list", { name: "Incidents" }).getByRole("listitem")).toHaveCount(
      18,
    );
  },
  "share and embed": async (page) => {
    await page.goto(`/dashboard/${await getFilledOrganization(page)}/settings/sharing`);
    await expect(page.getByRole("img", { name: /^Current status badge of/ })).toBeVisible();
  },
  "new incident": async (page) => {
    const orgID = await getFilledOrganization(page);
    await page.goto(`/dashboard/${orgID}/incidents/new`);
    await page.getByLabel("Title").fill("z".repeat(150));
    await page.getByRole("radio", { name: "Critical" }).check({ force: true });
    for (const checkbox of await page.getByRole("checkbox").all()) await checkbox.check();
    await page.getByRole("button", { name: "Publish", exact: true }).click({ trial: true });
  },
  "incident with all actions": async (page) => {
    const orgID = await createFilledOrganization(page);
    const path = `/v1/organizations/${orgID}/incidents`;
    const [affected] = (await page.request
      .get(`/v1/organizations/${orgID}/components`)
      .then((response) => response.json())) as { id: string }[];
    const { id } = await create(page, path, {
      title: `${"z".repeat(150)} خدمة`,
      impact: "major",
      component_ids: [affected!.id],
      body: "y".repeat(300),
    });
    await create(page, `${path}/${id}/updates`, { status: "identified", body: "It was wrnog." });
    const [update] = (await page.request
      .get(`${path}/${id}/updates`)
      .then((response) => response.json())) as { id: string }[];
    await page.request.patch(`${path}/${id}/updates/${update!.id}`, {
      data: { body: "It was wrong." },
    });
    await page.goto(`/dashboard/${orgID}/incidents/${id}?do=postmortem`);
    await page.getByRole("textbox", { name: "Postmortem" }).fill("x".repeat(200));
    await page.getByText("Edited").click();
    await expect(page.getByText("It was wrnog.")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Post “/ })).toBeVisible();
  },
  components: async (page) => {
    const orgID = await createFilledOrganization(page);
    const path = `/v1/organizations/${orgID}`;
    const { id } = await create(page, `${path}/component-groups`, { name: LONG_NAME });
    for (const name of LONG_COMPONENTS)
      await create(page, `${path}/components`, { name, group_id: id, status: "partial_outage" });
    await page.goto(`/dashboard/${orgID}/components`);
    await expect(page.getByRole("main").getByRole("img", { name: /^Uptime of/ })).toHaveCount(8);
  },
  "component order": async (page) => {
    const orgID = await getFilledOrganization(page);
    await page.goto(`/dashboard/${orgID}/components?do=order`);
    await expect(
      page.getByRole("list", { name: "Component order" }).getByRole("listitem"),
    ).toHaveCount(5);
  },
  component: async (page) => {
    const orgID = await createFilledOrganization(page);
    const [affected] = (await page.request
      .get(`/v1/organizations/${orgID}/components`)
      .then((response) => response.json())) as { id: string }[];
    await scheduleMaintenance(page, orgID);
    await page.goto(`/dashboard/${orgID}/components/${affected!.id}`);
    await page.getByText("View as table").click();
    await expect(page.getByRole("table").getByRole("link").first()).toBeVisible();
    await page.getByRole("slider").focus();
  },
  maintenances: async (page) => {
    const orgID = await createFilledOrganization(page);
    const { month } = await scheduleMaintenance(page, orgID);
    await page.goto(`/dashboard/${orgID}/maintenances?view=calendar&month=${month}`);
    await expect(page.getByRole("table").getByRole("link").first()).toBeVisible();
  },
  "selected components": async (page) => {
    const orgID = await getFilledOrganization(page);
    await page.goto(`/dashboard/${orgID}/components`);
    await page.getByRole("checkbox").first().check();
    await showsText("component selected")(page);
  },
  "keyboard shortcuts": async (page) => {
    const orgID = await getFilledOrganization(page);
    await page.goto(`/dashboard/${orgID}/incidents`);
    await expect(page.getByRole("list", { name: "Incidents" })).toBeVisible();
    await page.keyboard.press("?");
    await showsText("Single-key shortcuts")(page);
  },
  "maintenance as a list": async (page) => {
    const orgID = await createFilledOrganization(page);
    await scheduleMaintenance(page, orgID);
    await page.goto(`/dashboard/${orgID}/maintenances`);
    await expect(page.getByRole("region", { name: "Scheduled" })).toBeVisible();
  },
  "new maintenance": async (page) => {
    const orgID = await getFilledOrganization(page);
    await page.goto(`/dashboard/${orgID}/maintenances/new`);
    await page.getByLabel("Title").fill("z".repeat(150));
    await page.getByLabel("Start", { exact: true }).fill("2030-03-31T02:30");
    await expect(page.getByText("Duration: 1 h.")).toBeVisible();
    await expect(page.getByRole("checkbox")).toHaveCount(5);
  },
  "maintenance with all actions": async (page) => {
    const orgID = await createFilledOrganization(page);
    const { id } = await scheduleMaintenance(page, orgID);
    await create(page, `/v1/organizations/${orgID}/maintenances/${id}/updates`, {
      status: "in_progress",
      body: "y".repeat(300),
    });
    await page.goto(`/dashboard/${orgID}/maintenances/${id}`);
    await expect(page.getByRole("button", { name: "Post “In progress”" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Timeline" }).getByRole("listitem")).toHaveCount(
      2,
    );
  },
  subscribers: async (page) => {
    const orgID = await createDeliveries(page);
    await page.goto(`/dashboard/${orgID}/subscribers`);
    await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(4);
  },
  "subscriber with an expanded delivery": async (page) => {
    const orgID = await createDeliveries(page);
    await page.goto(`/dashboard/${orgID}/subscribers?q=grace`);
    await page.getByRole("main").getByRole("listitem").getByRole("link").click();
    await page.getByRole("button", { name: /Incident reported/ }).click();
    await expect(page.getByRole("table", { name: "Attempts" })).toBeVisible();
  },
  deliveries: async (page) => {
    const orgID = await createDeliveries(page);
    await page.goto(`/dashboard/${orgID}/deliveries`);
    await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(3);
    await page
      .getByRole("button", { name: /Incident reported.*https/ })
      .first()
      .click();
  },
  "subscriber import": async (page) => {
    const orgID = await createDeliveries(page);
    await page.goto(`/dashboard/${orgID}/subscribers?do=import`);
    await page.getByLabel("CSV file").setInputFiles({
      name: "readers.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`address\nx\n${"y".repeat(300)}\nreader@example.com\n`),
    });
    await page.getByRole("button", { name: "Import" }).last().click();
    await expect(page.getByRole("dialog").getByRole("status")).toHaveText(
      "1 created, 0 updated, 0 skipped, 2 failed.",
    );
  },
} satisfies Record<string, Visit>;

/** Pages that `npm test` checks. `npm run test:faults` checks the others. */
const REPRESENTATIVE_PAGES = new Set<string>([
  "landing",
  "login",
  "subscription",
  "organization with components and incidents",
  "new incident",
  "incident with all actions",
  "components",
  "component",
  "maintenances",
  "subscriber with an expanded delivery",
  "branding",
] satisfies (keyof typeof pages)[]);

for (const [name, visit] of Object.entries<Visit>(pages)) {
  const tag = REPRESENTATIVE_PAGES.has(name) ? [] : "@matrix";
  const title = `${name}: passes axe in light and dark, logs no console errors, and fits 320 px`;
  test(title, { tag }, async ({ page, server, database }) => {
    const consoleErrors = collectConsoleErrors(page);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await visit(page, { server, database });
    expect(await findViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    expect(await findViolations(page, { rules: colorRules })).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      320,
    );
    expect(consoleErrors).toEqual([]);
  });
}

const errors: Record<string, Visit> = {
  register: async (page) => {
    await page.goto("/register");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByText("Name must not be empty.")).toBeVisible();
  },
  "forgot password": async (page) => {
    await page.goto("/forgot-password");
    await page.getByRole("button", { name: "Send link" }).click();
    await expect(page.getByText("Email must not be empty.")).toBeVisible();
  },
  "reset password": async (page) => {
    await page.goto("/reset-password?token=x");
    await page.getByLabel("New password").fill("battery staple");
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByRole("link", { name: "Request a new link" })).toBeVisible();
  },
  subscription: async (page, { database }) => {
    const { manage } = await subscribe(page, database);
    await page.goto(`/subscription?token=${manage}`);
    await page.getByRole("radio", { name: "Selected components" }).check();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Select at least one component.")).toBeVisible();
  },
  "conflicting update": async (page) => {
    const orgID = await createFilledOrganization(page);
    const path = `/v1/organizations/${orgID}/incidents`;
    const [affected] = (await page.request
      .get(`/v1/organizations/${orgID}/components`)
      .then((response) => response.json())) as { id: string }[];
    const { id } = await create(page, path, {
      title: "z".repeat(150),
      impact: "major",
      component_ids: [affected!.id],
    });
    await page.goto(`/dashboard/${orgID}/incidents/${id}`);
    await page.getByLabel("Message").fill("x".repeat(300));
    await page.getByRole("button", { name: /^Status of/ }).click();
    await page.getByRole("menuitemradio", { name: "Major outage" }).click();
    await create(page, `${path}/${id}/resolve`, { body: "خدمة الدفع ".repeat(20) }, 200);
    await page.getByRole("button", { name: /^Post/ }).click();
    await expect(page.getByRole("dialog", { name: "Another update was posted" })).toBeVisible();
  },
  "incident not found": async (page) => {
    await page.goto(`/dashboard/${await getFilledOrganization(page)}/incidents/nothing`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Incident not found");
  },
};

const REPRESENTATIVE_ERRORS = new Set(["conflicting update", "subscription"]);

for (const [name, visit] of Object.entries(errors)) {
  const tag = REPRESENTATIVE_ERRORS.has(name) ? [] : "@matrix";
  const title = `${name}: errors pass axe in light and dark, and fit 320 px`;
  test(title, { tag }, async ({ page, server, database }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await visit(page, { server, database });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      320,
    );
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    expect(await findViolations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    expect(await findViolations(page, { rules: colorRules })).toEqual([]);
  });
}
