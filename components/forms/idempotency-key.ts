/** Doesn't use `crypto.randomUUID`, which requires HTTPS: Candor may run on plain HTTP. */
export const createIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/** Shown if the API received this key with another body (422). The next attempt needs a new key. */
export const IDEMPOTENCY_KEY_REUSED =
  "Your first attempt went through with your earlier text. Check the result before you submit again.";
