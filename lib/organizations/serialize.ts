import { z } from "zod";
import { hostOrigin } from "@/lib/links";
import { handle, opaqueId, timestamp } from "@/lib/wire";
import type { Invitation, Member, Organization } from "./queries";
import { roles } from "@/lib/roles";
import { languages } from "./schema";

/** Organization on the wire (decisions "Organizations"); `role` is the caller's own. */
export const organizationWire = z
  .object({
    id: handle(),
    name: z.string().meta({ examples: ["Acme"] }),
    role: z.enum(roles),
    time_zone: z.string().meta({ examples: ["Europe/Berlin"] }),
    about: z.string().meta({ examples: ["Engines for everybody."] }),
    website_url: z.string().nullable().meta({ examples: ["https://acme.example/"] }),
    support_url: z.string().nullable().meta({ examples: ["https://acme.example/support"] }),
    accent_color: z.string().nullable().meta({ examples: ["#1a73e8"] }),
    languages: z.array(z.enum(languages)).meta({ examples: [["en", "de"]] }),
    indexed: z.boolean(),
    logo_url: z.string().nullable().meta({ examples: ["/status/acme/logo?v=kq3vYw0m7cQ1o8dN"] }),
    page_url: z.string().meta({ examples: ["/status/acme", "https://status.acme.example"] }),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({
    id: "Organization",
    description:
      "A tenant. The id is its public handle; role is the caller's own. The rest is how its public page looks: accent_color is null for the product's own, the first of languages is what a visitor reads who prefers none of them, indexed says whether search engines may list it. page_url is where it stands: at its own proven domain, else at a path of this installation.",
  });

export function serializeOrganization(organization: Organization): z.infer<typeof organizationWire> {
  const { id, logoHash, host } = organization;
  return {
    id,
    name: organization.name,
    role: organization.role,
    time_zone: organization.timeZone,
    about: organization.about,
    website_url: organization.websiteUrl,
    support_url: organization.supportUrl,
    accent_color: organization.accentColor,
    languages: [...organization.languages],
    indexed: organization.indexed,
    logo_url: logoHash === null ? null : `/status/${id}/logo?v=${logoHash}`,
    page_url: host === null ? `/status/${id}` : hostOrigin(host),
    created_at: organization.createdAt.toISOString(),
    updated_at: organization.updatedAt.toISOString(),
  };
}

/** Member on the wire. */
export const memberWire = z
  .object({ id: opaqueId(), name: z.string(), email: z.string(), role: z.enum(roles), joined_at: timestamp() })
  .meta({ id: "Member", description: "Somebody who belongs to the organization. The id is that of the user." });

export function serializeMember({ id, name, email, role, joinedAt }: Member): z.infer<typeof memberWire> {
  return { id, name, email, role, joined_at: joinedAt.toISOString() };
}

/** Invitation on the wire. Its token is in the mail alone, or in the link that its creation answers. */
export const invitationWire = z
  .object({
    id: opaqueId(),
    organization_id: handle(),
    email: z.string().nullable().meta({ examples: ["grace@example.com"] }),
    role: z.enum(roles),
    invited_by: opaqueId().nullable(),
    created_at: timestamp(),
    expires_at: timestamp(),
  })
  .meta({ id: "Invitation", description: "The offer of a place in an organization. email is whom it was mailed to, who alone may accept it; null when it is a link for whoever holds it." });

/** What creating an invitation answers. */
export const createdInvitationWire = invitationWire
  .extend({ link: z.url().optional() })
  .meta({ id: "CreatedInvitation", description: "An invitation just made. Without an address it carries its link, which is shown this once." });

export function serializeInvitation({ id, organizationId, email, role, invitedBy, createdAt, expiresAt }: Invitation): z.infer<typeof invitationWire> {
  return {
    id,
    organization_id: organizationId,
    email,
    role,
    invited_by: invitedBy,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
}

export function serializeCreatedInvitation({ invitation, link }: { invitation: Invitation; link: string | null }): z.infer<typeof createdInvitationWire> {
  return { ...serializeInvitation(invitation), ...(link !== null && { link }) };
}
