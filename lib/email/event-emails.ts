import { randomBytes } from "node:crypto";
import { escapeHtml } from "@/lib/escape-html";
import { createManageLink, createUnsubscribePageLink } from "@/lib/links";
import { toPlainText } from "@/lib/markdown/rules";
import type { NotificationMessage } from "@/lib/notifications/channel";
import { renderEmail } from "./render";
import { type EventEmail, buildEventEmail } from "./templates/event-email";

/** Gmail clips emails over 102 KB. The lower limit leaves room for headers and links. */
const MAX_EMAIL_BYTES = 86_000;

type RenderedEvent = { subject: string; html: string; text: string };
type Links = { manage: string; unsubscribe: string };

/** Returns a random URL that does not occur in the text of an incident. */
const createPlaceholder = (name: string) =>
  `https://${name}.invalid/${randomBytes(16).toString("hex")}`;
const placeholders: Links = {
  manage: createPlaceholder("manage"),
  unsubscribe: createPlaceholder("unsubscribe"),
};

/**
 * Rendered emails by event. An event can have 100,000 recipients per language, whose emails differ
 * only in their links.
 */
const renderedEvents = new WeakMap<NotificationMessage["event"], Promise<RenderedEvent>>();

export async function renderEventEmail(
  { event, organization }: Pick<NotificationMessage, "event" | "organization">,
  links: Links,
): Promise<RenderedEvent> {
  let rendering = renderedEvents.get(event);
  if (rendering === undefined) {
    rendering = renderWithLinks({
      kind: event.kind,
      payload: event.payload,
      language: event.language,
      organization,
      links: placeholders,
    });
    renderedEvents.set(event, rendering);
    rendering.catch(() => renderedEvents.delete(event));
  }
  const { subject, html, text } = await rendering;
  return {
    subject,
    html: replacePlaceholders(html, links, escapeHtml),
    text: replacePlaceholders(text, links, (url) => url),
  };
}

export const renderEventPreview = (event: Omit<EventEmail, "links">): Promise<RenderedEvent> =>
  renderWithLinks({
    ...event,
    links: {
      manage: createManageLink("preview"),
      unsubscribe: createUnsubscribePageLink("preview"),
    },
  });

/** Renders an email. If it is too large, the newest update or the postmortem is truncated. */
async function renderWithLinks(event: EventEmail): Promise<RenderedEvent> {
  const { updates, postmortem } = event.payload;
  const message = postmortem ?? updates[0];
  let maxBodyLength = message === undefined ? 0 : toPlainText(message).length;
  for (;;) {
    const { subject, body } = buildEventEmail({ ...event, maxBodyLength });
    const rendered = { subject, ...(await renderEmail(body)) };
    const size = getEncodedSize(rendered.html) + getEncodedSize(rendered.text);
    if (size <= MAX_EMAIL_BYTES || maxBodyLength < 100) return rendered;
    maxBodyLength = Math.floor(maxBodyLength * Math.min(0.9, MAX_EMAIL_BYTES / size));
  }
}

/**
 * Estimates the encoded size in bytes. Like Nodemailer, assumes quoted-printable if the text has
 * more ASCII letters than non-ASCII characters, and base64 otherwise.
 */
function getEncodedSize(text: string): number {
  const bytes = Buffer.byteLength(text);
  const escaped = text.match(/[^\t\n -<>-~]/gu)?.join("") ?? "";
  const letters = text.match(/[A-Za-z]/g)?.length ?? 0;
  const isQuotedPrintable = letters > (text.match(/[\x80-\uffff]/g)?.length ?? 0);
  return isQuotedPrintable ? bytes * 1.03 + Buffer.byteLength(escaped) * 2 : bytes * 1.37;
}

function replacePlaceholders(body: string, links: Links, escape: (url: string) => string): string {
  return body
    .replaceAll(placeholders.manage, () => escape(links.manage))
    .replaceAll(placeholders.unsubscribe, () => escape(links.unsubscribe));
}
