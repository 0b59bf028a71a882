import { createUnsubscribePageLink, readLinkToken } from "@/lib/links";
import { renderEventEmail } from "@/lib/email/event-emails";
import { formatListId, formatMessageId, formatThreadId } from "@/lib/email/headers";
import { getSender } from "@/lib/email/email-organization";
import { logRenderError } from "@/lib/email/render";
import { deliverEmail } from "@/lib/email/transport";
import { createFailedOutcome, type NotificationMessage, type Send } from "../channel";
import { isFirstEvent } from "../notification-event";

/**
 * Sends an event as an email with one-click unsubscribe (RFC 8058). All emails of an incident or
 * maintenance refer to the same thread ID, so that email clients group them.
 */
export const sendEmail: Send = async (message, signal) => {
  try {
    return await deliverEmail(await createEmail(message), signal);
  } catch (error) {
    return createFailedOutcome(logRenderError(error));
  }
};

async function createEmail({ id, event, organization, subscriber }: NotificationMessage) {
  const { manage, unsubscribe } = subscriber.links;
  const token = readLinkToken(unsubscribe);
  const email = await renderEventEmail(
    { event, organization },
    { manage, unsubscribe: createUnsubscribePageLink(token) },
  );
  const { incident } = event.payload;
  const thread = incident && formatThreadId(incident.id);
  return {
    ...email,
    to: subscriber.address,
    messageId: formatMessageId(id),
    ...getSender(organization),
    headers: {
      ...(thread !== null && { References: thread }),
      ...(thread !== null && !isFirstEvent(event.kind) && { "In-Reply-To": thread }),
      Precedence: "bulk",
    },
    list: { id: formatListId(organization.id), name: organization.name, unsubscribe },
  };
}
