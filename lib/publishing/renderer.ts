import { LRUCache } from "lru-cache";
import { renderDuration } from "@/lib/metrics";
import { withSpan } from "@/lib/tracing";
import { type Artifact, createArtifact } from "./artifact";
import { getAddressKey, type Mount } from "./public-paths";
import { type PublicSite, createSite } from "./site";
import { createSnapshot, readRenderBasis, type Snapshot } from "./snapshot";

export type Address = { organizationId: string; mount: Mount; path: string };

/**
 * The address of a request. `organizationId` is null for a subdomain: the worker looks up its
 * organization.
 */
export type RequestedAddress = Omit<Address, "organizationId"> & { organizationId: string | null };

/** Requests and publishing jobs for the same version share a snapshot for this time. */
const SHARE_MS = 3_000;
const SHARED_SNAPSHOTS = 8;

export type Renderer = ReturnType<typeof createRenderer>;

export function createRenderer(
  site: PublicSite,
  readBasis = readRenderBasis,
  now = () => new Date(),
) {
  const shared = new LRUCache<string, Snapshot>({
    max: SHARED_SNAPSHOTS,
    ttl: SHARE_MS,
    // Frees the memory of a snapshot and its artifacts, even if no other snapshot follows.
    ttlAutopurge: true,
  });

  async function render(address: Address, snapshot: Snapshot): Promise<Artifact | null> {
    const { organizationId, mount, path } = address;
    const route = site.routes.find(({ pattern }) => pattern.test(path));
    const parts = { ...route?.pattern.exec(path)?.groups };
    const endTimer = renderDuration.startTimer();
    const content = await withSpan("render", { path }, async () =>
      route?.render(createSite(organizationId, mount, snapshot.host), parts, snapshot),
    );
    endTimer();
    if (!content) return null;
    const info = {
      key: getAddressKey(address),
      organizationId,
      version: snapshot.version,
      asOf: snapshot.now.getTime(),
      expiresAt: snapshot.expiresAt.getTime(),
    };
    return createArtifact(info, content);
  }

  return {
    site,
    /** Returns the current snapshot of an organization, or null if it has no page. */
    open: async (organizationId: string): Promise<Snapshot | null> => {
      const basis = await readBasis(organizationId);
      if (basis === null) return null;
      const snapshot = createSnapshot(basis, now());
      const id = JSON.stringify([organizationId, basis.version, snapshot.now]);
      const known = shared.get(id);
      if (known === undefined) shared.set(id, snapshot);
      return known ?? snapshot;
    },
    /** Renders an address for a snapshot. Returns null if the path doesn't exist. */
    render: (address: Address, snapshot: Snapshot): Promise<Artifact | null> =>
      snapshot.once(`artifact ${getAddressKey(address)}`, () => render(address, snapshot)),
    notFound: ({ organizationId, mount, path }: Address, snapshot: Snapshot | null) =>
      site.renderNotFound(
        createSite(organizationId, mount, snapshot?.host ?? null),
        path,
        snapshot,
      ),
  };
}
