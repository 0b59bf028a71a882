import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Artifact, type ArtifactInfo, infoOf, restoreArtifact } from "./artifact";
import { type ArtifactStore, candidatePaths, pathOfKey } from "./store";

/** A temporary file of this age belongs to a process that was killed. */
const STALE_FILE_MS = 60_000;
/** In here, file servers must not look. */
const PRIVATE = ".candor";

/**
 * A directory that any file server can serve: `status/acme/index.html`. The process itself reads the
 * file below `.candor/artifacts`, which has headers and bytes in one, so that an interrupted write
 * leaves the artifact before it.
 */
export class LocalStore implements ArtifactStore {
  readonly label = "Local directory";
  readonly id: string;
  readonly #root: string;

  private constructor(root: string, id: string) {
    this.#root = root;
    this.id = id;
  }

  /**
   * Opens a directory. Its random ID is created with it; a directory that can't be written has none
   * that lasts.
   */
  static async open(root: string): Promise<LocalStore> {
    await mkdir(temporaryPath(root), { recursive: true }).catch(() => undefined);
    const path = join(root, PRIVATE, "store-id");
    const known = (await readFile(path, "utf8").catch(() => "")).trim();
    if (known !== "") return new LocalStore(root, known);
    const store = new LocalStore(root, `directory-${randomUUID()}`);
    await store.#replace(path, `${store.id}\n`).catch(() => undefined);
    return store;
  }

  async put(artifact: Artifact): Promise<void> {
    const path = pathOfKey(artifact.key, artifact.type);
    const head = Buffer.from(`${JSON.stringify(infoOf(artifact))}\n`);
    await Promise.all([
      this.#replace(join(this.#root, path), artifact.body),
      this.#replace(this.#infoPath(path), Buffer.concat([head, artifact.body])),
    ]);
  }

  async get(key: string): Promise<Artifact | null> {
    for (const path of candidatePaths(key)) {
      const bytes = await read(this.#infoPath(path));
      if (bytes === null) continue;
      const end = bytes.indexOf("\n");
      const info = JSON.parse(bytes.toString("utf8", 0, end)) as ArtifactInfo;
      // On a file system that ignores case, the path can be another key's.
      if (info.key === key) return restoreArtifact(info, bytes.subarray(end + 1));
    }
    return null;
  }

  async remove(key: string, type: string): Promise<void> {
    const path = pathOfKey(key, type);
    const files = [join(this.#root, path), this.#infoPath(path)];
    await Promise.all(files.map((file) => rm(file, { force: true })));
  }

  putJson(name: string, value: unknown): Promise<void> {
    return this.#replace(join(this.#root, name), JSON.stringify(value));
  }

  async getJson(name: string): Promise<unknown> {
    const bytes = await read(join(this.#root, name));
    return bytes === null ? null : (JSON.parse(bytes.toString("utf8")) as unknown);
  }

  removeJson(name: string): Promise<void> {
    return rm(join(this.#root, name), { force: true });
  }

  #infoPath(path: string): string {
    return join(this.#root, PRIVATE, "artifacts", path);
  }

  /** Replaces a file as a whole, so that readers never see a part of it. */
  async #replace(path: string, bytes: string | Uint8Array): Promise<void> {
    const draft = join(temporaryPath(this.#root), randomUUID());
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
}

const temporaryPath = (root: string) => join(root, PRIVATE, "temporary");

const read = (path: string): Promise<Buffer | null> =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR" || error.code === "EISDIR") return null;
    throw error;
  });

/** Deletes the temporary files of killed processes. */
export async function deleteTemporaryFiles(root: string, now: Date): Promise<void> {
  const directory = temporaryPath(root);
  for (const name of await readdir(directory).catch(() => [])) {
    const path = join(directory, name);
    const file = await stat(path).catch(() => null);
    if (file !== null && file.mtimeMs < now.getTime() - STALE_FILE_MS)
      await rm(path, { force: true }).catch(() => undefined);
  }
}
