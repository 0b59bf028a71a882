import type { Locator, Page } from "@playwright/test";
import { create, signUpOwner } from "./people";

/**
 * Creates an organization with content. `screens` lists the paths of its screens and of the screens
 * outside organizations, such as /account. `text` converts the text that a user enters, such as a
 * title, to another language.
 */
export async function createScreens(
  page: Page,
  text = (english: string): string => english,
): Promise<{ at: string; api: string; incident: string; maintenance: string; screens: string[] }> {
  const { at, api } = await signUpOwner(page);
  const ids = [];
  for (const name of ["API", "Website", "Checkout", "Search", "Emails", "Webhooks"])
    ids.push((await create(page, `${api}/components`, { name: text(name) })).id);
  const subscriber = await create(page, `${api}/subscribers`, {
    channel: "email",
    address: "reader@example.com",
    skip_confirmation: true,
  });
  await create(page, `${api}/templates`, {
    kind: "incident",
    name: text("API errors"),
    title: text("API errors"),
    impact: "major",
    component_ids: [],
  });
  await create(page, `${api}/tokens`, { name: text("Monitor"), role: "viewer" });
  const incident = await create(page, `${api}/incidents`, {
    title: text("API errors"),
    impact: "major",
    component_ids: ids,
  });
  const [from, until] = [24, 25].map((hours) =>
    new Date(Date.now() + hours * 3_600_000).toISOString(),
  );
  const maintenance = await create(page, `${api}/maintenances`, {
    title: text("Database upgrade"),
    scheduled_for: from,
    scheduled_until: until,
    component_ids: ids,
  });
  const paths = [
    "",
    "/incidents",
    "/incidents/new",
    `/incidents/${incident.id}`,
    "/maintenances",
    "/maintenances?view=calendar",
    "/maintenances/new",
    `/maintenances/${maintenance.id}`,
    "/components",
    `/components/${ids[0]}`,
    "/subscribers",
    `/subscribers/${subscriber.id}`,
    "/deliveries",
    "/settings",
    "/settings/domain",
    "/settings/languages",
    "/settings/sharing",
    "/settings/team",
    "/settings/templates",
    "/settings/tokens",
    "/settings/audit-log",
    "/settings/danger",
    "/setup",
  ];
  return {
    at,
    api,
    incident: `${at}/incidents/${incident.id}`,
    maintenance: `${at}/maintenances/${maintenance.id}`,
    screens: [
      ...paths.map((path) => at + path),
      "/dashboard",
      "/new-organization",
      "/account",
      "/account/sessions",
    ],
  };
}

/** Chooses a component status from the menu that a badge opens. */
export async function chooseStatus(menu: Locator, status: string): Promise<void> {
  await menu.click();
  await menu.page().getByRole("menuitemradio", { name: status }).click();
}

export async function waitUntilLoaded(page: Page): Promise<void> {
  await page.locator("main h1").waitFor();
  await page.waitForFunction(() => document.querySelector(".animate-pulse") === null);
}
