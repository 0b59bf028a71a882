import { AwsClient } from "aws4fetch";
import type { S3Target } from "@/lib/env";
import { type ArtifactInfo, hashOf, infoOf, restoreArtifact } from "./artifact";
import { type ArtifactStore, candidatePaths, pathOfKey } from "./store";

const TIMEOUT_MS = 10_000;
/** Short enough for CDNs that a resolved incident disappears soon, without a request per visitor. */
const CACHE_CONTROL = "public, max-age=0, s-maxage=30, stale-if-error=86400";
/** Headers that a store sends for its objects; all others are in the metadata. */
const INFO = "x-amz-meta-candor";

/** A bucket of an S3-compatible object storage, addressed by the S3 REST API. */
export function openS3Store(target: S3Target, timeoutMs = TIMEOUT_MS): ArtifactStore {
  const { endpoint, region, bucket, prefix, isPathStyle, accessKeyId, secretAccessKey } = target;
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: "s3",
    // Publishing jobs are retried as a whole.
    retries: 0,
  });
  const base = new URL(endpoint);
  if (!isPathStyle) base.host = `${bucket}.${base.host}`;
  const label = `s3://${bucket}${prefix === "" ? "" : `/${prefix}`} at ${new URL(endpoint).host}`;
  const urlOf = (path: string) => {
    const parts = [...(isPathStyle ? [bucket] : []), ...prefix.split("/"), ...path.split("/")];
    return `${base.origin}/${parts.filter(Boolean).map(encodeURIComponent).join("/")}`;
  };

  async function send(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await client
      .fetch(urlOf(path), { ...init, method, signal })
      .catch((error: Error) => {
        const reason = error.cause instanceof Error ? error.cause.message : error.message;
        throw new Error(`${label}: ${method} ${path} failed: ${reason}`);
      });
    if (response.ok || response.status === 404) return response;
    const text = await response.text();
    const code = /<Code>([^<]+)<\/Code>/.exec(text)?.[1] ?? "";
    throw new Error(`${label}: ${method} ${path} returned ${response.status} ${code}`.trim());
  }
  const put = async (path: string, body: Uint8Array, headers: Record<string, string>) => {
    const response = await send("PUT", path, { body: body as BodyInit, headers });
    if (response.status === 404) throw new Error(`${label}: the bucket doesn't exist`);
    await response.arrayBuffer();
  };
  const remove = async (path: string) => void (await (await send("DELETE", path)).arrayBuffer());
  const read = async (path: string) => {
    const response = await send("GET", path);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return response.status === 404 ? null : { headers: response.headers, bytes };
  };

  return {
    id: `s3-${hashOf([base.origin, bucket, prefix].join("\n")).slice(0, 22)}`,
    label,
    put: (artifact) => {
      const { key, type, headers, body } = artifact;
      // A bucket doesn't negotiate encodings, and some feed readers don't know gzip: CDNs compress.
      return put(pathOfKey(key, type), body, {
        "Content-Type": type,
        "Cache-Control": CACHE_CONTROL,
        ...(headers["Content-Language"] && { "Content-Language": headers["Content-Language"] }),
        [INFO]: Buffer.from(JSON.stringify(infoOf(artifact))).toString("base64"),
      });
    },
    get: async (key) => {
      for (const path of candidatePaths(key)) {
        const found = await read(path);
        const info = found?.headers.get(INFO);
        if (!found || !info) continue;
        const parsed = JSON.parse(Buffer.from(info, "base64").toString("utf8")) as ArtifactInfo;
        return restoreArtifact(parsed, found.bytes);
      }
      return null;
    },
    remove: (key, type) => remove(pathOfKey(key, type)),
    putJson: (name, value) =>
      put(name, new TextEncoder().encode(JSON.stringify(value)), {
        "Content-Type": "application/json",
        "Cache-Control": "no-store",
      }),
    getJson: async (name) => {
      const found = await read(name);
      return found === null ? null : (JSON.parse(new TextDecoder().decode(found.bytes)) as unknown);
    },
    removeJson: remove,
  };
}
