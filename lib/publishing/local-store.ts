import { randomUUID } from "node:crypto";
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Artifact, restoreArtifact, serializeInfo } from "./artifact";
import { isImage, getObjectName } from "./public-paths";
import type { ArtifactStore } from "./store";

/** A temporary file that is older than this belongs to a process that was killed. */
const STALE_FILE_MS = 60_000;
/** Image files get an extension, because file servers derive the media type from it. */
const IMAGE_EXTENSIONS: Record<string, string> = {
  "image/png": ".png",
  "image/jpeg": ".jpg",
  "image/webp": ".webp",
  "image/gif": ".gif",
  "image/svg+xml": ".svg",
};

/**
 * A directory with files such as `status/acme/index.html` for a file server, which must not serve
 * `.candor`. The application reads files under `.candor/artifacts`. Each contains headers and body,
 * so that an interrupted write can't combine old headers with a new body.
 */
export class LocalStore implements ArtifactStore {
  readonly label = "Local directory";

  private constructor(
    private readonly root: string,
    readonly id: string,
  ) {}

  /**
   * Opens a directory with its stored ID. If it has none, generates an ID and tries to store it.
   */
  static async open(root: string, now = new Date()): Promise<LocalStore> {
    const temporary = join(root, ".candor/temporary");
    await mkdir(temporary, { recursive: true }).catch(() => undefined);
    for (const name of await readdir(temporary).catch(() => [])) {
      const path = join(temporary, name);
      const file = await stat(path).catch(() => null);
      if (file !== null && file.mtimeMs < now.getTime() - STALE_FILE_MS)
        await rm(path, { force: true }).catch(() => undefined);
    }
    const path = join(root, ".candor/store-id");
    const readId = async () => (await readFile(path, "utf8").catch(() => "")).trim();
    const known = await readId();
    if (known !== "") return new LocalStore(root, known);
    const id = `directory-${randomUUID()}`;
    const draft = join(temporary, randomUUID());
    // Another process may be opening the same directory. The first link wins. Without links, or if
    // the file is empty, the last rename wins.
    const replace = () => rename(draft, path);
    await writeFile(draft, `${id}\n`)
      .then(() => link(draft, path).catch(async () => (await readId()) || replace()))
      .catch(() => undefined);
    await rm(draft, { force: true }).catch(() => undefined);
    return new LocalStore(root, (await readId()) || id);
  }

  async put(artifact: Artifact): Promise<void> {
    const { key, type, body } = artifact;
    const extension = isImage(key) ? (IMAGE_EXTENSIONS[type] ?? "") : "";
    const path = this.#publicPaths(key).find((each) => each.endsWith(extension))!;
    await Promise.all([
      this.#replace(path, body),
      this.#replace(
        this.#path(key),
        Buffer.concat([serializeInfo(artifact), Buffer.from("\n"), body]),
      ),
    ]);
    await removeFiles(this.#publicPaths(key).filter((each) => each !== path));
  }

  async get(key: string): Promise<Artifact | null> {
    const bytes = await read(this.#path(key));
    if (bytes === null) return null;
    const end = bytes.indexOf("\n");
    return restoreArtifact(key, bytes.subarray(0, end), bytes.subarray(end + 1));
  }

  remove(key: string): Promise<void> {
    return removeFiles([this.#path(key), ...this.#publicPaths(key)]);
  }

  putJson(name: string, value: unknown): Promise<void> {
    return this.#replace(join(this.root, name), JSON.stringify(value));
  }

  async getJson(name: string): Promise<unknown> {
    const bytes = await read(join(this.root, name));
    return bytes === null ? null : (JSON.parse(bytes.toString("utf8")) as unknown);
  }

  removeJson(name: string): Promise<void> {
    return removeFiles([join(this.root, name)]);
  }

  #path(key: string): string {
    return join(this.root, ".candor/artifacts", getObjectName(key));
  }

  /**
   * Returns the possible paths of an artifact. An image has several, because its type may change.
   */
  #publicPaths(key: string): string[] {
    const path = join(this.root, getObjectName(key));
    return isImage(key) ? Object.values(IMAGE_EXTENSIONS).map((each) => path + each) : [path];
  }

  /** Replaces a file atomically, so that readers never see part of it. */
  async #replace(path: string, bytes: string | Uint8Array): Promise<void> {
    const draft = join(this.root, ".candor/temporary", randomUUID());
    try {
      await writeFile(draft, bytes);
      await mkdir(dirname(path), { recursive: true });
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw error;
    }
  }
}

async function removeFiles(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => rm(path, { force: true })));
}

const read = (path: string): Promise<Buffer | null> =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (["ENOENT", "ENOTDIR", "EISDIR"].includes(error.code!)) return null;
    throw error;
  });
