import { domainToASCII } from "node:url";
import { env } from "@/lib/env";
import { toOneLine } from "@/lib/names";

const SUBJECT_MAX_LENGTH = 250;

export function truncate(text: string, maxLength: number): string {
  const characters = text.length <= maxLength ? [] : [...text];
  if (characters.length <= maxLength) return text;
  const start = characters.slice(0, maxLength - 1).join("");
  return `${start.trimEnd()}…`;
}

export const formatSubject = (text: string): string =>
  truncate(toOneLine(text), SUBJECT_MAX_LENGTH);

export const isEmailAddress = (text: string): boolean =>
  text.length <= 254 && /^[^\s<>()[\]\\,;:"@\p{C}]+@[^\s<>()[\]\\,;:"@\p{C}]+$/u.test(text);

export const getSenderAddress = (): string =>
  /<([^<>]+)>\s*$/.exec(env.MAIL_FROM)?.[1] ?? env.MAIL_FROM.trim();

function getSenderDomain(): string {
  return domainToASCII(/@([^\s@>]+)>?$/.exec(env.MAIL_FROM)?.[1] ?? "") || "localhost";
}

const formatIdentifier = (id: string): string =>
  `<${id.replace(/[^A-Za-z0-9._-]/g, "")}@${getSenderDomain()}>`;

/** Formats the `Message-ID` of an email. It is the same on each attempt. */
export const formatMessageId = (id: string): string => formatIdentifier(id);
/**
 * Formats the ID that all emails of an incident or maintenance refer to, so that they form
 * a thread.
 */
export const formatThreadId = (id: string): string => formatIdentifier(`thread.${id}`);
/** Formats the `List-Id` (RFC 2919), without angle brackets. */
export const formatListId = (organizationId: string): string =>
  `${organizationId.toLowerCase()}.status.${getSenderDomain()}`;
