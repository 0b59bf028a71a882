import type { UserActor } from "@/lib/actor";
import { takePage, type TimeCursor } from "@/lib/cursor";
import { reader, type Prisma, type Tx } from "@/lib/db/database";
import { notFound } from "@/lib/errors";
import { hashToken } from "@/lib/encryption";
import type { TextFormat } from "@/lib/markdown/values";
import { type Grant, grants, getLowerRole, type Role } from "@/lib/roles";
import { parseTranslations } from "@/lib/translations/rules";
import type { Translations } from "@/lib/translations/values";
import {
  type Corners,
  type Font,
  type ImageKind,
  type Language,
  type LabeledLink,
  parseLanguages,
} from "./values";
import type { OrganizationScope } from "./scope";

export const organizationFields = {
  id: true,
  name: true,
  subdomain: true,
  timeZone: true,
  about: true,
  aboutFormat: true,
  translations: true,
  websiteUrl: true,
  supportUrl: true,
  replyTo: true,
  accentColor: true,
  headerColor: true,
  font: true,
  corners: true,
  headerLinks: true,
  footerLinks: true,
  footerText: true,
  poweredBy: true,
  languages: true,
  indexed: true,
  suspendedAt: true,
  images: { select: { kind: true, hash: true } },
  domain: { select: { verifiedHost: true } },
  createdAt: true,
  updatedAt: true,
} satisfies Prisma.OrganizationSelect;

type OrganizationRow = Prisma.OrganizationGetPayload<{ select: typeof organizationFields }>;

type Parsed =
  "aboutFormat" | "translations" | "languages" | "font" | "corners" | "headerLinks" | "footerLinks";

export type Organization = Omit<OrganizationRow, Parsed | "images" | "domain"> & {
  aboutFormat: TextFormat;
  translations: Translations<"about">;
  languages: readonly Language[];
  font: Font;
  corners: Corners;
  headerLinks: readonly LabeledLink[];
  footerLinks: readonly LabeledLink[];
  imageHashes: Partial<Record<ImageKind, string>>;
  host: string | null;
  role: Role;
};

export const toOrganization = (
  { images, domain, ...row }: OrganizationRow,
  role: Role,
): Organization => ({
  ...row,
  aboutFormat: row.aboutFormat as TextFormat,
  translations: parseTranslations(row.translations),
  languages: parseLanguages(row.languages),
  font: row.font as Font,
  corners: row.corners as Corners,
  headerLinks: JSON.parse(row.headerLinks) as LabeledLink[],
  footerLinks: JSON.parse(row.footerLinks) as LabeledLink[],
  imageHashes: Object.fromEntries(images.map(({ kind, hash }) => [kind, hash])),
  host: domain?.verifiedHost ?? null,
  role,
});

export async function listOrganizations(actor: UserActor): Promise<Organization[]> {
  const memberships = await reader().membership.findMany({
    where: { userId: actor.userId },
    select: { role: true, organization: { select: organizationFields } },
    orderBy: [{ organization: { createdAt: "asc" } }, { organizationId: "asc" }],
  });
  return memberships.map(({ role, organization }) => toOrganization(organization, role as Role));
}

/** Reads an organization in a transaction. Throws if it does not exist. */
export const readOrganization = async (tx: Tx, id: string, role: Role): Promise<Organization> =>
  toOrganization(
    await tx.organization.findUniqueOrThrow({ where: { id }, select: organizationFields }),
    role,
  );

export async function getOrganization(scope: OrganizationScope): Promise<Organization> {
  const organization = await reader().organization.findUnique({
    where: { id: scope.id },
    select: organizationFields,
  });
  if (organization === null) throw notFound("This organization");
  return toOrganization(organization, scope.role);
}

/**
 * Finds an API token. Its role is at most that of its creator. Returns null if there is no such
 * token, or if its creator is disabled or no longer a member.
 */
export async function findTokenWithRole(
  db: Tx,
  where: { tokenHash: string } | { id: string; organizationId: string },
) {
  const row = await db.apiToken.findFirst({
    where,
    select: {
      id: true,
      name: true,
      organizationId: true,
      role: true,
      grants: true,
      createdBy: true,
      expiresAt: true,
      creator: { select: { disabledAt: true } },
    },
  });
  if (row === null || (row.creator?.disabledAt ?? null) !== null) return null;
  const token = { ...row, role: row.role as Role, grants: parseGrants(row.grants) };
  if (token.createdBy === null) return token;
  const creator = await findMember(
    { id: token.organizationId as OrganizationScope["id"] },
    token.createdBy,
    db,
  );
  return creator && { ...token, role: getLowerRole(token.role, creator.role) };
}

