import { z } from "zod";
import { idPage } from "@/lib/cursor";
import { limits } from "@/lib/limits";
import { defineOperations } from "@/lib/operation";
import { imageTypes } from "./image-validation";
import {
  acceptance,
  memberChange,
  memberPage,
  type NewInvitation,
  newInvitation,
  newOrganization,
  organizationChange,
  pagePreviewRequest,
  transfer,
} from "./schema";
import {
  createdInvitationSchema,
  invitationSchema,
  listedMemberSchema,
  memberSchema,
  organizationSchema,
  pagePreviewSchema,
  publicPageSchema,
} from "./serialize";

export const organizationOperations = {
  ...defineOperations("Organizations", {
    listOrganizations: {
      endpoint: "GET /v1/organizations",
      summary: "List your organizations",
      access: "session",
      response: { status: 200, schema: z.array(organizationSchema) },
    },
    createOrganization: {
      endpoint: "POST /v1/organizations",
      summary: "Create an organization",
      description: "The lowercase ID becomes the `subdomain` if it is valid and available.",
      access: "session",
      body: newOrganization,
      supportsIdempotencyKey: true,
      errors: ["conflict"],
      response: { status: 201, schema: organizationSchema },
    },
    getOrganization: {
      endpoint: "GET /v1/organizations/{orgID}",
      summary: "Get an organization and your role in it",
      access: "viewer",
      response: { status: 200, schema: organizationSchema },
    },
    getPublicPage: {
      endpoint: "GET /v1/organizations/{orgID}/public-page",
      summary: "Get the publishing status of the status page",
      description:
        "`failing` means that publishing to at least one store has failed since `since`; visitors " +
        "may see an earlier version. `stores` are the directories and " +
        "buckets that the page is published to.",
      access: "viewer",
      response: { status: 200, schema: publicPageSchema },
    },
    previewPublicPage: {
      endpoint: "POST /v1/organizations/{orgID}/public-page/preview",
      summary: "Preview the status page with changed settings",
      description:
        "Validates the same fields as editing the settings, but saves nothing. `html` is the " +
        "document that visitors would get. For each of `new_images`, it contains the URL " +
        "`/status/{orgID}/{imageKind}?v=new`.",
      access: "admin",
      body: pagePreviewRequest,
      response: { status: 200, schema: pagePreviewSchema },
    },
    changeOrganization: {
      endpoint: "PATCH /v1/organizations/{orgID}",
      summary: "Edit organization settings",
      description:
        "Fields that you omit keep their value. `time_zone` is an IANA time zone name, " +
        "case-insensitive; the response has its canonical form. It is used for dates on the " +
        "status page and for daily uptime.\n\n" +
        "`languages` lists the languages of the status page. The first is the default, used for text " +
        "without a translation. The default can be changed only while there are no translations. " +
        "`accent_color` is `#rrggbb`, or null for the default color. With `indexed: false`, " +
        "search engines are asked not to index the page. `header_color`, `font`, `corners`, " +
        "`header_links`, `footer_links`, `footer_text`, and `powered_by` set the branding of the page.\n\n" +
        "`subdomain` is a DNS label of at most 63 characters, and unique: 409 means that another " +
        "organization has it. Null removes the subdomain.",
      access: "admin",
      body: organizationChange,
      supportsIfMatch: true,
      errors: ["conflict"],
      response: { status: 200, schema: organizationSchema, hasETag: true },
    },
    deleteOrganization: {
      endpoint: "DELETE /v1/organizations/{orgID}",
      summary: "Delete the organization and everything in it",
      description:
        "Requires a signed-in owner; API tokens can't delete an organization. Access ends immediately. " +
        "The data is deleted in the background, and then the ID becomes available again. A new " +
        "organization with the same ID has no access to the data or the audit log of the deleted one.",
      access: "owner",
      recentPassword: true,
      supportsIfMatch: true,
      response: { status: 202 },
    },
    getLogo: {
      endpoint: "GET /v1/organizations/{orgID}/logo",
      summary: "Get the logo",
      description:
        "This path is for members. Visitors get the logo from the public `logo_url` of the " +
        "organization, which changes with the logo.",
      access: "viewer",
      response: { status: 200, mediaTypes: imageTypes, hasETag: true },
    },
    saveLogo: {
      endpoint: "PUT /v1/organizations/{orgID}/logo",
      summary: "Upload or replace the logo",
      description:
        "The request body is the image: PNG, JPEG, WebP, GIF, or SVG, up to 256 KB by " +
        "default. The type is detected from the content. SVGs with scripts, event " +
        "attributes, `foreignObject`, or external references are rejected.",
      access: "admin",
      bytes: { mediaTypes: imageTypes, maxBytes: () => limits.logoBytes },
      response: { status: 200, schema: organizationSchema, hasETag: true },
    },
    deleteLogo: {
      endpoint: "DELETE /v1/organizations/{orgID}/logo",
      summary: "Remove the logo",
      access: "admin",
      response: { status: 204 },
    },
    getImage: {
      endpoint: "GET /v1/organizations/{orgID}/images/{imageKind}",
      summary: "Get an image of the status page",
      description:
        "`imageKind` is `logo`, `logo_dark` (the logo in dark mode), `favicon`, or `cover`. This " +
        "path is for members. Visitors get the images from the organization's public URLs, such " +
        "as `cover_url`.",
      access: "viewer",
      response: { status: 200, mediaTypes: imageTypes, hasETag: true },
    },
    saveImage: {
      endpoint: "PUT /v1/organizations/{orgID}/images/{imageKind}",
      summary: "Upload or replace an image of the status page",
      description:
        "`imageKind` is `logo`, `logo_dark`, `favicon`, or `cover`. The rules for the logo apply.",
      access: "admin",
      bytes: { mediaTypes: imageTypes, maxBytes: () => limits.logoBytes },
      response: { status: 200, schema: organizationSchema, hasETag: true },
    },
    deleteImage: {
      endpoint: "DELETE /v1/organizations/{orgID}/images/{imageKind}",
      summary: "Remove an image of the status page",
      access: "admin",
      response: { status: 204 },
    },
  }),
  ...defineOperations("Members", {
    transferOrganization: {
      endpoint: "POST /v1/organizations/{orgID}/transfer",
      summary: "Transfer ownership to another member",
      description:
        "The member becomes an owner and you become an admin. Other owners are not affected. " +
        "Requires a signed-in owner; API tokens can't transfer ownership.",
      access: "owner",
      recentPassword: true,
      body: transfer,
      response: { status: 200, schema: organizationSchema, hasETag: true },
    },
    listMembers: {
      endpoint: "GET /v1/organizations/{orgID}/members",
      summary: "List members, newest first",
      access: "viewer",
      query: memberPage,
      isPaged: true,
      response: { status: 200, schema: z.array(listedMemberSchema) },
    },
    getMember: {
      endpoint: "GET /v1/organizations/{orgID}/members/{userID}",
      summary: "Get a member",
      access: "viewer",
      response: { status: 200, schema: memberSchema },
    },
    changeMember: {
      endpoint: "PATCH /v1/organizations/{orgID}/members/{userID}",
      summary: "Change a member's role",
      description:
        "Admins can assign roles up to admin. Only owners can add or demote owners, which " +
        "requires a password entered in the last 10 minutes (see `reauthenticate`). " +
        "Demoting the last owner returns 409.",
      access: "admin",
      body: memberChange,
      supportsIfMatch: true,
      errors: ["conflict", "reauthentication_required"],
      response: { status: 200, schema: memberSchema, hasETag: true },
    },
    removeMember: {
      endpoint: "DELETE /v1/organizations/{orgID}/members/{userID}",
      summary: "Remove a member, or leave the organization",
      description:
        "Use your own user ID to leave, with any role. Removing another member requires the " +
        "admin role; removing an owner requires the owner role. Removing the last owner " +
        "returns 409. Removing an owner, or leaving as one, requires a " +
        "password entered in the last 10 minutes (see `reauthenticate`).\n\n" +
        "Pending invitations to the member's email address, and invitation links and API " +
        "tokens created by the member, are revoked. Invitations that the member sent by " +
        "email stay valid. Revoke other tokens that the member may know.",
      access: "viewer",
      supportsIfMatch: true,
      errors: ["conflict", "reauthentication_required"],
      response: { status: 204 },
    },
    listInvitations: {
      endpoint: "GET /v1/organizations/{orgID}/invitations",
      summary: "List pending invitations",
      access: "admin",
      query: idPage,
      isPaged: true,
      response: { status: 200, schema: z.array(invitationSchema) },
    },
    createInvitation: {
      endpoint: "POST /v1/organizations/{orgID}/invitations",
      summary: "Invite a member",
      description:
        "An invitation is valid for 7 days and can be used once. With `email`, it is sent by " +
        "email, only an account with that address can accept it, and an earlier invitation " +
        "to the address is revoked. Without `email`, the response contains a `link`, which " +
        "is shown only once; anyone with the link can accept the invitation. Either kind " +
        "allows its holder to register while registration is closed.",
      access: "admin",
      recentPassword: {
        when: "for the roles owner and admin",
        test: ({ role }: NewInvitation) => role === "owner" || role === "admin",
      },
      body: newInvitation,
      supportsIdempotencyKey: true,
      errors: ["conflict"],
      response: { status: 201, schema: createdInvitationSchema },
    },
    revokeInvitation: {
      endpoint: "DELETE /v1/organizations/{orgID}/invitations/{invitationID}",
      summary: "Revoke an invitation",
      access: "admin",
      response: { status: 204 },
    },
    acceptInvitation: {
      endpoint: "POST /v1/invitations/accept",
      summary: "Accept an invitation with the token from the email or link",
      access: "session",
      body: acceptance,
      errors: ["forbidden", "conflict"],
      response: { status: 200, schema: organizationSchema },
    },
  }),
} as const;
