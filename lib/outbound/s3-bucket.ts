import { AwsClient } from "aws4fetch";
import type { S3Target } from "@/lib/env";

/** Opens an S3-compatible bucket. `label` is for the operator and contains no secrets. */
export function openBucket(target: S3Target) {
  const { endpoint, region, bucket, prefix, isPathStyle, accessKeyId, secretAccessKey } = target;
  const { host, protocol, origin } = new URL(endpoint);
  return {
    // Callers retry their whole work.
    client: new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 }),
    /** Ends with a slash. */
    root: isPathStyle ? `${origin}/${bucket}/` : `${protocol}//${bucket}.${host}/`,
    /** Ends with a slash unless it is empty. */
    folder: prefix === "" ? "" : `${prefix}/`,
    label: `s3://${bucket}${prefix === "" ? "" : `/${prefix}`} at ${host}`,
  };
}

/** Returns the error code of a failed response's body, or "". */
export const readErrorCode = (body: string): string =>
  /<Code>([^<]+)<\/Code>/.exec(body)?.[1] ?? "";
