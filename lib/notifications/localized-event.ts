import { getLocalizedUrl } from "@/lib/email/email-organization";
import type { Language } from "@/lib/organizations/values";
import { localize } from "@/lib/translations/rules";
import type { NotificationMessage } from "./channel";

export type LocalizedEvent = Pick<NotificationMessage, "event" | "organization">;

/** Returns an event with the texts and links in a subscriber's language. */
export function localizeEvent({ event, organization }: LocalizedEvent, language: Language) {
  const url = getLocalizedUrl(organization, language);
  const translated = localize(event.payload, language, event.language);
  const { incident } = translated;
  const payload = {
    ...translated,
    incident: incident?.url
      ? { ...incident, url: incident.url.replace(organization.url, url) }
      : incident,
  };
  return { event: { ...event, language, payload }, organization: { ...organization, url } };
}
