import { BASE_PATH, getPagePath } from "@/lib/base-path";
import { type Artifact, type Content, createArtifact } from "./artifact";
import {
  type ArtifactStore,
  HEARTBEAT,
  type Heartbeat,
  type Manifest,
  getManifestName,
} from "./store";

/** The epoch of emergency notices. Regular publications have other epochs and replace them. */
const EPOCH = "emergency";

/** Emergency notices are shown without the unconfirmed notice. */
export const isEmergencyNotice = ({ version }: Pick<Artifact, "version">): boolean =>
  version.epoch === EPOCH;

/** The status page in each language, and the status as data. */
const STATUS_PATHS = /^(?:\/[a-z]{2})?$|^\/api\/v2\/(?:summary|status)\.json$/;
const ALWAYS = ["", "/api/v2/summary.json", "/api/v2/status.json"];
/** Whether it is the key of a page at the root of the installation or of a host. */
const isRoot = (key: string) => key === (BASE_PATH || "/") || /^\/\/[^/]+$/.test(key);

/** Replaces a status in a store until the next publication. Returns the keys that it wrote. */
export async function publishEmergency(
  store: ArtifactStore,
  organizationId: string,
  now: Date,
  /** `former` is the stored text. */
  render: (path: string, former: string | null) => Content,
): Promise<string[]> {
  const name = getManifestName(organizationId);
  const [manifest, heartbeat] = await Promise.all([
    store.getJson(name) as Promise<Manifest | null>,
    store.getJson(HEARTBEAT) as Promise<Heartbeat | null>,
  ]);
  // Written before the notice, so that the application finds it even after an interruption.
  const emergency = [...new Set([...(heartbeat?.emergency ?? []), organizationId])];
  await store.putJson(HEARTBEAT, { ...heartbeat, emergency });
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
  return [...written.keys()];
}
