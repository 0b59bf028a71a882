import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";

export type Person = { name: string; email: string; password: string };

/** Somebody whom the server does not know yet. */
export const newcomer = (): Person => ({ name: "Grace Hopper", email: `${randomUUID()}@example.com`, password: "correct horse battery" });

/** Creates an account and signs the page's browser in. */
export async function signIn(page: Page): Promise<Person> {
  const person = newcomer();
  await create(page, "/v1/auth/register", person);
  return person;
}

/** Creates something over `/v1` as the person who is signed in on the page. */
export async function create(page: Page, path: string, data: object, expected = 201): Promise<{ id: string }> {
  const response = await page.request.post(path, { data });
  if (response.status() !== expected) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`);
  return response.json();
}

/** An organization's id that nobody holds. */
export const newHandle = (): string => `acme-${randomUUID().slice(0, 8)}`;

/** What the browser complains of from now on. */
export function complaints(page: Page): string[] {
  const lines: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") lines.push(message.text());
  });
  page.on("pageerror", (error) => lines.push(String(error)));
  return lines;
}