export const parseGrants = (stored: string): Grant[] =>
  grants.filter((grant) => stored.split(",").includes(grant));

export const MEMBERS_PAGE_SIZE = 100;

export type Member = { id: string; name: string; email: string; role: Role; joinedAt: Date };

const memberFields = {
  userId: true,
  role: true,
  createdAt: true,
  user: { select: { name: true, email: true, lastActiveAt: true } },
} as const;
type MemberRow = Prisma.MembershipGetPayload<{ select: typeof memberFields }>;
const readMember = ({ userId, role, createdAt, user }: MemberRow): Member => ({
  id: userId,
  ...user,
  role: role as Role,
  joinedAt: createdAt,
});

export async function findMember(
  scope: Pick<OrganizationScope, "id">,
  userId: string,
  db: Tx = reader(),
): Promise<Member | null> {
  const row = await db.membership.findUnique({
    where: { organizationId_userId: { organizationId: scope.id, userId } },
    select: memberFields,
  });
  return row && readMember(row);
}

export async function getMember(...args: Parameters<typeof findMember>): Promise<Member> {
  const member = await findMember(...args);
  if (member === null) throw notFound("This member");
  return member;
}

/** `lastActiveAt` is null before the first use of a session. */
export type ListedMember = Member & { lastActiveAt: Date | null };

export async function listMembers(
  scope: OrganizationScope,
  before: TimeCursor | undefined,
): Promise<{ members: ListedMember[]; next: TimeCursor | null }> {
  const rows = await reader().membership.findMany({
    where: {
      organizationId: scope.id,
      ...(before && {
        OR: [{ createdAt: { lt: before.at } }, { createdAt: before.at, userId: { lt: before.id } }],
      }),
    },
    select: memberFields,
    orderBy: [{ createdAt: "desc" }, { userId: "desc" }],
    take: MEMBERS_PAGE_SIZE + 1,
  });
  const { page, last } = takePage(rows, MEMBERS_PAGE_SIZE);
  return {
    members: page.map((row) => ({
      ...readMember(row),
      lastActiveAt: row.user.lastActiveAt,
    })),
    next: last && { at: last.createdAt, id: last.userId },
  };
}

export const INVITATIONS_PAGE_SIZE = 100;

export const invitationFields = {
  id: true,
  organizationId: true,
  email: true,
  role: true,
  invitedBy: true,
  viaToken: true,
  createdAt: true,
  expiresAt: true,
} as const;

export type Invitation = Prisma.InvitationGetPayload<{ select: typeof invitationFields }> & {
  role: Role;
};

export const createPendingFilter = (now: Date) => ({ acceptedAt: null, expiresAt: { gt: now } });

/** Excludes invitation links of disabled users, who could use them to regain access. */
export const withoutDisabledInviter = {
  OR: [{ email: { not: null } }, { inviter: null }, { inviter: { disabledAt: null } }],
};

export async function listInvitations(
  scope: OrganizationScope,
  before: string | undefined,
  now: Date,
): Promise<{ invitations: Invitation[]; next: string | null }> {
  const rows = await reader().invitation.findMany({
    where: {
      organizationId: scope.id,
      ...createPendingFilter(now),
      ...(before !== undefined && { id: { lt: before } }),
    },
    select: invitationFields,
    orderBy: { id: "desc" },
    take: INVITATIONS_PAGE_SIZE + 1,
  });
  const { page, last } = takePage(rows, INVITATIONS_PAGE_SIZE);
  return { invitations: page as Invitation[], next: last?.id ?? null };
}

type InvitationDetails = {
  organization: { id: string; name: string };
  inviter: string | null;
  email: string | null;
  role: Role;
};

export async function findInvitationByToken(
  token: string,
  now: Date = new Date(),
): Promise<InvitationDetails | null> {
  const row = await reader().invitation.findFirst({
    where: { tokenHash: hashToken(token), ...createPendingFilter(now), ...withoutDisabledInviter },
    select: {
      email: true,
      role: true,
      viaToken: true,
      organization: { select: { id: true, name: true } },
      inviter: { select: { name: true } },
    },
  });
  return (
    row && {
      organization: row.organization,
      inviter: row.viaToken ? null : (row.inviter?.name ?? null),
      email: row.email,
      role: row.role as Role,
    }
  );
}
