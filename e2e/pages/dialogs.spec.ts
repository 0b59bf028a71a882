import type { Page } from "@playwright/test";
import type { ApiClient } from "../support/api";
import { expect, test } from "../support/fixtures";
import { addMember, type DirectDatabase } from "../support/test-database";
import { colorRules, findViolations } from "./axe";
import { findCovered } from "./interactions";
import { create, signUp } from "./people";
import { createScreens, waitUntilLoaded } from "./screens";

type DialogFixtures = { bob: ApiClient; database: DirectDatabase };

const readJson = async <Body = { id: string }>(page: Page, path: string): Promise<Body> =>
  (await page.request.get(path)).json() as Promise<Body>;

/** Creates an organization with two owners, and an object for each dialog. */
async function createObjects(page: Page, { bob, database }: DialogFixtures) {
  const { at, api, incident, maintenance, screens } = await createScreens(page);
  const orgID = at.split("/").pop()!;
  const userID = bob.user!.id as string;
  await addMember(database, orgID, userID, "owner");
  await database.query(
    "UPDATE users SET is_administrator = (1 = 1) WHERE id = ?",
    (await readJson(page, "/v1/me")).id,
  );
  const group = await create(page, `${api}/component-groups`, { name: "Europe" });
  const webhook = await create(page, `${api}/subscribers`, {
    channel: "webhook",
    address: "https://example.com/hook",
  });
  const quarantined = await create(page, `${api}/subscribers`, {
    channel: "webhook",
    address: "https://example.com/broken",
  });
  await database.query(
    "UPDATE subscribers SET state = 'quarantined', quarantined_at = created_at WHERE id = ?",
    quarantined.id,
  );
  const invitation = await create(page, `${api}/invitations`, { role: "viewer" });
  const token = await create(page, `${api}/tokens`, { name: "Backup", role: "editor" });
  const [template] = await readJson<{ id: string }[]>(page, `${api}/templates`);
  await page.request.put(`${incident.replace(at, api)}/postmortem`, {
    data: { body: "A disk was full." },
  });
  await page.request.put(`${api}/domain`, { data: { host: `status.${orgID}.invalid` } });
  const component = screens
    .find((path) => path.includes("/components/"))!
    .split("/")
    .pop()!;
  const post = (path: string, data: object) =>
    page.request.post(path.replace(at, api), { data: { notify: false, ...data } });
  return {
    ...{ at, api, orgID, incident, maintenance, component, group: group.id, webhook: webhook.id },
    ...{ quarantined: quarantined.id, invitation: invitation.id, token: token.id },
    ...{ template: template!.id, userID, post },
  };
}

/** Returns groups of paths that open a dialog. Call `prepare` before you open a group's paths. */
async function listDialogs(page: Page, fixtures: DialogFixtures) {
  const { at, orgID, incident, maintenance, post, ...ids } = await createObjects(page, fixtures);
  const each = (path: string, ...names: string[]) => names.map((name) => `${path}?do=${name}`);
  const eachOf = (path: string, id: string, ...names: string[]) =>
    each(path, ...names).map((url) => `${url}&of=${id}`);
  return [
    {
      prepare: async () => {},
      paths: [
        ...each(`${at}/components`, "add", "paste", "add-group", "archived"),
        ...eachOf(`${at}/components`, ids.component, "edit", "remove"),
        ...eachOf(`${at}/components`, ids.group, "edit-group", "delete-group"),
        ...each(`${at}/subscribers`, "add", "import", "export"),
        ...each(`${at}/subscribers/${ids.webhook}`, "edit", "rotate", "delete"),
        ...each(`${at}/subscribers/${ids.quarantined}`, "reactivate"),
        ...eachOf(at, incident.split("/").pop()!, "update"),
        ...each(incident, "resolve", "correct", "delete", "delete-postmortem"),
        ...each(maintenance, "start", "cancel", "reschedule", "delete"),
        ...eachOf(`${at}/settings/templates`, ids.template, "edit", "delete"),
        ...each(`${at}/settings/templates`, "create"),
        ...each(`${at}/settings/team`, "invite"),
        ...eachOf(`${at}/settings/team`, ids.invitation, "revoke"),
        ...eachOf(`${at}/settings/team`, ids.userID, "remove"),
        ...eachOf(`${at}/settings/team`, "editor", "become"),
        ...each(`${at}/settings/domain`, "remove-domain"),
        ...each(`${at}/settings/tokens`, "create"),
        ...eachOf(`${at}/settings/tokens`, ids.token, "revoke"),
        ...each(`${at}/settings/danger`, "delete", "leave", "transfer"),
        "/account?do=delete",
        "/account/sessions?do=end-others",
        ...["disable", "end-sessions"].map(
          (name) => `/admin/users?q=${fixtures.bob.user!.email}&do=${name}&of=${ids.userID}`,
        ),
        `/admin/organizations?q=${orgID}&do=suspend&of=${orgID}`,
      ],
    },
    {
      prepare: async () => {
        await post(`${incident}/resolve`, {});
        await post(`${maintenance}/updates`, { status: "in_progress" });
      },
      paths: [...each(incident, "reopen"), ...each(maintenance, "complete", "extend")],
    },
  ];
}

