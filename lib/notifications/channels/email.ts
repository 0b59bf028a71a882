import { oneClickUnsubscribeLink, tokenOf, unsubscribePageLink } from "@/lib/links";
import { renderEvent } from "@/lib/mail/event-mails";
import { listIdOf, messageIdOf, threadIdOf } from "@/lib/mail/headers";
import { sendMail } from "@/lib/mail/transport";
import type { Send } from "../channel";

/** Kinds that begin a thread; all others answer it. */
const beginnings: ReadonlySet<string> = new Set(["incident.created", "maintenance.scheduled", "test"]);

/**
 * Mails an event to one subscriber. All mails of an incident share a thread; every one can be unsubscribed from by one
 * click of the mail program (RFC 8058) and by a link that leads to a page.
 */
export const sendEmail: Send = async (message, signal) => {
  try {
    return await send(message, signal);
  } catch (error) {
    return { ok: false, statusCode: null, error: `The mail could not be made: ${(error as Error).name}`, response: "" };
  }
};

const send: Send = async ({ id, event, organization, subscriber }, signal) => {
  const token = tokenOf(subscriber.links.unsubscribe);
  const mail = await renderEvent({ event, organization }, { manage: subscriber.links.manage, unsubscribe: unsubscribePageLink(token) });
  const thread = threadIdOf(event.payload.incident.id);
  return sendMail(
    {
      ...mail,
      to: subscriber.address,
      messageId: messageIdOf(id),
      headers: { References: thread, ...(!beginnings.has(event.kind) && { "In-Reply-To": thread }), Precedence: "bulk" },
      list: { id: listIdOf(organization.id), name: organization.name, unsubscribe: oneClickUnsubscribeLink(token) },
    },
    signal,
  );
};
