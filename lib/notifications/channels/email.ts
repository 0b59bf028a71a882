import {
  createOneClickUnsubscribeLink,
  readLinkToken,
  createUnsubscribePageLink,
} from "@/lib/links";
import { renderEventEmail } from "@/lib/email/event-emails";
import { formatListId, formatMessageId, formatThreadId } from "@/lib/email/headers";
import { deliverEmail } from "@/lib/email/transport";
import type { Send } from "../channel";

/** Kinds that begin a thread; all others answer it. */
const beginnings: ReadonlySet<string> = new Set([
  "incident.created",
  "maintenance.scheduled",
  "test",
]);

/**
 * Mails an event to one subscriber. All mails of an incident share a thread; every one can be
 * unsubscribed from by one
 * click of the mail program (RFC 8058) and by a link that leads to a page.
 */
export const sendEmail: Send = async (message, signal) => {
  try {
    return await send(message, signal);
  } catch (error) {
    return {
      ok: false,
      statusCode: null,
      error: `The email could not be rendered: ${(error as Error).name}`,
      response: "",
    };
  }
};

const send: Send = async ({ id, event, organization, subscriber }, signal) => {
  const token = readLinkToken(subscriber.links.unsubscribe);
  const mail = await renderEventEmail(
    { event, organization },
    { manage: subscriber.links.manage, unsubscribe: createUnsubscribePageLink(token) },
  );
  const thread = formatThreadId(event.payload.incident.id);
  return deliverEmail(
    {
      ...mail,
      to: subscriber.address,
      messageId: formatMessageId(id),
      headers: {
        References: thread,
        ...(!beginnings.has(event.kind) && { "In-Reply-To": thread }),
        Precedence: "bulk",
      },
      list: {
        id: formatListId(organization.id),
        name: organization.name,
        unsubscribe: createOneClickUnsubscribeLink(token),
      },
    },
    signal,
  );
};
