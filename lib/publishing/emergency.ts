import { BASE_PATH, getPagePath } from "@/lib/base-path";
import { type Artifact, type Content, createArtifact } from "./artifact";
import {
  type ArtifactStore,
  HEARTBEAT,
  type Heartbeat,
  type Manifest,
  getManifestName,
} from "./store";

/** The epoch of emergency notices. A regular publication has another epoch, so it replaces them. */
const EPOCH = "emergency";

/** Returns true for emergency notices, which are shown without the unconfirmed notice. */
export const isEmergencyNotice = ({ version }: Pick<Artifact, "version">): boolean =>
  version.epoch === EPOCH;

/** Matches the status page in each language, and the API endpoints that contain the status. */
const STATUS_PATHS = /^(?:\/[a-z]{2})?$|^\/api\/v2\/(?:summary|status)\.json$/;
const ALWAYS = ["", "/api/v2/summary.json", "/api/v2/status.json"];
/** Returns true for the key of a page at the root of the installation or of another host. */
const isRoot = (key: string) => key === (BASE_PATH || "/") || /^\/\/[^/]+$/.test(key);

/**
 * Replaces an organization's status in a store with an emergency notice until its next publication.
 * Returns the keys of the written artifacts.
 */
export async function publishEmergency(
  store: ArtifactStore,
  organizationId: string,
  now: Date,
  /** Renders the notice for a path. `previous` is the content that the notice replaces, or null. */
  render: (path: string, previous: string | null) => Content,
): Promise<string[]> {
  const name = getManifestName(organizationId);
  const manifest = (await store.getJson(name)) as Manifest | null;
  // Writes the heartbeat before the notices, so that the application replaces them even if this
  // function is interrupted, and again after them, because a running application may have
  // overwritten it.
  await addToHeartbeat(store, organizationId);
  const artifacts = { ...manifest?.artifacts };
  const known = Object.keys(artifacts);
  const written = new Map<string, string>();
  for (const root of [getPagePath(organizationId), ...known.filter(isRoot)]) {
    const base = root === "/" ? "" : root;
    const paths = known.flatMap((key) => (key.startsWith(base) ? key.slice(base.length) : []));
    for (const path of [...ALWAYS, ...paths.filter((each) => STATUS_PATHS.test(each))])
      written.set(base + path || "/", path);
  }
  for (const [key, path] of written) {
    const stored = await store.get(key);
    const content = render(path, stored && new TextDecoder().decode(stored.body));
    const time = now.getTime();
    const version = { epoch: EPOCH, number: time };
    const info = { key, organizationId, version, asOf: time, expiresAt: time };
    await store.put(createArtifact(info, content));
    artifacts[key] = { tag: null, hash: null };
  }
  const updated: Manifest = { epoch: EPOCH, version: 0, build: "", artifacts };
  await store.putJson(name, updated);
  await addToHeartbeat(store, organizationId);
  return [...written.keys()];
}

async function addToHeartbeat(store: ArtifactStore, organizationId: string): Promise<void> {
  const heartbeat = (await store.getJson(HEARTBEAT)) as Heartbeat | null;
  const emergency = [...new Set([...(heartbeat?.emergency ?? []), organizationId])];
  await store.putJson(HEARTBEAT, { ...heartbeat, emergency });
}

/**
 * Makes the next publication replace a notice, even if a job that started before the notice has
 * overwritten the manifest.
 */
export async function expireNotice(store: ArtifactStore, organizationId: string): Promise<void> {
  const name = getManifestName(organizationId);
  const manifest = (await store.getJson(name)) as Manifest | null;
  if (manifest !== null) await store.putJson(name, { ...manifest, epoch: EPOCH });
}
