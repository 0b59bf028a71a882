import { IMAGE_POLICY } from "@/lib/http/image-response";
import { getLogo } from "@/lib/organizations/logos";
import { getPublicOrganization } from "@/lib/organizations/scope";
import type { Route } from "@/lib/publishing/representation";
import { readPage } from "./sources";

/** The image that an organization uploaded; nothing where it has none. */
export const logo: Route = {
  pattern: /^\/logo$/,
  render: async (site, _parts, pass) => {
    const address = (await readPage(site, pass))?.organization.logo_url ?? null;
    if (address === null) return null;
    return {
      facts: new URL(address, "http://localhost").searchParams.get("v"),
      until: null,
      write: async () => {
        const { mediaType, bytes } = await getLogo(await getPublicOrganization(site.orgID));
        // It tells nothing of the status: what cannot be confirmed has its colours too.
        return {
          type: mediaType,
          body: bytes,
          headers: { "Content-Security-Policy": IMAGE_POLICY },
          unconfirmed: bytes,
        };
      },
    };
  },
};
