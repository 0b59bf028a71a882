/** A key that nobody else has. `crypto.randomUUID` is there over https alone, and Candor may be at home behind plain http. */
export const newIdempotencyKey = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** What is said when the same key was sent with other words (422). Whoever says it takes another key. */
export const ARRIVED = "Your first attempt did arrive, with the words of that moment. Look at what has become of it before you send this as another.";
