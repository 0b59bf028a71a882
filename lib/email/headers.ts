import { domainToASCII } from "node:url";
import { env } from "@/lib/env";
import { toOneLine } from "@/lib/names";

const SUBJECT_MAX_LENGTH = 250;

/** Shortens a text to `maxLength` characters (code points), with an ellipsis. */
export function truncate(text: string, maxLength: number): string {
  const characters = text.length <= maxLength ? [] : [...text];
  if (characters.length <= maxLength) return text;
  const start = characters.slice(0, maxLength - 1).join("");
  return `${start.trimEnd()}…`;
}

export const formatSubject = (text: string): string =>
  truncate(toOneLine(text), SUBJECT_MAX_LENGTH);

/** Whether the text is a single bare address, without name, list or line break. */
export const isEmailAddress = (text: string): boolean =>
  text.length <= 254 && /^[^\s<>()[\]\\,;:"@\p{C}]+@[^\s<>()[\]\\,;:"@\p{C}]+$/u.test(text);

/** The address of `MAIL_FROM`, without a name. */
export const getSenderAddress = (): string =>
  /<([^<>]+)>\s*$/.exec(env.MAIL_FROM)?.[1] ?? env.MAIL_FROM.trim();

/** The domain of `MAIL_FROM`, which makes message IDs globally unique. */
function getSenderDomain(): string {
  return domainToASCII(/@([^\s@>]+)>?$/.exec(env.MAIL_FROM)?.[1] ?? "") || "localhost";
}

const formatIdentifier = (id: string): string =>
  `<${id.replace(/[^A-Za-z0-9._-]/g, "")}@${getSenderDomain()}>`;

/** The Message-ID of an email. It is the same on every attempt. */
export const formatMessageId = (id: string): string => formatIdentifier(id);
/**
 * The ID that all emails of an incident refer to, so that email programs show them as one thread.
 * No email has it as its Message-ID.
 */
export const formatThreadId = (incidentId: string): string =>
  formatIdentifier(`thread.${incidentId}`);
/** The List-Id (RFC 2919) of an organization's subscribers, without brackets. */
export const formatListId = (organizationId: string): string =>
  `${organizationId.toLowerCase()}.status.${getSenderDomain()}`;
