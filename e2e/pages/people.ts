import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { addMember, type DirectDatabase } from "../support/test-database";
import type { Role } from "../../lib/roles";
import { createOrganizationId } from "../support/organization-id";

export type Person = { name: string; email: string; password: string };

export const createPerson = (): Person => ({
  name: "Grace Hopper",
  email: `${randomUUID()}@example.com`,
  password: "correct horse battery",
});

export async function signUp(page: Page): Promise<Person> {
  const person = createPerson();
  await create(page, "/v1/auth/register", person);
  return person;
}

export async function create(
  page: Page,
  path: string,
  data: object,
  expected = 201,
): Promise<{ id: string }> {
  const response = await page.request.post(path, { data });
  if (response.status() !== expected)
    throw new Error(`${path} returned ${response.status()}: ${await response.text()}`);
  return response.json();
}

export type TestOrganization = { person: Person; orgID: string; at: string; api: string };

export async function signUpOwner(page: Page, name = "Acme Payments"): Promise<TestOrganization> {
  const person = await signUp(page);
  const orgID = createOrganizationId();
  await create(page, "/v1/organizations", { id: orgID, name });
  return { person, orgID, at: `/dashboard/${orgID}`, api: `/v1/organizations/${orgID}` };
}

export async function signUpMember(
  browser: Browser,
  baseURL: string | undefined,
  database: DirectDatabase,
  orgID: string,
  role: Role,
): Promise<Page> {
  const page = await browser.newPage({ baseURL: baseURL! });
  const { email } = await signUp(page);
  const [user] = await database.query<{ id: string }>(
    "SELECT id FROM users WHERE email = ?",
    email,
  );
  await addMember(database, orgID, user!.id, role);
  return page;
}

export function collectConsoleErrors(page: Page): string[] {
  const lines: string[] = [];
  page.on("console", (message) => {
    // The sandbox of previews blocks Playwright's own scripts.
    if (/^Blocked script execution in 'about:srcdoc'/.test(message.text())) return;
    if (message.type() === "error" || message.type() === "warning")
      lines.push(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => lines.push(String(error)));
  return lines;
}
