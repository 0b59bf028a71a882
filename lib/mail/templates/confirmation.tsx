import { confirmLink } from "@/lib/links";
import type { MailOrganization } from "../organization";
import type { Draft } from "../render";
import { A, Action, FooterLine, Frame, Line, PlainLink, Title } from "./layout";
import { timeWords } from "./times";

export type ConfirmationMail = {
  organization: MailOrganization;
  /** Names of the components and titles of the incidents that are wished for; empty: everything. */
  topics: string[];
  token: string;
  /** ISO 8601. */
  expires_at: string;
};

const TOPICS = 20;

/** Asks the owner of an address whether the subscription is wanted (double opt-in). */
export function confirmationMail({ organization, topics, token, expires_at }: ConfirmationMail): Draft {
  const subject = `Confirm your subscription to ${organization.name}`;
  const link = confirmLink(token);
  const shown = topics.slice(0, TOPICS);
  const body = (
    <Frame
      title={subject}
      preview="One click, and you hear of incidents and planned maintenance."
      sender={organization.name}
      tone="notice"
      footer={
        <FooterLine>
          <A href={organization.url}>Status page</A>
        </FooterLine>
      }
    >
      <Title>Confirm your subscription</Title>
      <Line>
        {"This address was entered to receive the status of "}
        <bdi>{organization.name}</bdi>
        {" by mail: incidents and planned maintenance."}
      </Line>
      {shown.length > 0 && (
        <Line>
          {"It is for: "}
          {shown.map((topic, index) => (
            <span key={topic}>
              {index > 0 && ", "}
              <bdi>{topic}</bdi>
            </span>
          ))}
          {topics.length > shown.length && ` and ${topics.length - shown.length} more`}
          {"."}
        </Line>
      )}
      <Action href={link}>Confirm subscription</Action>
      <PlainLink href={link} />
      <div style={{ height: 16 }} />
      <Line quiet>{`The link works until ${timeWords(expires_at)}.`}</Line>
      <Line quiet>If it was not you, do nothing: without the confirmation no further mail is sent.</Line>
    </Frame>
  );
  return { subject, body };
}
