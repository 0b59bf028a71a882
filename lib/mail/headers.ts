import { domainToASCII } from "node:url";
import { env } from "@/lib/env";

const SUBJECT_MAX_LENGTH = 250;

/** Text for one line of a header: line breaks and other control characters become spaces, so nothing can follow it. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
}

/** The first `maximum` characters, with an ellipsis when there were more. Never half of a character. */
export function shorten(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  const characters = [...text];
  return characters.length <= maximum ? text : `${characters.slice(0, maximum - 1).join("").trimEnd()}…`;
}

export const subjectLine = (text: string): string => shorten(oneLine(text), SUBJECT_MAX_LENGTH);

/** One bare address and nothing else: no list, no name, no route, no line break. */
export const isAddress = (text: string): boolean => text.length <= 254 && /^[^\s<>()[\]\\,;:"@\p{C}]+@[^\s<>()[\]\\,;:"@\p{C}]+$/u.test(text);

/** The domain of `MAIL_FROM`, under which our message ids are unique. */
function domain(): string {
  return domainToASCII(/@([^@>]+)>?\s*$/.exec(env.MAIL_FROM)?.[1] ?? "") || "localhost";
}

const identifier = (id: string): string => `<${id.replace(/[^A-Za-z0-9._-]/g, "")}@${domain()}>`;

/** The Message-ID of the message with this id: the same on every attempt. */
export const messageIdOf = (id: string): string => identifier(id);
/** What all mails of one incident refer to, so that they are shown together. No mail has it. */
export const threadIdOf = (incidentId: string): string => identifier(`thread.${incidentId}`);
/** The List-Id (RFC 2919) of an organization's subscribers, without brackets. */
export const listIdOf = (organizationId: string): string => `${organizationId.toLowerCase()}.status.${domain()}`;
