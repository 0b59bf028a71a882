import { expect, test, vi } from "vitest";

const [first, second] = ["first-".padEnd(40, "x"), "second-".padEnd(40, "y")];

async function importWithSecrets(secrets: string) {
  vi.resetModules();
  vi.stubEnv("SESSION_SECRET", secrets);
  return import("./encryption");
}

test("an encrypted value decrypts to the original, and equal values are encrypted differently", async () => {
  const { encrypt, decrypt } = await importWithSecrets(first);
  const value = { secret: "whsec_🔥", list: [1, null] };
  expect(decrypt(encrypt(value))).toEqual(value);
  expect(encrypt(value)).not.toBe(encrypt(value));
  expect(encrypt(value)).not.toContain("whsec");
});

test("an old secret decrypts values while it is configured", async () => {
  const encrypted = (await importWithSecrets(first)).encrypt("x");
  expect((await importWithSecrets(`${second},${first}`)).decrypt(encrypted)).toBe("x");
  const withoutOldSecret = await importWithSecrets(second);
  expect(() => withoutOldSecret.decrypt(encrypted)).toThrow(
    "No configured secret decrypts this value",
  );
});

test("an altered value is rejected", async () => {
  const { encrypt, decrypt } = await importWithSecrets(first);
  const text = encrypt({ admin: false });
  for (const at of [4, Math.floor(text.length / 2), text.length - 2]) {
    const altered = text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
    expect(() => decrypt(altered)).toThrow("No configured secret decrypts this value");
  }
  expect(() => decrypt("plain text")).toThrow("not encrypted by this application");
});
