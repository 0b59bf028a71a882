import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ParsedMail, simpleParser } from "mailparser";

const TIMEOUT_MS = 15_000;

/** Caches parsed emails by file path. The file of an email never changes. */
const parsed = new Map<string, Promise<ParsedMail>>();
function read(path: string): Promise<ParsedMail> {
  if (!parsed.has(path)) parsed.set(path, simpleParser(readFileSync(path)));
  return parsed.get(path)!;
}

/** Lists emails that a server without SMTP wrote to its data directory, oldest first. */
export async function listEmails(dataDir: string): Promise<ParsedMail[]> {
  const directory = join(dataDir, "mail");
  const names = readdirSync(directory).filter((name) => name.endsWith(".eml"));
  return Promise.all(names.toSorted().map((name) => read(join(directory, name))));
}

export const listRecipients = ({ to }: ParsedMail): string[] =>
  [to ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address ?? ""));

/** Waits for an email to `address` that links to `path`, if given. Returns the newest one. */
export async function waitForEmail(
  dataDir: string,
  address: string,
  path?: string,
): Promise<ParsedMail> {
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    const emails = await listEmails(dataDir).catch(() => []);
    const found = emails.findLast(
      (email) =>
        listRecipients(email).includes(address) &&
        (path === undefined || listLinks(email).some(({ pathname }) => pathname === path)),
    );
    if (found !== undefined) return found;
    if (Date.now() > end) {
      const content = path === undefined ? "" : ` with a link to ${path}`;
      throw new Error(`No email to ${address}${content} in ${TIMEOUT_MS} ms.`);
    }
    await sleep(50);
  }
}

const listLinks = (email: ParsedMail): URL[] =>
  (email.text?.match(/https?:\/\/\S+/g) ?? []).map((text) => new URL(text));

export function findLink(email: ParsedMail, path: string): URL {
  const found = listLinks(email).find(({ pathname }) => pathname === path);
  if (found === undefined) throw new Error(`The email has no link to ${path}.`);
  return found;
}

export async function waitForLink(dataDir: string, address: string, path: string): Promise<string> {
  const { pathname, search } = findLink(await waitForEmail(dataDir, address, path), path);
  return pathname + search;
}
