import { invitationLink } from "@/lib/links";
import type { Draft } from "../render";
import { Action, FooterLine, Frame, Line, PlainLink, Title } from "./layout";
import { timeWords } from "./times";

export type InvitationMail = {
  organization: { id: string; name: string };
  /** The name of who invites. */
  inviter: string;
  /** viewer, editor, admin or owner. */
  role: string;
  token: string;
  /** ISO 8601. */
  expires_at: string;
};

const abilities: Record<string, string> = {
  viewer: "You can see everything.",
  editor: "You can report incidents, plan maintenance and look after components and subscribers.",
  admin: "You can do everything an editor can, and look after settings, members and tokens.",
  owner: "You can do everything.",
};

/** Invites somebody to run an organization's page. */
export function invitationMail({ organization, inviter, role, token, expires_at }: InvitationMail): Draft {
  const subject = `${inviter} invites you to ${organization.name}`;
  const link = invitationLink(token);
  const body = (
    <Frame
      title={subject}
      preview={`Join ${organization.name} as ${role}.`}
      sender="Candor"
      tone="neutral"
      footer={<FooterLine>The invitation is for this address alone.</FooterLine>}
    >
      <Title>{`Join ${organization.name}`}</Title>
      <Line>
        <bdi>{inviter}</bdi>
        {" invites you to run the status page of "}
        <bdi>{organization.name}</bdi>
        {` as ${role}. ${abilities[role] ?? ""}`}
      </Line>
      <Action href={link}>Accept the invitation</Action>
      <PlainLink href={link} />
      <div style={{ height: 16 }} />
      <Line quiet>{`The link works once, until ${timeWords(expires_at)}. If you expected no invitation, do nothing.`}</Line>
    </Frame>
  );
  return { subject, body };
}
