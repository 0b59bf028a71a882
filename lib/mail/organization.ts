import { pageUrl } from "@/lib/links";

/** What a message says of the organization that it comes from. */
export type MailOrganization = { id: string; name: string; /** The one address of its page, absolute. */ url: string };

/** What to select of the row. */
export const mailOrganizationFields = { id: true, name: true, domain: { select: { verifiedHost: true } } } as const;

export const mailOrganization = ({ id, name, domain }: { id: string; name: string; domain: { verifiedHost: string | null } | null }): MailOrganization => ({ id, name, url: pageUrl(id, domain?.verifiedHost ?? null) });
