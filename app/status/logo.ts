import { IMAGE_POLICY } from "@/lib/http/image-response";
import { getLogo } from "@/lib/organizations/logos";
import { getPublicOrganization } from "@/lib/organizations/scope";
import type { Route } from "@/lib/publishing/site";
import { readPage } from "./sources";

/** The image that an organization has uploaded. */
export const logo: Route = {
  pattern: /^\/logo$/,
  render: async (site, _parts, snapshot) => {
    const page = await readPage(site, snapshot);
    if (page === null || page.organization.logo_url === null) return null;
    const { mediaType, bytes } = await getLogo(await getPublicOrganization(site.orgID));
    return {
      type: mediaType,
      body: bytes,
      headers: { "Content-Security-Policy": IMAGE_POLICY },
      // It does not show the status.
      unconfirmed: bytes,
    };
  },
};
