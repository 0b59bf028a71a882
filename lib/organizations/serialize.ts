import { z } from "zod";
import { getPagePath } from "@/lib/base-path";
import { env } from "@/lib/env";
import { getHostOrigin, getSubdomainHost } from "@/lib/links";
import {
  organizationId,
  nullableText,
  opaqueId,
  serializeRow,
  timestamp,
} from "@/lib/response-schemas";
import type { Invitation, ListedMember, Member, Organization } from "./queries";
import { getLagMs, type PublicationState } from "@/lib/publishing/publishing-jobs";
import { isRoleAtLeast, type Role, roles } from "@/lib/roles";
import { textFormats } from "@/lib/markdown/values";
import { translationsOutput } from "@/lib/translations/schema";
import { languages } from "./schema";
import { corners, fonts, type ImageKind } from "./values";

const pageLink = z
  .object({ label: z.string(), url: z.string() })
  .meta({ examples: [{ label: "Docs", url: "https://acme.example/docs" }] });

const imageUrl = (kind: ImageKind) => nullableText(`/status/acme/${kind}?v=kq3vYw0m7cQ1o8dN`);

export const organizationSchema = z
  .object({
    id: organizationId(),
    name: z.string().meta({ examples: ["Acme"] }),
    role: z.enum(roles),
    subdomain: nullableText("acme"),
    subdomain_suffix: nullableText("status.example.com"),
    subdomain_url: nullableText("https://acme.status.example.com"),
    time_zone: z.string().meta({ examples: ["Europe/Berlin"] }),
    about: z.string().meta({ examples: ["We build engines."] }),
    about_format: z.enum(textFormats),
    translations: translationsOutput("about"),
    website_url: nullableText("https://acme.example/"),
    support_url: nullableText("https://acme.example/support"),
    reply_to: nullableText("support@acme.example"),
    accent_color: nullableText("#1a73e8"),
    header_color: nullableText("#0b1f4b"),
    font: z.enum(fonts),
    corners: z.enum(corners),
    header_links: z.array(pageLink),
    footer_links: z.array(pageLink),
    footer_text: z.string().meta({ examples: ["© Acme"] }),
    powered_by: z.boolean(),
    languages: z.array(z.enum(languages)).meta({ examples: [["en", "de"]] }),
    indexed: z.boolean(),
    suspended_at: timestamp().nullable(),
    logo_url: imageUrl("logo"),
    logo_dark_url: imageUrl("logo_dark"),
    favicon_url: imageUrl("favicon"),
    cover_url: imageUrl("cover"),
    page_url: z.string().meta({ examples: ["/status/acme", "https://status.acme.example"] }),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  .meta({
    id: "Organization",
    description:
      "An organization with its own status page. `id` is its public ID; `role` is the role of " +
      "the caller. Replies to emails to subscribers go to `reply_to`. If `accent_color` is null, " +
      "the default color is used. If `header_color` is null, the header has no color. The first " +
      "of `languages` is the default language of the status page. If `indexed` is false, search " +
      "engines are asked not to index it. " +
      "If `suspended_at` is set, an administrator of the installation has suspended the organization: " +
      "it can't be changed and has no public page. `page_url` " +
      "is the URL of the status page on the verified custom domain, or a path on this installation.\n\n" +
      "`subdomain_url` is an additional URL of the page, at `{subdomain}.{subdomain_suffix}`. It " +
      "is null without a subdomain, or if this installation has no suffix (`STATUS_HOST_SUFFIX`).",
  });

export function serializeOrganization(
  organization: Organization,
): z.infer<typeof organizationSchema> {
  const { id, imageHashes, host, subdomain } = organization;
  const getImageUrlOf = (kind: ImageKind) =>
    imageHashes[kind] === undefined ? null : `${getPagePath(id)}/${kind}?v=${imageHashes[kind]}`;
  const subdomainHost = getSubdomainHost(subdomain);
  return serializeRow(organizationSchema, {
    ...organization,
    subdomainSuffix: env.STATUS_HOST_SUFFIX ?? null,
    subdomainUrl: subdomainHost && getHostOrigin(subdomainHost),
    headerLinks: [...organization.headerLinks],
    footerLinks: [...organization.footerLinks],
    languages: [...organization.languages],
    logoUrl: getImageUrlOf("logo"),
    logoDarkUrl: getImageUrlOf("logo_dark"),
    faviconUrl: getImageUrlOf("favicon"),
    coverUrl: getImageUrlOf("cover"),
    pageUrl: host === null ? getPagePath(id) : getHostOrigin(host),
  });
}

export const publicPageSchema = z
  .object({
    state: z.enum(["current", "failing"]),
    since: timestamp().nullable(),
    stores: z.array(
      z.object({
        name: z.string().meta({ examples: ["Local directory"] }),
        state: z.enum(["current", "publishing", "failing"]),
        lag_seconds: z.int().meta({ examples: [0] }),
        error: z.string().nullable(),
      }),
    ),
  })
  .meta({
    id: "PublicPage",
    description:
      "`since` is null if `state` is `current`. `lag_seconds` is the time since the oldest change " +
      "that may be missing in the store. Only admins and owners see an `error`.",
  });

export function serializePublicPage(
  publications: readonly PublicationState[],
  { role, now }: { role: Role; now: Date },
): z.infer<typeof publicPageSchema> {
  const failures = publications.flatMap(({ failingSince }) => failingSince?.getTime() ?? []);
  return {
    state: failures.length === 0 ? "current" : "failing",
    since: failures.length === 0 ? null : new Date(Math.min(...failures)).toISOString(),
    stores: publications.map(
      ({ store, wantedVersion, publishedVersion, failingSince, lastError }) => {
        const isPublished = publishedVersion >= wantedVersion;
        const lagMs = getLagMs(isPublished ? null : wantedVersion, failingSince, now.getTime());
        return {
          name: store,
          state: failingSince !== null ? "failing" : isPublished ? "current" : "publishing",
          lag_seconds: Math.round(lagMs / 1_000),
          error: isRoleAtLeast(role, "admin") ? lastError : null,
        };
      },
    ),
  };
}

export const pagePreviewSchema = z.object({ html: z.string() }).meta({ id: "PublicPagePreview" });

export const memberSchema = z
  .object({
    id: opaqueId(),
    name: z.string(),
    email: z.string(),
    role: z.enum(roles),
    joined_at: timestamp(),
  })
  .meta({
    id: "Member",
    description: "A user who belongs to the organization. `id` is the user ID.",
  });

export const serializeMember = (member: Member) => serializeRow(memberSchema, member);

export const listedMemberSchema = memberSchema
  .extend({ last_active_at: timestamp().nullable() })
  .meta({
    id: "ListedMember",
    description:
      "A member. `last_active_at` is the last use of a session, accurate to five minutes, or null " +
      "before the first one.",
  });

export const serializeListedMember = (member: ListedMember) =>
  serializeRow(listedMemberSchema, member);

/** Omits the token, which only the email or link contains. */
export const invitationSchema = z
  .object({
    id: opaqueId(),
    organization_id: organizationId(),
    email: nullableText("grace@example.com"),
    role: z.enum(roles),
    invited_by: opaqueId().nullable(),
    created_at: timestamp(),
    expires_at: timestamp(),
  })
  .meta({
    id: "Invitation",
    description:
      "An invitation to join an organization. `email` is the only address that can accept " +
      "it, or null for a link that anyone can use.",
  });

export const createdInvitationSchema = invitationSchema.extend({ link: z.url().optional() }).meta({
  id: "CreatedInvitation",
  description:
    "A new invitation. Without an email address it contains `link`, which is shown only once.",
});

export const serializeInvitation = (invitation: Invitation) =>
  serializeRow(invitationSchema, {
    ...invitation,
    invitedBy: invitation.viaToken ? null : invitation.invitedBy,
  });

export function serializeCreatedInvitation({
  invitation,
  link,
}: {
  invitation: Invitation;
  link: string | null;
}): z.infer<typeof createdInvitationSchema> {
  return { ...serializeInvitation(invitation), ...(link !== null && { link }) };
}
