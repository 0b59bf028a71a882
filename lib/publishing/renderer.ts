import { LRUCache } from "lru-cache";
import { keyOf, type Mount } from "./addresses";
import { type Artifact, type Content, createArtifact } from "./artifact";
import type { RenderBasis } from "./jobs";
import { type PublicSite, siteOf } from "./site";
import { createSnapshot, type Snapshot } from "./snapshot";

/** A path below a mount of an organization's page. */
export type Address = { organizationId: string; mount: Mount; path: string };

/** The address of a request. At a subdomain, the worker finds the organization. */
export type RequestedAddress = Omit<Address, "organizationId"> & { organizationId: string | null };

export const keyOfAddress = ({ mount, path }: RequestedAddress): string => keyOf(mount, path);

export type RendererOptions = {
  site: PublicSite;
  /** Identifies the build: another build renders other bytes. */
  build: string;
  readBasis: (organizationId: string) => Promise<RenderBasis | null>;
  now: () => Date;
};

export type Renderer = {
  /** The organization's current version; null if there is none. */
  open: (organizationId: string) => Promise<Snapshot | null>;
  /** Renders an address from a snapshot; null if there is nothing at it. */
  render: (address: Address, snapshot: Snapshot) => Promise<Artifact | null>;
  notFound: (address: Address, snapshot: Snapshot | null) => Promise<Content>;
};

/** Requests and publishing jobs that ask for the same version within this time share its reads. */
const SHARE_MS = 3_000;
const SHARED_SNAPSHOTS = 8;

export function createRenderer(options: RendererOptions): Renderer {
  const { site, build, readBasis, now } = options;
  const shared = new LRUCache<string, Snapshot>({ max: SHARED_SNAPSHOTS, ttl: SHARE_MS });

  async function renderContent({ organizationId, mount, path }: Address, snapshot: Snapshot) {
    for (const { pattern, render } of site.routes) {
      const match = pattern.exec(path);
      if (match === null) continue;
      const parts = Object.entries(match.groups ?? {}).filter(([, part]) => part !== undefined);
      return render(
        siteOf(organizationId, mount, snapshot.host),
        Object.fromEntries(parts),
        snapshot,
      );
    }
    return null;
  }

  async function render(address: Address, snapshot: Snapshot): Promise<Artifact | null> {
    const content = await renderContent(address, snapshot);
    if (content === null) return null;
    const info = {
      key: keyOfAddress(address),
      organizationId: address.organizationId,
      version: snapshot.version,
      asOf: snapshot.now.getTime(),
      expiresAt: snapshot.expiresAt.getTime(),
      build,
    };
    return createArtifact(info, content);
  }

  return {
    open: async (organizationId) => {
      const basis = await readBasis(organizationId);
      if (basis === null) return null;
      const snapshot = createSnapshot(basis, now());
      const id = [organizationId, snapshot.version.epoch, snapshot.version.number].join(" ");
      const known = shared.get(id);
      if (known?.now.getTime() === snapshot.now.getTime()) return known;
      shared.set(id, snapshot);
      return snapshot;
    },
    render: (address, snapshot) =>
      snapshot.once(`artifact ${keyOfAddress(address)}`, () => render(address, snapshot)),
    notFound: ({ organizationId, mount, path }, snapshot) =>
      site.notFound(siteOf(organizationId, mount, snapshot?.host ?? null), path, snapshot),
  };
}
