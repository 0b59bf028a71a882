import { getPagePath } from "@/lib/base-path";
import type { Prisma } from "@/lib/db/database";
import { getHostOrigin, getPageUrl } from "@/lib/links";
import { type Language, parseLanguages } from "@/lib/organizations/values";
import { removeUrls } from "@/lib/names";

export type EmailOrganization = {
  id: string;
  name: string;
  url: string;
  replyTo?: string | null;
  /** An IANA time zone. The default is UTC. */
  timeZone?: string;
  /** The first one is the default language. Without languages, it is English. */
  languages?: Language[];
  /** `#rrggbb`, or null for the default color. */
  accentColor?: string | null;
  headerColor?: string | null;
  /** Absolute URLs of images. */
  logos?: { logo?: string; logo_dark?: string };
};

/** SVG logos are left out, because most email clients don't show them. */
const EXCLUDED_LOGO_TYPE = "image/svg+xml";

export const emailOrganizationFields = {
  id: true,
  name: true,
  timeZone: true,
  languages: true,
  replyTo: true,
  accentColor: true,
  headerColor: true,
  images: {
    where: { kind: { in: ["logo", "logo_dark"] }, mediaType: { not: EXCLUDED_LOGO_TYPE } },
    select: { kind: true, hash: true },
  },
  domain: { select: { verifiedHost: true } },
} satisfies Prisma.OrganizationSelect;

type EmailOrganizationRow = Prisma.OrganizationGetPayload<{
  select: typeof emailOrganizationFields;
}>;

export const toEmailOrganization = ({
  id,
  name,
  timeZone = "UTC",
  languages = "en",
  replyTo = null,
  accentColor = null,
  headerColor = null,
  images = [],
  domain,
}: Pick<EmailOrganizationRow, "id" | "name" | "domain"> &
  Partial<EmailOrganizationRow>): EmailOrganization => ({
  id,
  name: removeUrls(name, id),
  timeZone,
  languages: parseLanguages(languages),
  replyTo,
  accentColor,
  headerColor,
  // Logo URLs use the installation's host, because a custom domain may no longer exist when the
  // email is opened.
  logos: Object.fromEntries(
    images.map(({ kind, hash }) => [
      kind,
      `${getHostOrigin(null)}${getPagePath(id)}/${kind}?v=${hash}`,
    ]),
  ),
  url: getPageUrl(id, domain?.verifiedHost ?? null),
});

/**
 * Returns the URL of the status page in `language`, or in its default language if it has no such
 * translation.
 */
export function getLocalizedUrl(
  { url, languages = [] }: Pick<EmailOrganization, "url" | "languages">,
  language: Language,
): string {
  return languages.indexOf(language) > 0 ? `${url}/${language}` : url;
}

/** Returns the sender name and reply address of emails to subscribers. */
export const getSender = ({ name, replyTo }: EmailOrganization) => ({
  senderName: `${name} Status`,
  ...(replyTo != null && { replyTo }),
});
