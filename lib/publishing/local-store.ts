import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Artifact, type ArtifactInfo, infoOf, restoreArtifact } from "./artifact";
import { type ArtifactStore, candidatePaths, pathOfKey } from "./store";

/** A temporary file of this age belongs to a process that was killed. */
const STALE_FILE_MS = 60_000;
/** In here, file servers must not look. */
const PRIVATE = ".candor";
const STORE_ID = `${PRIVATE}/store-id`;

/**
 * The directory `root`. Any file server can serve it: `status/acme/index.html`. The process itself
 * reads the file below `.candor/artifacts`, which has headers and bytes in one, so that an
 * interrupted write leaves the artifact before it.
 */
export async function openLocalStore(root: string): Promise<ArtifactStore> {
  const temporary = join(root, PRIVATE, "temporary");
  const infoPath = (path: string) => join(root, PRIVATE, "artifacts", path);

  await mkdir(temporary, { recursive: true }).catch(() => undefined);

  /** Replaces a file as a whole, so that readers never see a part of it. */
  async function replace(path: string, bytes: string | Uint8Array): Promise<void> {
    const draft = join(temporary, randomUUID());
    try {
      await writeFile(draft, bytes);
      await rename(draft, path).catch(async () => {
        await mkdir(dirname(path), { recursive: true });
        await rename(draft, path);
      });
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw error;
    }
  }
  const read = (path: string) =>
    readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ENOTDIR" || error.code === "EISDIR")
        return null;
      throw error;
    });

  async function readArtifact(key: string, path: string): Promise<Artifact | null> {
    const bytes = await read(infoPath(path));
    if (bytes === null) return null;
    const end = bytes.indexOf("\n");
    const info = JSON.parse(bytes.toString("utf8", 0, end)) as ArtifactInfo;
    // On a file system that ignores case, the path can be another key's.
    return info.key === key ? restoreArtifact(info, bytes.subarray(end + 1)) : null;
  }

  return {
    id: await readStoreId(root, replace),
    label: "Local directory",
    put: async (artifact) => {
      const path = pathOfKey(artifact.key, artifact.type);
      const head = Buffer.from(`${JSON.stringify(infoOf(artifact))}\n`);
      await Promise.all([
        replace(join(root, path), artifact.body),
        replace(infoPath(path), Buffer.concat([head, artifact.body])),
      ]);
    },
    get: async (key) => {
      for (const path of candidatePaths(key)) {
        const artifact = await readArtifact(key, path);
        if (artifact !== null) return artifact;
      }
      return null;
    },
    remove: async (key, type) => {
      const path = pathOfKey(key, type);
      await Promise.all(
        [join(root, path), infoPath(path)].map((file) => rm(file, { force: true })),
      );
    },
    putJson: (name, value) => replace(join(root, name), JSON.stringify(value)),
    getJson: async (name) => {
      const bytes = await read(join(root, name));
      return bytes === null ? null : (JSON.parse(bytes.toString("utf8")) as unknown);
    },
    removeJson: (name) => rm(join(root, name), { force: true }),
  };
}

type Replace = (path: string, bytes: string) => Promise<void>;

/**
 * The random ID of a directory, created with it. A directory that can't be written has none that
 * lasts.
 */
async function readStoreId(root: string, replace: Replace): Promise<string> {
  const path = join(root, STORE_ID);
  const known = await readFile(path, "utf8").catch(() => null);
  if (known !== null && known.trim() !== "") return known.trim();
  const id = `directory-${randomUUID()}`;
  await replace(path, `${id}\n`).catch(() => undefined);
  return id;
}

/** Deletes the temporary files of killed processes. */
export async function deleteTemporaryFiles(root: string, now: Date): Promise<void> {
  const directory = join(root, PRIVATE, "temporary");
  for (const name of await readdir(directory).catch(() => [])) {
    const path = join(directory, name);
    const file = await stat(path).catch(() => null);
    if (file !== null && file.mtimeMs < now.getTime() - STALE_FILE_MS)
      await rm(path, { force: true }).catch(() => undefined);
  }
}
