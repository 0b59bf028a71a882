import { createInvitationLink } from "@/lib/links";
import { removeUrls } from "@/lib/names";
import { withArticle } from "@/lib/roles";
import type { EmailContent } from "../render";
import {
  ActionButton,
  FooterLine,
  EmailLayout,
  Paragraph,
  FallbackLink,
  EmailTitle,
} from "./layout";
import { formatTime } from "./time-format";

export type InvitationEmail = {
  organization: { id: string; name: string };
  inviter: string;
  role: string;
  token: string;
  expires_at: string;
};

const roleDescriptions: Record<string, string> = {
  viewer: "You can view everything.",
  editor: "You can create incidents, schedule maintenance, and manage components and subscribers.",
  admin: "You can do everything an editor can, and manage settings, members, and tokens.",
  owner: "You have full access, including deleting the organization.",
};

/** Invites a person to join an organization. */
export function buildInvitationEmail({
  organization,
  role,
  token,
  expires_at,
  ...names
}: InvitationEmail): EmailContent {
  const name = removeUrls(organization.name, organization.id);
  const inviter = removeUrls(names.inviter, "A member");
  const subject = `${inviter} invited you to ${name}`;
  const link = createInvitationLink(token);
  const body = (
    <EmailLayout
      title={subject}
      preview={`Join ${name} as ${withArticle(role)}.`}
      sender="Candor"
      tone="neutral"
      footer={<FooterLine>This invitation works only for this email address.</FooterLine>}
    >
      <EmailTitle>{`Join ${name}`}</EmailTitle>
      <Paragraph>
        <bdi>{inviter}</bdi>
        {" invited you to help run the status page of "}
        <bdi>{name}</bdi>
        {` as ${withArticle(role)}. ${roleDescriptions[role] ?? ""}`}
      </Paragraph>
      <ActionButton href={link}>Accept invitation</ActionButton>
      <FallbackLink href={link} />
      <div style={{ height: 16 }} />
      <Paragraph quiet>
        {`The link works once and expires on ${formatTime(expires_at)}. If ` +
          "you weren’t expecting this invitation, ignore this email."}
      </Paragraph>
    </EmailLayout>
  );
  return { subject, body };
}
