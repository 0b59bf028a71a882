import { join } from "node:path";
import { env } from "@/lib/env";
import { baseUrl } from "@/lib/links";

/** Where mails are written when there is no `SMTP_URL`. */
export const mailDirectory = (): string => join(env.DATA_DIR, "mail");

/** Where mails go, in one line for the log of the start; without credentials. */
export function mailDestination(): string {
  if (env.SMTP_URL === undefined) return `Mails are written to ${mailDirectory()}, for SMTP_URL is not set.`;
  const url = URL.canParse(env.SMTP_URL) ? new URL(env.SMTP_URL) : null;
  const links = env.BASE_URL === undefined ? ` Their links lead to ${baseUrl()}, for BASE_URL is not set.` : "";
  return `Mails are sent by ${url === null ? "SMTP_URL" : `${url.protocol}//${url.host}`} as ${env.MAIL_FROM}.${links}`;
}
