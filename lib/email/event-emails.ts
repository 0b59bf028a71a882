import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { createManageLink, createUnsubscribePageLink } from "@/lib/links";
import type { NotificationMessage } from "@/lib/notifications/channel";
import { renderEmail } from "./render";
import { type EventEmail, buildEventEmail } from "./templates/event";

const MAX_CACHED_EVENTS = 20;

type RenderedEvent = { subject: string; html: string; text: string };
type Links = { manage: string; unsubscribe: string };

/** A placeholder for a recipient's link. It is random, so no incident can contain it. */
const createPlaceholder = (name: string) =>
  `https://${name}.invalid/${randomBytes(16).toString("hex")}`;
const placeholders: Links = {
  manage: createPlaceholder("manage"),
  unsubscribe: createPlaceholder("unsubscribe"),
};

/** An event may have 100,000 recipients, so it is rendered once and only the links are replaced. */
const renderedEvents = new LRUCache<string, Promise<RenderedEvent>>({ max: MAX_CACHED_EVENTS });

/** Renders the email of an event with the links of one recipient. */
export async function renderEventEmail(
  { event, organization }: Pick<NotificationMessage, "event" | "organization">,
  links: Links,
): Promise<RenderedEvent> {
  let rendering = renderedEvents.get(event.id);
  if (rendering === undefined) {
    rendering = renderWithLinks({
      kind: event.kind,
      payload: event.payload,
      organization,
      links: placeholders,
    });
    renderedEvents.set(event.id, rendering);
    rendering.catch(() => renderedEvents.delete(event.id));
  }
  const { subject, html, text } = await rendering;
  return {
    subject,
    html: replacePlaceholders(html, links, escapeAttribute),
    text: replacePlaceholders(text, links, (url) => url),
  };
}

/** Renders an event email as a preview, with links that do not work. */
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

function replacePlaceholders(body: string, links: Links, escape: (url: string) => string): string {
  return body
    .replaceAll(placeholders.manage, () => escape(links.manage))
    .replaceAll(placeholders.unsubscribe, () => escape(links.unsubscribe));
}

const escapes: Record<string, string> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };
const escapeAttribute = (text: string): string =>
  text.replace(/[&"<>]/g, (character) => escapes[character]!);
