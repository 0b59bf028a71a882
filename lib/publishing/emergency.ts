import { type Artifact, type Content, createArtifact } from "./artifact";
import { keyOf } from "./addresses";
import {
  type ArtifactStore,
  EMERGENCY,
  INDEX,
  type Manifest,
  manifestName,
  type StoreIndex,
} from "./store";

/** The epoch of emergency notices. Every regular publication has another one and replaces them. */
const EMERGENCY_EPOCH = "emergency";

/** Whether an artifact is an emergency notice, which is shown without a remark that it is old. */
export const isEmergencyNotice = ({ version }: Pick<Artifact, "version">): boolean =>
  version.epoch === EMERGENCY_EPOCH;

export type EmergencyOptions = {
  organizationId: string;
  /** The organization whose page is also at the root of the installation's host. */
  home: string | null;
  now: Date;
  /**
   * Renders what replaces the content at a path: the page in each language, and its status as data.
   * `former` is the text that the store has. Null for paths that stay.
   */
  render: (path: string, former: string | null) => Content | null;
};

/** Every path that shows the status of the whole page. */
const STATUS_PATHS = /^(?:\/[a-z]{2})?$|^\/api\/v2\/(?:summary|status)\.json$/;
const ALWAYS = ["", "/api/v2/summary.json", "/api/v2/status.json"];

/**
 * Replaces the status in a store without the database. The next regular publication replaces it,
 * whatever its version. Returns the keys that were written.
 */
export async function publishEmergency(
  store: ArtifactStore,
  { organizationId, home, now, render }: EmergencyOptions,
): Promise<string[]> {
  const name = manifestName(organizationId);
  const [manifest, index, former] = await Promise.all([
    store.getJson(name) as Promise<Manifest | null>,
    store.getJson(INDEX) as Promise<StoreIndex | null>,
    store.getJson(EMERGENCY) as Promise<string[] | null>,
  ]);
  // Before the notice: the application must find it again, whenever this is interrupted.
  await store.putJson(EMERGENCY, [...new Set([...(former ?? []), organizationId])]);
  const known = Object.keys(manifest?.artifacts ?? {});
  const hosts = new Set([
    ...(index?.hosts ?? []).flatMap((each) =>
      each.organizationId === organizationId ? each.host : [],
    ),
    ...known.flatMap((key) => /^\/\/([^/]+)/.exec(key)?.[1] ?? []),
  ]);
  const mounts = [
    { host: null, base: `/status/${organizationId}` },
    ...(home === organizationId ? [{ host: null, base: "" }] : []),
    ...[...hosts].map((host) => ({ host, base: "" })),
  ];
  const artifacts = { ...manifest?.artifacts };
  const written: string[] = [];
  for (const mount of mounts) {
    const root = keyOf(mount, "").replace(/\/$/, "");
    const paths = known
      .filter((key) => key.startsWith(root))
      .map((key) => key.slice(root.length))
      .filter((path) => STATUS_PATHS.test(path));
    for (const path of new Set([...ALWAYS, ...paths])) {
      const key = keyOf(mount, path);
      const stored = await store.get(key);
      const content = render(path, stored && new TextDecoder().decode(stored.body));
      if (content === null) continue;
      const time = now.getTime();
      const version = { epoch: EMERGENCY_EPOCH, number: time };
      const artifact = createArtifact(
        { key, organizationId, version, asOf: time, expiresAt: time, build: EMERGENCY_EPOCH },
        content,
      );
      await store.put(artifact);
      artifacts[key] = { tag: "", hash: "", type: artifact.type };
      written.push(key);
    }
  }
  const updated = { epoch: EMERGENCY_EPOCH, version: 0, build: EMERGENCY_EPOCH, artifacts };
  await store.putJson(name, updated satisfies Manifest);
  return written;
}
