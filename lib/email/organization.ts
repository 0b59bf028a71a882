import { getPageUrl } from "@/lib/links";
import { removeUrls } from "@/lib/names";

export type EmailOrganization = {
  id: string;
  name: string;
  /** The canonical URL of its status page. */
  url: string;
  /** For the times in emails and chat messages; UTC by default. */
  timeZone?: string;
};

export const emailOrganizationFields = {
  id: true,
  name: true,
  timeZone: true,
  domain: { select: { verifiedHost: true } },
} as const;

export const toEmailOrganization = ({
  id,
  name,
  timeZone = "UTC",
  domain,
}: {
  id: string;
  name: string;
  timeZone?: string;
  domain: { verifiedHost: string | null } | null;
}): EmailOrganization => ({
  id,
  name: removeUrls(name, id),
  timeZone,
  url: getPageUrl(id, domain?.verifiedHost ?? null),
});
