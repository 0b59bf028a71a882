import { BASE_PATH, getPagePath } from "@/lib/base-path";
import { env } from "@/lib/env";
import { getAddressKey, type Mount } from "./public-paths";
import type { Address, Renderer } from "./renderer";
import type { Snapshot } from "./snapshot";
import { type ArtifactStore, type Manifest, getManifestName } from "./store";

const CONCURRENT_WRITES = 6;

export type PublishOptions = {
  store: ArtifactStore;
  renderer: Renderer;
  build: string;
  /** Aborts when no more artifacts may be written, long before the job's lease ends. */
  signal: AbortSignal;
};

/**
 * `unfinished` means that the signal aborted after some artifacts were updated. `restored` means
 * that the store has a later version of the same epoch than the database, so the database was
 * restored from a backup.
 */
type PublishResult =
  | { kind: "published"; snapshot: Snapshot }
  | { kind: "unfinished" }
  | { kind: "deleted" }
  | { kind: "restored"; epoch: string };

/** This entry matches no tag or hash, so its artifact is rendered and written. */
const NO_ARTIFACT = { tag: null, hash: null };

/**
 * Updates an organization's artifacts in a store: renders those with a changed tag, writes those
 * with changed bytes, and removes obsolete ones. If it is interrupted, the next run completes it.
 * Throws the signal's reason if the signal aborts before any artifact is updated.
 */
export async function publishOrganization(
  organizationId: string,
  options: PublishOptions,
): Promise<PublishResult> {
  const { store, renderer, build, signal } = options;
  const name = getManifestName(organizationId);
  const [manifest, snapshot] = await Promise.all([
    store.getJson(name) as Promise<Manifest | null>,
    renderer.open(organizationId),
  ]);
  const known = manifest?.artifacts ?? {};
  if (snapshot === null) {
    // As below, so that a later publication writes them again.
    for (const key of Object.keys(known)) known[key] = NO_ARTIFACT;
    if (manifest !== null) await store.putJson(name, manifest);
    const isFinished = await updateArtifacts(
      Object.keys(known),
      signal,
      async (key) => {
        await removeArtifact(organizationId, key, options);
        delete known[key];
      },
      (isDone) => (isDone ? store.removeJson(name) : store.putJson(name, manifest)),
    );
    return { kind: isFinished ? "deleted" : "unfinished" };
  }
  const { epoch, number } = snapshot.version;
  if (manifest?.epoch === epoch && manifest.version > number) return { kind: "restored", epoch };

  const isCurrent = manifest?.epoch === epoch && manifest.build === build;
  const wanted = await listPublishedAddresses(organizationId, snapshot, options);
  const keys = [...new Set([...Object.keys(known), ...wanted.keys()])];
  const current = (key: string) => (isCurrent && known[key]) || NO_ARTIFACT;
  const changed = keys.filter((key) => wanted.get(key)?.tag !== current(key).tag);
  const artifacts: Manifest["artifacts"] = Object.fromEntries(
    keys.map((key) => [key, current(key)]),
  );
  for (const key of changed) artifacts[key] = NO_ARTIFACT;
  const write = (version: number) =>
    store.putJson(name, { epoch, version, build, artifacts } satisfies Manifest);
  const former = isCurrent ? manifest.version : 0;
  // The manifest lists artifacts as unknown before they are written or removed, so that a later run
  // repeats the change even if this process is killed.
  if (changed.length > 0) await write(former);

  const isFinished = await updateArtifacts(
    changed,
    signal,
    async (key) => {
      const next = wanted.get(key);
      const artifact = next && (await renderer.render(next, snapshot));
      if (!next || !artifact) {
        await removeArtifact(organizationId, key, options);
        delete artifacts[key];
      } else {
        signal.throwIfAborted();
        if (artifact.hash !== current(key).hash) await store.put(artifact);
        artifacts[key] = { tag: next.tag, hash: artifact.hash };
      }
    },
    (isDone) => write(isDone ? number : former),
  );
  return isFinished ? { kind: "published", snapshot } : { kind: "unfinished" };
}

/**
 * Updates artifacts, and saves the manifest even if it fails, so that the next run does not repeat
 * the updates. Returns false if the signal aborted after some updates, otherwise throws its reason.
 */
async function updateArtifacts(
  keys: readonly string[],
  signal: AbortSignal,
  update: (key: string) => Promise<void>,
  save: (isDone: boolean) => Promise<void>,
): Promise<boolean> {
  let isDone = false;
  let hasProgress = false;
  try {
    await runInBatches(keys, async (key) => {
      await update(key);
      hasProgress = true;
    });
    isDone = true;
  } catch (error) {
    if (!signal.aborted || !hasProgress) throw error;
  } finally {
    await save(isDone);
  }
  return isDone;
}

/** Lists all published paths of an organization, at each host and base path of its page. */
async function listPublishedAddresses(
  organizationId: string,
  snapshot: Snapshot,
  { renderer }: PublishOptions,
): Promise<Map<string, Address & { tag: string }>> {
  const hosts = [snapshot.host, snapshot.subdomainHost].filter((host) => host !== null);
  const mounts: Mount[] = [
    { host: null, base: getPagePath(organizationId) },
    // The page of `STATUS_HOME` is also at the root of the installation.
    ...(env.STATUS_HOME === organizationId ? [{ host: null, base: BASE_PATH }] : []),
    ...hosts.map((host) => ({ host, base: "" })),
  ];
  const paths = await renderer.site.listPublished(organizationId, snapshot);
  const wanted = mounts.flatMap((mount) =>
    paths.map(({ path, tag }) => ({ organizationId, mount, path, tag })),
  );
  return new Map(wanted.map((each) => [getAddressKey(each), each]));
}

async function removeArtifact(
  organizationId: string,
  key: string,
  { store, signal }: PublishOptions,
): Promise<void> {
  signal.throwIfAborted();
  // Another organization may have taken over this host or the root, and published there already.
  const stored = key.startsWith(getPagePath(organizationId)) ? null : await store.get(key);
  if (stored === null || stored.organizationId === organizationId) await store.remove(key);
}

/**
 * Throws the first error of a batch after all of its writes have ended, so that none of them can
 * replace a write of the next attempt.
 */
async function runInBatches(
  keys: readonly string[],
  work: (key: string) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < keys.length; start += CONCURRENT_WRITES) {
    const results = await Promise.allSettled(
      keys.slice(start, start + CONCURRENT_WRITES).map(work),
    );
    const failed = results.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  }
}
