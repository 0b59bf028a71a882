import { getPageUrl } from "@/lib/links";
import { removeUrls } from "@/lib/names";

export type EmailOrganization = {
  id: string;
  name: string;
  /** The canonical URL of its status page. */
  url: string;
};

export const emailOrganizationFields = {
  id: true,
  name: true,
  domain: { select: { verifiedHost: true } },
} as const;

export const toEmailOrganization = ({
  id,
  name,
  domain,
}: {
  id: string;
  name: string;
  domain: { verifiedHost: string | null } | null;
}): EmailOrganization => ({
  id,
  name: removeUrls(name, id),
  url: getPageUrl(id, domain?.verifiedHost ?? null),
});
