import { AwsClient } from "aws4fetch";
import type { S3Target } from "@/lib/env";
import { type Artifact, type ArtifactInfo, hashOf, infoOf, restoreArtifact } from "./artifact";
import { type ArtifactStore, candidatePaths, pathOfKey } from "./store";

const TIMEOUT_MS = 10_000;
/** Short enough for CDNs that a resolved incident disappears soon, without a request per visitor. */
const CACHE_CONTROL = "public, max-age=0, s-maxage=30, stale-if-error=86400";
/** Headers that a store sends for its objects; all others are in the metadata. */
const INFO = "x-amz-meta-candor";

/** A bucket of an S3-compatible object storage, addressed by the S3 REST API. */
export class S3Store implements ArtifactStore {
  readonly id: string;
  readonly label: string;
  readonly #client: AwsClient;
  /** The URL of the prefix, with a slash at the end. */
  readonly #base: string;
  readonly #timeoutMs: number;

  constructor(target: S3Target, timeoutMs = TIMEOUT_MS) {
    const { endpoint, region, bucket, prefix, isPathStyle, accessKeyId, secretAccessKey } = target;
    // Publishing jobs are retried as a whole.
    const retries = 0;
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries });
    const { host, protocol, origin } = new URL(endpoint);
    const root = isPathStyle ? `${origin}/${bucket}` : `${protocol}//${bucket}.${host}`;
    this.#base = [root, ...prefix.split("/").filter(Boolean), ""].join("/");
    this.#timeoutMs = timeoutMs;
    this.id = `s3-${hashOf(this.#base).slice(0, 22)}`;
    this.label = `s3://${bucket}${prefix === "" ? "" : `/${prefix}`} at ${host}`;
  }

  async put(artifact: Artifact): Promise<void> {
    const { key, type, headers, body } = artifact;
    // A bucket doesn't negotiate encodings, and some feed readers don't know gzip: CDNs compress.
    await this.#put(pathOfKey(key, type), body, {
      "Content-Type": type,
      "Cache-Control": CACHE_CONTROL,
      ...(headers["Content-Language"] && { "Content-Language": headers["Content-Language"] }),
      [INFO]: Buffer.from(JSON.stringify(infoOf(artifact))).toString("base64"),
    });
  }

  async get(key: string): Promise<Artifact | null> {
    for (const path of candidatePaths(key)) {
      const found = await this.#read(path);
      const info = found?.headers.get(INFO);
      if (!found || !info) continue;
      const parsed = JSON.parse(Buffer.from(info, "base64").toString("utf8")) as ArtifactInfo;
      return restoreArtifact(parsed, found.bytes);
    }
    return null;
  }

  async remove(key: string, type: string): Promise<void> {
    await this.removeJson(pathOfKey(key, type));
  }

  async putJson(name: string, value: unknown): Promise<void> {
    await this.#put(name, new TextEncoder().encode(JSON.stringify(value)), {
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
    });
  }

  async getJson(name: string): Promise<unknown> {
    const found = await this.#read(name);
    return found === null ? null : (JSON.parse(new TextDecoder().decode(found.bytes)) as unknown);
  }

  async removeJson(name: string): Promise<void> {
    await (await this.#send("DELETE", name)).arrayBuffer();
  }

  async #put(path: string, body: Uint8Array, headers: Record<string, string>): Promise<void> {
    const response = await this.#send("PUT", path, { body: body as BodyInit, headers });
    if (response.status === 404) throw new Error(`${this.label}: the bucket doesn't exist`);
    await response.arrayBuffer();
  }

  async #read(path: string): Promise<{ headers: Headers; bytes: Uint8Array } | null> {
    const response = await this.#send("GET", path);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return response.status === 404 ? null : { headers: response.headers, bytes };
  }

  async #send(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const url = this.#base + path.split("/").map(encodeURIComponent).join("/");
    const signal = AbortSignal.timeout(this.#timeoutMs);
    const response = await this.#client
      .fetch(url, { ...init, method, signal })
      .catch((error: Error) => {
        const reason = error.cause instanceof Error ? error.cause.message : error.message;
        throw new Error(`${this.label}: ${method} ${path} failed: ${reason}`);
      });
    if (response.ok || response.status === 404) return response;
    const text = await response.text();
    const code = /<Code>([^<]+)<\/Code>/.exec(text)?.[1] ?? "";
    throw new Error(`${this.label}: ${method} ${path} returned ${response.status} ${code}`.trim());
  }
}
