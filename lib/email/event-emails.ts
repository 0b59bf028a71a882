import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { createManageLink, createUnsubscribePageLink } from "@/lib/links";
import type { Message } from "@/lib/notifications/channel";
import { renderEmail } from "./render";
import { type EventEmail, buildEventEmail } from "./templates/event";

const MAX_CACHED_EVENTS = 20;

type RenderedEvent = { subject: string; html: string; text: string };
type Links = { manage: string; unsubscribe: string };

/**
 * What stands in a prepared mail where a recipient's links go. It cannot occur in an
 * incident: it is made anew by each process.
 */
const createPlaceholder = (name: string) =>
  `https://${name}.invalid/${randomBytes(16).toString("hex")}`;
const placeholders: Links = {
  manage: createPlaceholder("manage"),
  unsubscribe: createPlaceholder("unsubscribe"),
};

/** An event may go to 100,000 people: it is rendered once, and what differs is filled in. */
const renderedEvents = new LRUCache<string, Promise<RenderedEvent>>({ max: MAX_CACHED_EVENTS });

/** The mail of an event for the one recipient with these links (URLs of pages). */
export async function renderEventEmail(
  { event, organization }: Pick<Message, "event" | "organization">,
  links: Links,
): Promise<RenderedEvent> {
  let preparing = renderedEvents.get(event.id);
  if (preparing === undefined) {
    preparing = renderWithLinks({
      kind: event.kind,
      payload: event.payload,
      organization,
      links: placeholders,
    });
    renderedEvents.set(event.id, preparing);
    preparing.catch(() => renderedEvents.delete(event.id));
  }
  const { subject, html, text } = await preparing;
  return {
    subject,
    html: replacePlaceholders(html, links, escapeAttribute),
    text: replacePlaceholders(text, links, (url) => url),
  };
}

/** The mail of an event that is not to be sent, with links that lead nowhere. */
export const renderEventPreview = (event: Omit<EventEmail, "links">): Promise<RenderedEvent> =>
  renderWithLinks({
    ...event,
    links: {
      manage: createManageLink("preview"),
      unsubscribe: createUnsubscribePageLink("preview"),
    },
  });

async function renderWithLinks(event: EventEmail): Promise<RenderedEvent> {
  const { subject, body } = buildEventEmail(event);
  return { subject, ...(await renderEmail(body)) };
}

function replacePlaceholders(form: string, links: Links, write: (url: string) => string): string {
  return form
    .replaceAll(placeholders.manage, () => write(links.manage))
    .replaceAll(placeholders.unsubscribe, () => write(links.unsubscribe));
}

const escapes: Record<string, string> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };
const escapeAttribute = (text: string): string =>
  text.replace(/[&"<>]/g, (character) => escapes[character]!);
