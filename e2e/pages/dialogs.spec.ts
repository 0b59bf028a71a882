import type { Page } from "@playwright/test";
import type { ApiClient } from "../support/api";
import { expect, test } from "../support/fixtures";
import { addMember, type DirectDatabase } from "../support/test-database";
import { colorRules, findViolations } from "./axe";
import { create } from "./people";
import { makeScreens, waitUntilLoaded } from "./screens";

type People = { bob: ApiClient; database: DirectDatabase };

/** Creates an organization with two owners, and an object for each dialog. */
async function createObjects(page: Page, { bob, database }: People) {
  const { at, api, incident, maintenance, screens } = await makeScreens(page);
  const userID = bob.user!.id as string;
  await addMember(database, at.split("/").pop()!, userID, "owner");
  const group = await create(page, `${api}/component-groups`, { name: "Europe" });
  const webhook = await create(page, `${api}/subscribers`, {
    channel: "webhook",
    address: "https://example.com/hook",
  });
  const invitation = await create(page, `${api}/invitations`, { role: "viewer" });
  const token = await create(page, `${api}/tokens`, { name: "Backup", role: "editor" });
  const templates = await page.request.get(`${api}/templates`);
  const [template] = (await templates.json()) as { id: string }[];
  await page.request.put(`${incident.replace(at, api)}/postmortem`, {
    data: { body: "A disk was full." },
  });
  const component = screens
    .find((path) => path.includes("/components/"))!
    .split("/")
    .pop()!;
  const post = (path: string, data: object) =>
    page.request.post(path.replace(at, api), { data: { notify: false, ...data } });
  return {
    ...{ at, incident, maintenance, component, group: group.id, webhook: webhook.id },
    ...{ invitation: invitation.id, token: token.id, template: template!.id, userID, post },
  };
}

/** Returns groups of paths that open a dialog. Call `prepare` before you open a group's paths. */
async function listDialogs(page: Page, people: People) {
  const { at, incident, maintenance, post, ...ids } = await createObjects(page, people);
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
        ...eachOf(at, incident.split("/").pop()!, "update"),
        ...each(incident, "resolve", "correct", "delete", "delete-postmortem"),
        ...each(maintenance, "start", "cancel", "reschedule", "delete"),
        ...eachOf(`${at}/settings/templates`, ids.template, "edit", "delete"),
        ...each(`${at}/settings/templates`, "create"),
        ...each(`${at}/settings/team`, "invite"),
        ...eachOf(`${at}/settings/team`, ids.invitation, "revoke"),
        ...eachOf(`${at}/settings/team`, ids.userID, "remove"),
        ...each(`${at}/settings/tokens`, "create"),
        ...eachOf(`${at}/settings/tokens`, ids.token, "revoke"),
        ...each(`${at}/settings/danger`, "delete", "leave", "transfer"),
        "/account?do=delete",
        "/account/sessions?do=end-others",
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
const getDialog = (page: Page) => page.locator(DIALOG);

test("dialogs pass axe in light and dark, aren't animated with reduced motion, and fit at 200% zoom", async ({
  page,
  bob,
  database,
}) => {
  test.slow();
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const violations: object[] = [];
  for (const { prepare, paths } of await listDialogs(page, { bob, database })) {
    await prepare();
    for (const path of paths) {
      await page.goto(path);
      await expect(getDialog(page), path).toBeVisible();
      await waitUntilLoaded(page);
      expect(await page.evaluate(() => document.getAnimations().length), path).toBe(0);
      for (const [colorScheme, rules] of [
        ["light", undefined],
        ["dark", colorRules],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        const found = await findViolations(page, { part: DIALOG, ...(rules && { rules }) });
        violations.push(...found.map((violation) => ({ path, colorScheme, ...violation })));
      }
      await page.emulateMedia({ colorScheme: "light" });
      await expectFitsZoomed(page, path);
    }
  }
  expect(violations).toEqual([]);
});

/** Checks a dialog in the viewport of a desktop at 200% zoom. */
async function expectFitsZoomed(page: Page, path: string): Promise<void> {
  const before = page.viewportSize()!;
  await page.setViewportSize({ width: 640, height: 400 });
  const dialog = getDialog(page);
  const overflow = await dialog.evaluate((element) =>
    [document.documentElement, element].map(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    ),
  );
  expect(Math.max(...overflow), path).toBeLessThanOrEqual(0);
  for (const button of await dialog.getByRole("button", { disabled: false }).all())
    if (await button.isVisible()) await button.click({ trial: true });
  await page.setViewportSize(before);
}

test("in right-to-left layout, screens and dialogs do not scroll sideways, and primary actions are usable", async ({
  page,
}) => {
  test.slow();
  await page.addInitScript(() =>
    new MutationObserver(() => (document.documentElement.dir = "rtl")).observe(document, {
      childList: true,
    }),
  );
  const { at, incident, maintenance, screens } = await makeScreens(page);
  let count = 0;
  for (const path of [
    ...screens,
    `${at}/components?do=add`,
    `${at}?do=update&of=${incident.split("/").pop()}`,
    `${maintenance}?do=reschedule`,
  ]) {
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
      const part = path.includes("?do=") ? getDialog(page) : page.locator("main");
      for (const action of await part.locator(":is(a, button).bg-accent:visible").all()) {
        await action.click({ trial: true });
        count++;
      }
    }
  }
  expect(count).toBeGreaterThan(20);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("by touch, components are filtered, selected, and changed together, and the change is undone", async ({
    page,
  }) => {
    const { at, api } = await makeScreens(page);
    for (const name of ["Europe", "Asia", "Africa"])
      await create(page, `${api}/components`, { name, status: "major_outage" });
    await page.goto(`${at}/components`);
    await page.getByRole("button", { name: "Filter" }).tap();
    await page.getByLabel("Status", { exact: true }).selectOption("Major outage");
    await expect(page.getByRole("main").getByRole("checkbox")).toHaveCount(3);
    await page.getByRole("checkbox", { name: "Select Europe" }).tap();
    await page.getByRole("checkbox", { name: "Select Asia" }).tap();
    await page.getByRole("button", { name: "Set status" }).tap();
    await page.getByRole("menuitem", { name: "Operational" }).tap();
    await expect(page.getByText("2 components set to “Operational”.")).toBeVisible();
    await expect(page.getByRole("main").getByRole("checkbox")).toHaveCount(1);
    await page.getByRole("button", { name: "Undo" }).tap();
    await expect(page.getByRole("main").getByRole("checkbox")).toHaveCount(3);
  });
});
