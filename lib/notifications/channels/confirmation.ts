import { removeUrls } from "@/lib/names";
import { ATTEMPT_TIMEOUT_MS, type Channel, type Outcome } from "../channel";
import { discordNote } from "./discord";
import { deliver } from "./http-outcome";
import { slackNote } from "./slack";
import { teamsNote } from "./teams";

const notes = { slack: slackNote, discord: discordNote, teams: teamsNote };
export type ChatChannel = keyof typeof notes;

export const isChat = (channel: Channel): channel is ChatChannel => channel in notes;

/** `topics` are names of components and titles of incidents; none means everything. */
export type ChatConfirmation = {
  organization: { id: string; name: string };
  topics: string[];
  link: string;
};

/** Posts a link that confirms a change of a chat channel's subscription. */
export function sendConfirmation(
  channel: ChatChannel,
  url: string,
  { organization, topics, link }: ChatConfirmation,
  now: Date,
): Promise<Outcome> {
  const choice =
    topics.length === 0
      ? "everything"
      : topics.map((topic) => removeUrls(topic, "a component")).join(", ");
  const name = removeUrls(organization.name, organization.id);
  const text =
    `${name}: Someone asked to change the status updates for this channel to: ${choice}. ` +
    "Open the link to confirm. Didn't request this? Ignore this message.";
  return deliver(
    url,
    {
      body: JSON.stringify(notes[channel](text, link)),
      signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
      isSelfService: true,
    },
    now,
  );
}
