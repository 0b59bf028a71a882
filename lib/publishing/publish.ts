import type { Artifact } from "./artifact";
import { keyOf, type Mount } from "./addresses";
import type { Renderer } from "./renderer";
import type { PublicSite } from "./site";
import type { Snapshot } from "./snapshot";
import { type ArtifactStore, type Manifest, manifestName, pathOfKey } from "./store";

/** Objects that are written to a store at the same time. */
const CONCURRENT_WRITES = 6;

export type PublishOptions = {
  store: ArtifactStore;
  renderer: Renderer;
  site: PublicSite;
  build: string;
  /** The organization whose page is also at the root of the installation's host. */
  home: string | null;
  /** Throws once the job may not write any more. */
  checkDeadline: () => void;
};

/** `restored`: the store has a later version of this epoch, so the database is an older one. */
export type PublishResult =
  | { kind: "published"; snapshot: Snapshot }
  | { kind: "deleted" }
  | { kind: "restored"; epoch: string };

type Entries = Manifest["artifacts"];

/**
 * Brings an organization's artifacts in a store up to date: renders what has another tag than in the
 * manifest, writes what has other bytes, and removes what is gone. Interrupted at any point, the next
 * run completes it.
 */
export async function publishOrganization(
  organizationId: string,
  options: PublishOptions,
): Promise<PublishResult> {
  const { store, renderer, site, build } = options;
  const name = manifestName(organizationId);
  const [manifest, snapshot] = await Promise.all([
    store.getJson(name) as Promise<Manifest | null>,
    renderer.open(organizationId),
  ]);
  if (snapshot === null) {
    await removeArtifacts(organizationId, Object.entries(manifest?.artifacts ?? {}), options);
    await store.removeJson(name);
    return { kind: "deleted" };
  }
  const { version } = snapshot;
  if (manifest?.epoch === version.epoch && manifest.version > version.number)
    return { kind: "restored", epoch: version.epoch };

  const known: Entries = manifest?.artifacts ?? {};
  const isCurrent = manifest?.epoch === version.epoch && manifest.build === build;
  const paths = await site.listPublished(organizationId, snapshot);
  const wanted = listMounts(organizationId, snapshot, options.home).flatMap((mount) =>
    paths.map(({ path, tag }) => ({ mount, path, tag, key: keyOf(mount, path) })),
  );
  // Objects that a killed process leaves behind must be found again.
  const planned: Entries = { ...known };
  for (const { key } of wanted) planned[key] ??= { tag: "", hash: "", type: "" };
  const write = (number: number, artifacts: Entries) =>
    store.putJson(name, {
      epoch: version.epoch,
      version: number,
      build,
      artifacts,
    } satisfies Manifest);
  if (!isCurrent || Object.keys(planned).length > Object.keys(known).length)
    await write(isCurrent ? manifest.version : 0, isCurrent ? planned : withoutTags(planned));

  const published: Entries = {};
  await inParallel(wanted, async ({ mount, path, tag, key }) => {
    const former = isCurrent ? known[key] : undefined;
    if (former?.tag === tag) {
      published[key] = former;
      return;
    }
    const artifact = await renderer.render({ organizationId, mount, path }, snapshot);
    if (artifact === null) return;
    if (former?.hash !== artifact.hash || former.type !== artifact.type)
      await put(artifact, known[key]?.type, options);
    published[key] = { tag, hash: artifact.hash, type: artifact.type };
  });
  await removeArtifacts(
    organizationId,
    Object.entries(planned).filter(([key]) => published[key] === undefined),
    options,
  );
  await write(version.number, published);
  return { kind: "published", snapshot };
}

/** Where an organization's page is. */
const listMounts = (
  organizationId: string,
  { host, subdomainHost }: Snapshot,
  home: string | null,
): Mount[] => [
  { host: null, base: `/status/${organizationId}` },
  ...(home === organizationId ? [{ host: null, base: "" }] : []),
  ...(host === null ? [] : [{ host, base: "" }]),
  ...(subdomainHost === null || subdomainHost === host ? [] : [{ host: subdomainHost, base: "" }]),
];

/** An artifact without a tag and a hash is rendered and written again. */
const withoutTags = (artifacts: Entries): Entries =>
  Object.fromEntries(
    Object.entries(artifacts).map(([key, { type }]) => [key, { tag: "", hash: "", type }]),
  );

async function put(
  artifact: Artifact,
  formerType: string | undefined,
  { store, checkDeadline }: PublishOptions,
): Promise<void> {
  checkDeadline();
  await store.put(artifact);
  // The file name of a logo depends on its type.
  const { key, type } = artifact;
  if (formerType && pathOfKey(key, formerType) !== pathOfKey(key, type))
    await store.remove(key, formerType);
}

const removeArtifacts = (
  organizationId: string,
  artifacts: [key: string, entry: Entries[string]][],
  { store, checkDeadline }: PublishOptions,
): Promise<void> =>
  inParallel(artifacts, async ([key, { type }]) => {
    checkDeadline();
    // Another organization may have published to this host meanwhile.
    const stored = key.startsWith("//") ? await store.get(key) : null;
    if (stored === null || stored.organizationId === organizationId) await store.remove(key, type);
  });

async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const run = async () => {
    try {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
    } finally {
      // After a failure, the others stop too.
      waiting.length = 0;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_WRITES }, run));
}
