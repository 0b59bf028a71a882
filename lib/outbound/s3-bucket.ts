import { AwsClient } from "aws4fetch";
import type { S3Target } from "@/lib/env";

/**
 * Returns a client for an S3-compatible bucket, its URL, and the prefix of object names. `label`
 * names the bucket for operators, without secrets.
 */
export function openBucket(target: S3Target) {
  const { endpoint, region, bucket, prefix, isPathStyle, accessKeyId, secretAccessKey } = target;
  const { host, protocol, origin } = new URL(endpoint);
  return {
    // The client doesn't retry, because callers retry their whole operation.
    client: new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 }),
    /** The URL of the bucket, with a slash at the end. */
    root: isPathStyle ? `${origin}/${bucket}/` : `${protocol}//${bucket}.${host}/`,
    /** The prefix of object names, with a slash at the end unless it is empty. */
    folder: prefix === "" ? "" : `${prefix}/`,
    label: `s3://${bucket}${prefix === "" ? "" : `/${prefix}`} at ${host}`,
  };
}

/** Returns the S3 error code in the body of a failed response, or "" if it has none. */
export const readErrorCode = (body: string): string =>
  /<Code>([^<]+)<\/Code>/.exec(body)?.[1] ?? "";