const DIALOG = "[role=dialog], [role=alertdialog]";
const getDialog = (page: Page) => page.locator(DIALOG).last();

/** Checks that the open dialog isn't animated, passes axe, and fits at 200% zoom in LTR and RTL. */
async function checkDialog(page: Page, name: string): Promise<void> {
  expect(await page.evaluate(() => document.getAnimations().length), name).toBe(0);
  for (const [colorScheme, rules] of [
    ["light", undefined],
    ["dark", colorRules],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    const violations = await findViolations(page, { part: DIALOG, ...(rules && { rules }) });
    expect.soft(violations, `${name}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
  for (const direction of ["ltr", "rtl"]) {
    await page.evaluate((dir) => (document.documentElement.dir = dir), direction);
    await expectFitsZoomed(page, `${name}, ${direction}`);
  }
}

/** Checks a dialog in the viewport of a desktop at 200% zoom. */
async function expectFitsZoomed(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()!;
  await page.setViewportSize({ width: 640, height: 400 });
  const dialog = getDialog(page);
  const overflow = await dialog.evaluate((element) =>
    [document.documentElement, element].map(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    ),
  );
  expect(Math.max(...overflow), name).toBeLessThanOrEqual(0);
  const buttons = dialog.locator("button:not(:disabled, [aria-disabled=true])");
  await expect.poll(() => findCovered(buttons), name).toEqual([]);
  await page.setViewportSize(before);
}

test(
  "dialogs with URLs pass axe, fit at 200% zoom and in right-to-left layout, and respect reduced motion",
  { tag: "@matrix" },
  async ({ page, bob, database }) => {
    test.slow();
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    for (const { prepare, paths } of await listDialogs(page, { bob, database })) {
      await prepare();
      for (const path of paths) {
        await page.goto(path);
        await expect(getDialog(page), path).toBeVisible();
        await waitUntilLoaded(page);
        await checkDialog(page, path);
      }
    }
  },
);

/** A screen, and an action that opens a dialog on it. */
type DialogOpener = { name: string; path: string; open: () => Promise<unknown> };

async function listOpeners(page: Page, fixtures: DialogFixtures): Promise<DialogOpener[]> {
  const { at, api, incident, maintenance, post } = await createObjects(page, fixtures);
  const main = page.getByRole("main");
  const press = (name: string | RegExp) => page.getByRole("button", { name }).first().click();
  const selectAnd = (path: string, ...actions: string[]) =>
    actions.map((action) => ({
      name: `${path}: ${action}`,
      path: at + path,
      open: async () => {
        await main.getByRole("checkbox").first().click();
        await page
          .getByRole("region", { name: "Selection" })
          .getByRole("button", { name: action })
          .click();
      },
    }));
  return [
    { name: "shortcuts", path: at, open: () => page.keyboard.press("?") },
    { name: "command palette", path: at, open: () => page.keyboard.press("ControlOrMeta+k") },
    {
      name: "complete maintenance",
      path: at,
      open: async () => {
        await post(`${maintenance}/updates`, { status: "in_progress" });
        await press("Complete…");
      },
    },
    ...selectAnd("/components", "Remove"),
    ...selectAnd("/subscribers", "Export", "Remove"),
    ...selectAnd("/deliveries?state=delivered", "Send again"),
    {
      name: "delete an update",
      path: incident,
      open: async () => {
        await post(`${incident}/updates`, { body: "A disk is full." });
        await press("Delete this update");
      },
    },
    ...[`${at}/incidents/new`, `${at}/maintenances/new`, incident].map((path) => ({
      name: `preview at ${path}`,
      path,
      open: async () => {
        await page.setViewportSize({ width: 390, height: 844 });
        await press("Preview");
      },
    })),
    ...[`${incident}?do=correct`, `${maintenance}?do=reschedule`].map((path) => ({
      name: `conflict at ${path}`,
      path,
      open: async () => {
        await page.getByLabel("Title").fill("Mine");
        const details = path.split("?")[0]!.replace(at, api);
        await page.request.patch(details, { data: { title: "Theirs" } });
        await getDialog(page).getByRole("button", { name: "Save" }).click();
        await expect(getDialog(page)).toContainText("Theirs");
      },
    })),
    {
      name: "confirm the password",
      path: `${at}/settings/tokens?do=create`,
      open: async () => {
        await fixtures.database.query(
          "UPDATE sessions SET password_at = '2020-01-01T00:00:00.000+00:00' WHERE user_id = ?",
          (await readJson(page, "/v1/me")).id,
        );
        await page.getByLabel("Name", { exact: true }).fill("Deployment");
        await page.getByRole("radio", { name: "Admin" }).check();
        await getDialog(page).getByRole("button", { name: "Create token" }).click();
        await expect(getDialog(page)).toHaveAccessibleName("Confirm your password");
      },
    },
    {
      name: "signed in as someone else",
      path: at,
      open: async () => {
        await signUp(page);
        const other = await page.context().newPage();
        await other.goto("/account");
        await expect(getDialog(page)).toBeVisible();
        await other.close();
      },
    },
    { name: "sign in again", path: "/account", open: () => page.request.post("/v1/auth/logout") },
  ];
}

test(
  "dialogs without URLs pass axe, fit at 200% zoom and in right-to-left layout, and respect reduced motion",
  { tag: "@matrix" },
  async ({ page, bob, database }) => {
    test.slow();
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    for (const { name, path, open } of await listOpeners(page, { bob, database })) {
      await page.setViewportSize({ width: 1280, height: 720 });
      await page.goto(path);
      await waitUntilLoaded(page);
      await open();
      await expect(getDialog(page), name).toBeVisible();
      await waitUntilLoaded(page);
      await checkDialog(page, name);
    }
  },
);

test(
  "in right-to-left layout, screens do not scroll sideways, and primary actions are usable",
  { tag: "@matrix" },
  async ({ page }) => {
    test.slow();
    await page.addInitScript(() =>
      new MutationObserver(() => (document.documentElement.dir = "rtl")).observe(document, {
        childList: true,
      }),
    );
    const { screens } = await createScreens(page);
    let count = 0;
    for (const path of screens) {
      await page.goto(path);
      await waitUntilLoaded(page);
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        expect(
          await page.evaluate(() => [
            document.documentElement.dir,
            document.documentElement.scrollWidth,
          ]),
          path,
        ).toEqual(["rtl", width]);
        const actions = page.locator("main :is(a, button).bg-accent:visible");
        await expect.poll(() => findCovered(actions), path).toEqual([]);
        count += await actions.count();
      }
    }
    expect(count).toBeGreaterThan(20);
  },
);
