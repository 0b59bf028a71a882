import { type NamedComponent, joinNames } from "@/lib/components/rules";
import { getEmailTexts, type EmailTexts } from "@/lib/email/email-texts";
import { removeUrls } from "@/lib/names";
import type { Language } from "@/lib/organizations/values";
import { fillPhrase } from "@/lib/public/page/page-texts";
import type { ChatChannel, NotificationMessage, Outcome, Send } from "../channel";
import { discord } from "./discord";
import { postForVisitor, postToEndpoint, type ResponseRules } from "./http-outcome";
import { slack } from "./slack";
import { teams } from "./teams";

type ChatService = ResponseRules & {
  body: (message: NotificationMessage) => object;
  note: (text: string, link: string, texts: EmailTexts) => object;
};
const services: Record<ChatChannel, ChatService> = { slack, discord, teams };

export const sendToChat: Send = ({ subscriber, ...message }, signal) => {
  const service = services[subscriber.channel as ChatChannel];
  const { address, isSelfService } = subscriber;
  const text = JSON.stringify(service.body({ ...message, subscriber }));
  return postToEndpoint(address, { body: text, signal, isSelfService }, message.now, service);
};

/**
 * A subscription change that must be confirmed. `topics` has the component names and incident
 * titles; if it is empty, the subscription covers everything.
 */
export type ChatConfirmation = {
  organization: { id: string; name: string };
  topics: readonly NamedComponent[];
  componentUpdates: boolean;
  language: Language;
  link: string;
};

/**
 * Posts a link to a chat channel, with which the members of the channel can confirm a subscription
 * change.
 */
export function sendConfirmation(
  channel: ChatChannel,
  url: string,
  { organization, topics, componentUpdates, language, link }: ChatConfirmation,
  now: Date,
): Promise<Outcome> {
  const texts = getEmailTexts(language);
  const chosen =
    topics.length === 0
      ? texts.chatEverything
      : topics
          .map((names) => joinNames([names], (name) => removeUrls(name, texts.tableComponent)))
          .join(texts.comma);
  const choice = componentUpdates ? fillPhrase(texts.chatComponents, { choice: chosen }) : chosen;
  const name = removeUrls(organization.name, organization.id);
  const text = fillPhrase(texts.chatConfirm, { name, choice });
  const service = services[channel];
  return postForVisitor(
    url,
    { body: JSON.stringify(service.note(text, link, texts)) },
    now,
    service,
  );
}
