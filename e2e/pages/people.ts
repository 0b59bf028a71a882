import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { addMember, type DirectDatabase } from "../support/test-database";
import type { Role } from "../../lib/roles";

export type Person = { name: string; email: string; password: string };

export const createPerson = (): Person => ({
  name: "Grace Hopper",
  email: `${randomUUID()}@example.com`,
  password: "correct horse battery",
});

export async function signIn(page: Page): Promise<Person> {
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

export const newHandle = (): string => `acme-${randomUUID().slice(0, 8)}`;

export type TestOrganization = { person: Person; handle: string; at: string; api: string };

export async function signUpOwner(page: Page, name = "Acme Payments"): Promise<TestOrganization> {
  const person = await signIn(page);
  const handle = newHandle();
  await create(page, "/v1/organizations", { id: handle, name });
  return { person, handle, at: `/dashboard/${handle}`, api: `/v1/organizations/${handle}` };
}

export async function signUpMember(
  browser: Browser,
  baseURL: string | undefined,
  database: DirectDatabase,
  handle: string,
  role: Role,
): Promise<Page> {
  const page = await browser.newPage({ baseURL: baseURL! });
  const { email } = await signIn(page);
  const [user] = await database.query<{ id: string }>(
    "SELECT id FROM users WHERE email = ?",
    email,
  );
  await addMember(database, handle, user!.id, role);
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
