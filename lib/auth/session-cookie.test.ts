import { beforeEach, expect, test, vi } from "vitest";

const [first, second] = ["first-".padEnd(40, "x"), "second-".padEnd(40, "y")];

async function withSecrets(secrets: string) {
  vi.resetModules();
  vi.stubEnv("SESSION_SECRET", secrets);
  return { ...(await import("./session-cookie")), ...(await import("@/lib/encryption")) };
}

const valueOf = (setCookie: string) => setCookie.split(";")[0]!.slice("session_token=".length);

beforeEach(() => void vi.unstubAllEnvs());

test("a cookie opens to the hash of the token that it seals, again and again", async () => {
  const { createSessionCookie, unsealSessionCookie, hashToken } = await withSecrets(first);
  const value = valueOf(await createSessionCookie("a-token", false));
  expect(value).not.toContain("a-token");
  expect([await unsealSessionCookie(value), await unsealSessionCookie(value)]).toEqual([
    hashToken("a-token"),
    hashToken("a-token"),
  ]);
});

test("a new secret in front leaves the cookies of the old one good, and a dropped one ends them", async () => {
  const before = valueOf(await (await withSecrets(first)).createSessionCookie("a-token", false));
  const rotated = await withSecrets(`${second},${first}`);
  expect(await rotated.unsealSessionCookie(before)).toBe(rotated.hashToken("a-token"));
  const after = valueOf(await rotated.createSessionCookie("b-token", false));
  const dropped = await withSecrets(second);
  expect(await dropped.unsealSessionCookie(after)).toBe(dropped.hashToken("b-token"));
  expect(await dropped.unsealSessionCookie(before)).toBeNull();
});

test.each(["", "x", "Fe26.2*1*a*b*c*d*e*f~2", "Fe26.2**", "%00", "session"])(
  "what was not sealed here opens to nothing: %j",
  async (value) => {
    const { unsealSessionCookie } = await withSecrets(first);
    expect(await unsealSessionCookie(value)).toBeNull();
  },
);

test("a tampered cookie opens to nothing", async () => {
  const { createSessionCookie, unsealSessionCookie } = await withSecrets(first);
  const value = valueOf(await createSessionCookie("a-token", false));
  const middle = Math.floor(value.length / 2);
  const tampered =
    value.slice(0, middle) + (value[middle] === "A" ? "B" : "A") + value.slice(middle + 1);
  expect(await unsealSessionCookie(tampered)).toBeNull();
});

test.each([
  [false, "", "Path=/; HttpOnly; SameSite=Lax"],
  [true, "", "Path=/; HttpOnly; SameSite=Lax; Secure"],
  [false, "https://a.example", "Path=/; HttpOnly; SameSite=Lax"],
  [true, "https://a.example", "Path=/; HttpOnly; SameSite=None; Secure"],
])("over https %s, with origins %j: %s", async (secure, origins, attributes) => {
  vi.stubEnv("CORS_ORIGINS", origins);
  const { createSessionCookie, createClearedCookie } = await withSecrets(first);
  expect(await createSessionCookie("t", secure)).toMatch(
    new RegExp(`; Max-Age=2592000; ${attributes}$`),
  );
  expect(createClearedCookie(secure)).toBe(`session_token=; Max-Age=0; ${attributes}`);
});

test("the cookie is found among others, by its whole name", async () => {
  const { readSessionCookie } = await withSecrets(first);
  expect(readSessionCookie("a=1; session_token=x=y; b=2")).toBe("x=y");
  expect(readSessionCookie("xsession_token=1; session_token2=2; session_token")).toBeNull();
  expect(readSessionCookie("session_tokens; session_token=x")).toBe("x");
  expect(readSessionCookie(null)).toBeNull();
});
