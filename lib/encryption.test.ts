import { expect, test, vi } from "vitest";

const [first, second] = ["first-".padEnd(40, "x"), "second-".padEnd(40, "y")];

async function withSecrets(secrets: string) {
  vi.resetModules();
  vi.stubEnv("SESSION_SECRET", secrets);
  return import("./encryption");
}

test("an encrypted value decrypts to itself, and encrypts differently each time", async () => {
  const { encrypt, decrypt } = await withSecrets(first);
  const value = { secret: "whsec_🔥", list: [1, null] };
  expect(decrypt(encrypt(value))).toEqual(value);
  expect(encrypt(value)).not.toBe(encrypt(value));
  expect(encrypt(value)).not.toContain("whsec");
});

test("a rotated secret still decrypts while it is configured", async () => {
  const sealed = (await withSecrets(first)).encrypt("x");
  expect((await withSecrets(`${second},${first}`)).decrypt(sealed)).toBe("x");
  const dropped = await withSecrets(second);
  expect(() => dropped.decrypt(sealed)).toThrow("No configured secret decrypts this value");
});

test("an altered value is rejected", async () => {
  const { encrypt, decrypt } = await withSecrets(first);
  const sealed = encrypt({ admin: false });
  for (const at of [4, Math.floor(sealed.length / 2), sealed.length - 2]) {
    const altered = sealed.slice(0, at) + (sealed[at] === "A" ? "B" : "A") + sealed.slice(at + 1);
    expect(() => decrypt(altered)).toThrow("No configured secret decrypts this value");
  }
  expect(() => decrypt("plain text")).toThrow("not encrypted by this application");
});
