/** `crypto.randomUUID` requires HTTPS, and Candor may run on plain HTTP. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/** The 422 for a key that is sent again with a different body. The next attempt needs a new key. */
export const ALREADY_RECEIVED =
  "Your first attempt went through, with the text you had then. Check the result before you submit this again.";
