import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { manageLink, unsubscribePageLink } from "@/lib/links";
import type { Message } from "@/lib/notifications/channel";
import { renderMail } from "./render";
import { type EventMail, eventMail } from "./templates/event";

const EVENTS_KEPT = 20;

type Prepared = { subject: string; html: string; text: string };
type Links = { manage: string; unsubscribe: string };

/** What stands in a prepared mail where a recipient's links go. Nobody can write it into an incident: it is made anew by each process. */
const gap = (name: string) => `https://${name}.invalid/${randomBytes(16).toString("hex")}`;
const gaps: Links = { manage: gap("manage"), unsubscribe: gap("unsubscribe") };

/** An event may go to 100,000 people: it is rendered once, and what differs is filled in. */
const prepared = new LRUCache<string, Promise<Prepared>>({ max: EVENTS_KEPT });

/** The mail of an event for the one recipient with these links (URLs of pages). */
export async function renderEvent({ event, organization }: Pick<Message, "event" | "organization">, links: Links): Promise<Prepared> {
  let preparing = prepared.get(event.id);
  if (preparing === undefined) {
    preparing = make({ kind: event.kind, payload: event.payload, organization, links: gaps });
    prepared.set(event.id, preparing);
    preparing.catch(() => prepared.delete(event.id));
  }
  const { subject, html, text } = await preparing;
  return { subject, html: fill(html, links, escapeAttribute), text: fill(text, links, (url) => url) };
}

/** The mail of an event that is not to be sent, with links that lead nowhere. */
export const previewMail = (event: Omit<EventMail, "links">): Promise<Prepared> => make({ ...event, links: { manage: manageLink("preview"), unsubscribe: unsubscribePageLink("preview") } });

async function make(event: EventMail): Promise<Prepared> {
  const { subject, body } = eventMail(event);
  return { subject, ...(await renderMail(body)) };
}

function fill(form: string, links: Links, write: (url: string) => string): string {
  return form.replaceAll(gaps.manage, () => write(links.manage)).replaceAll(gaps.unsubscribe, () => write(links.unsubscribe));
}

const escapes: Record<string, string> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };
const escapeAttribute = (text: string): string => text.replace(/[&"<>]/g, (character) => escapes[character]!);
