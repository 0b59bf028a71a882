import {
  createOneClickUnsubscribeLink,
  readLinkToken,
  createUnsubscribePageLink,
} from "@/lib/links";
import { renderEventEmail } from "@/lib/email/event-emails";
import { formatListId, formatMessageId, formatThreadId } from "@/lib/email/headers";
import { deliverEmail } from "@/lib/email/transport";
import { failure, type Send } from "../channel";

/** Kinds that start a thread; all others reply to it. */
const beginnings: ReadonlySet<string> = new Set([
  "incident.created",
  "maintenance.scheduled",
  "test",
]);

/** Emails an event. All emails of an incident share a thread and have one-click unsubscribe. */
export const sendEmail: Send = async (message, signal) => {
  try {
    return await send(message, signal);
  } catch (error) {
    return failure(`The email could not be rendered: ${(error as Error).name}`);
  }
};

const send: Send = async ({ id, event, organization, subscriber }, signal) => {
  const token = readLinkToken(subscriber.links.unsubscribe);
  const email = await renderEventEmail(
    { event, organization },
    { manage: subscriber.links.manage, unsubscribe: createUnsubscribePageLink(token) },
  );
  const thread = formatThreadId(event.payload.incident.id);
  return deliverEmail(
    {
      ...email,
      to: subscriber.address,
      messageId: formatMessageId(id),
      senderName: `${organization.name} Status`,
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
