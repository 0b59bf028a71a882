import { expect, test, vi } from "vitest";

const [first, second] = ["first-".padEnd(40, "x"), "second-".padEnd(40, "y")];

async function withSecrets(secrets: string) {
  vi.resetModules();
  vi.stubEnv("SESSION_SECRET", secrets);
  return import("./sealing");
}

test("what is sealed opens again, and is never sealed twice alike", async () => {
  const { seal, open } = await withSecrets(first);
  const value = { secret: "whsec_🔥", list: [1, null] };
  expect(open(seal(value))).toEqual(value);
  expect(seal(value)).not.toBe(seal(value));
  expect(seal(value)).not.toContain("whsec");
});

test("an older secret that is kept still opens it, a dropped one does not", async () => {
  const sealed = (await withSecrets(first)).seal("x");
  expect((await withSecrets(`${second},${first}`)).open(sealed)).toBe("x");
  const dropped = await withSecrets(second);
  expect(() => dropped.open(sealed)).toThrow("No secret opens this");
});

test("what was altered does not open", async () => {
  const { seal, open } = await withSecrets(first);
  const sealed = seal({ admin: false });
  for (const at of [4, Math.floor(sealed.length / 2), sealed.length - 2]) {
    const altered = sealed.slice(0, at) + (sealed[at] === "A" ? "B" : "A") + sealed.slice(at + 1);
    expect(() => open(altered)).toThrow("No secret opens this");
  }
  expect(() => open("plain text")).toThrow("not sealed here");
});
