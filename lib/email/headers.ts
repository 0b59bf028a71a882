import { domainToASCII } from "node:url";
import { env } from "@/lib/env";
import { toOneLine } from "@/lib/names";

const SUBJECT_MAX_LENGTH = 250;

/**
 * The first `maximum` characters, with an ellipsis when there were more. Never half of a character.
 */
export function truncate(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  const characters = [...text];
  return characters.length <= maximum
    ? text
    : `${characters
        .slice(0, maximum - 1)
        .join("")
        .trimEnd()}…`;
}

export const formatSubject = (text: string): string =>
  truncate(toOneLine(text), SUBJECT_MAX_LENGTH);

/** One bare address and nothing else: no list, no name, no route, no line break. */
export const isEmailAddress = (text: string): boolean =>
  text.length <= 254 && /^[^\s<>()[\]\\,;:"@\p{C}]+@[^\s<>()[\]\\,;:"@\p{C}]+$/u.test(text);

/** The domain of `MAIL_FROM`, under which our message ids are unique. */
function getSenderDomain(): string {
  return domainToASCII(/@([^\s@>]+)>?$/.exec(env.MAIL_FROM)?.[1] ?? "") || "localhost";
}

const formatIdentifier = (id: string): string =>
  `<${id.replace(/[^A-Za-z0-9._-]/g, "")}@${getSenderDomain()}>`;

/** The Message-ID of the message with this id: the same on every attempt. */
export const formatMessageId = (id: string): string => formatIdentifier(id);
/** What all mails of one incident refer to, so that they are shown together. No mail has it. */
export const formatThreadId = (incidentId: string): string =>
  formatIdentifier(`thread.${incidentId}`);
/** The List-Id (RFC 2919) of an organization's subscribers, without brackets. */
export const formatListId = (organizationId: string): string =>
  `${organizationId.toLowerCase()}.status.${getSenderDomain()}`;
