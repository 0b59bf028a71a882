import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ParsedMail, simpleParser } from "mailparser";

/** Caches parsed emails by file path. The file of an email never changes. */
const parsed = new Map<string, Promise<ParsedMail>>();
function read(path: string): Promise<ParsedMail> {
  if (!parsed.has(path)) parsed.set(path, simpleParser(readFileSync(path)));
  return parsed.get(path)!;
}

/** Lists emails that a server without SMTP wrote to its data directory, oldest first. */
export async function listEmails(dataDir: string): Promise<ParsedMail[]> {
  const directory = join(dataDir, "mail");
  const names = readdirSync(directory, { withFileTypes: true })
    .map(({ name }) => name)
    .filter((name) => name.endsWith(".eml"))
    .toSorted();
  return Promise.all(names.map((name) => read(join(directory, name))));
}

export const listRecipients = ({ to }: ParsedMail): string[] =>
  [to ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address ?? ""));

export async function waitForEmail(
  dataDir: string,
  address: string,
  timeoutMs = 10_000,
): Promise<ParsedMail> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const emails = await listEmails(dataDir).catch(() => []);
    const found = emails.findLast((email) => listRecipients(email).includes(address));
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`No email to ${address} in ${timeoutMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const listLinks = (email: ParsedMail): URL[] =>
  (email.text?.match(/https?:\/\/\S+/g) ?? []).map((text) => new URL(text));

export function findLink(email: ParsedMail, path: string): URL {
  const found = listLinks(email).find(({ pathname }) => pathname === path);
  if (found === undefined) throw new Error(`The email has no link to ${path}.`);
  return found;
}

export async function waitForLink(
  dataDir: string,
  address: string,
  path: string,
  timeoutMs = 15_000,
): Promise<string> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const emails = (await listEmails(dataDir).catch(() => [])).filter((email) =>
      listRecipients(email).includes(address),
    );
    for (const email of emails.toReversed()) {
      const link = listLinks(email).find(({ pathname }) => pathname === path);
      if (link !== undefined) return link.pathname + link.search;
    }
    if (Date.now() > end)
      throw new Error(`No email to ${address} with a link to ${path} in ${timeoutMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
