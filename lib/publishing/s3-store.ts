import type { AwsClient } from "aws4fetch";
import type { S3Target } from "@/lib/env";
import { openBucket, readErrorCode } from "@/lib/outbound/s3-bucket";
import { type Artifact, hashBytes, restoreArtifact, serializeInfo } from "./artifact";
import { getObjectName } from "./public-paths";
import type { ArtifactStore } from "./store";

/**
 * CDNs may serve a page for 30 seconds. This is short enough for changes to appear soon, and avoids
 * a request to the bucket for each visitor.
 */
const CACHE_CONTROL = "public, max-age=0, s-maxage=30, stale-if-error=86400";
const LIST_HINT =
  "AWS denies reads of missing objects unless the key has s3:ListBucket. Grant it for the bucket.";
const INFO = "x-amz-meta-candor";

export class S3Store implements ArtifactStore {
  readonly id: string;
  readonly label: string;
  readonly #client: AwsClient;
  /** The URL that object names are appended to, with a slash at the end. */
  readonly #base: string;
  readonly #timeoutMs: number;

  constructor(target: S3Target, timeoutMs = 10_000) {
    const { client, root, folder, label } = openBucket(target);
    this.#client = client;
    this.#base = root + folder;
    this.label = label;
    this.#timeoutMs = timeoutMs;
    this.id = `s3-${hashBytes(this.#base).slice(0, 22)}`;
  }

  async put(artifact: Artifact): Promise<void> {
    const { key, type, headers, body } = artifact;
    // Objects are not compressed: buckets don't negotiate encodings, and some feed readers don't
    // support gzip.
    await this.#send("PUT", getObjectName(key), body, {
      "Content-Type": type,
      "Cache-Control": headers["Cache-Control"] ?? CACHE_CONTROL,
      ...(headers["Content-Language"] && { "Content-Language": headers["Content-Language"] }),
      [INFO]: serializeInfo(artifact).toString("base64"),
    });
  }

  async get(key: string): Promise<Artifact | null> {
    const found = await this.#send("GET", getObjectName(key));
    const info = found?.headers.get(INFO);
    return found && info ? restoreArtifact(key, Buffer.from(info, "base64"), found.body) : null;
  }

  remove(key: string): Promise<void> {
    return this.removeJson(getObjectName(key));
  }

  async putJson(name: string, value: unknown): Promise<void> {
    await this.#send("PUT", name, Buffer.from(JSON.stringify(value)), {
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
    });
  }

  async getJson(name: string): Promise<unknown> {
    const found = await this.#send("GET", name);
    return found && (JSON.parse(new TextDecoder().decode(found.body)) as unknown);
  }

  async removeJson(name: string): Promise<void> {
    await this.#send("DELETE", name);
  }

  /** Sends a request for an object. Returns null if the object doesn't exist. */
  async #send(
    method: "GET" | "PUT" | "DELETE",
    name: string,
    content?: Uint8Array,
    headers?: Record<string, string>,
  ): Promise<{ headers: Headers; body: Uint8Array } | null> {
    const url = this.#base + name.split("/").map(encodeURIComponent).join("/");
    const signal = AbortSignal.timeout(this.#timeoutMs);
    const init = { method, body: content as BodyInit | undefined, headers, signal };
    const response = await this.#client.fetch(url, init).catch((error: Error) => {
      const reason = error.cause instanceof Error ? error.cause.message : error.message;
      throw new Error(`${this.label}: ${method} ${name} failed: ${reason}`);
    });
    const body = new Uint8Array(await response.arrayBuffer());
    if (response.ok) return { headers: response.headers, body };
    if (response.status !== 404) {
      const code = readErrorCode(new TextDecoder().decode(body));
      const problem = `${this.label}: ${method} ${name} returned ${response.status} ${code}`.trim();
      const hint = method === "GET" && code === "AccessDenied" ? `. ${LIST_HINT}` : "";
      throw new Error(problem + hint);
    }
    if (method === "PUT")
      throw new Error(`${this.label}: the bucket doesn't exist. Create it, or correct PUBLISH_TO.`);
    return null;
  }
}
