import { createInvitationLink } from "@/lib/links";
import { removeUrls } from "@/lib/names";
import { withArticle } from "@/lib/roles";
import type { EmailContent } from "../render";
import { buildActionEmail } from "./action-email";
import { Paragraph } from "./email-layout";
import { formatLongTime } from "./time-format";

type InvitationEmail = {
  organization: { id: string; name: string };
  inviter: string;
  role: string;
  token: string;
  expires_at: string;
};

const roleDescriptions: Record<string, string> = {
  viewer: "You have view-only access.",
  editor: "You can create incidents, schedule maintenance, and manage components and subscribers.",
  admin: "You can do everything an editor can, and manage settings, members, and API tokens.",
  owner: "You have full access, including deleting the organization.",
};

export function buildInvitationEmail({
  organization,
  role,
  token,
  expires_at,
  ...names
}: InvitationEmail): EmailContent {
  const name = removeUrls(organization.name, organization.id);
  const inviter = removeUrls(names.inviter, "A member");
  return buildActionEmail({
    subject: `${inviter} invited you to ${name}`,
    title: `Join ${name}`,
    preview: `Join ${name} as ${withArticle(role)}.`,
    content: (
      <Paragraph>
        <bdi>{inviter}</bdi>
        {" invited you to help run the status page of "}
        <bdi>{name}</bdi>
        {` as ${withArticle(role)}. ${roleDescriptions[role] ?? ""}`}
      </Paragraph>
    ),
    action: { href: createInvitationLink(token), label: "Accept invitation" },
    notes: [
      `The link works once and expires on ${formatLongTime(expires_at)}. If ` +
        "you weren’t expecting this invitation, ignore this email.",
    ],
    footer: "This invitation works only for this email address.",
  });
}
