import { beforeEach, expect, test, vi } from "vitest";

const [first, second] = ["first-".padEnd(40, "x"), "second-".padEnd(40, "y")];

async function importWithSecrets(secrets: string) {
  vi.resetModules();
  vi.stubEnv("SESSION_SECRET", secrets);
  return { ...(await import("./session-cookie")), ...(await import("@/lib/encryption")) };
}

const readValue = (setCookie: string) => setCookie.split(";")[0]!.slice("session_token=".length);

beforeEach(() => void vi.unstubAllEnvs());

test("a cookie does not contain its token, and can be unsealed repeatedly to the token's hash", async () => {
  const { createSessionCookie, unsealSessionCookie, hashToken } = await importWithSecrets(first);
  const value = readValue(await createSessionCookie("a-token", false));
  expect(value).not.toContain("a-token");
  expect([await unsealSessionCookie(value), await unsealSessionCookie(value)]).toEqual([
    hashToken("a-token"),
    hashToken("a-token"),
  ]);
});

test("cookies stay valid when a new secret is added, and become invalid when theirs is removed", async () => {
  const before = readValue(
    await (await importWithSecrets(first)).createSessionCookie("a-token", false),
  );
  const rotated = await importWithSecrets(`${second},${first}`);
  expect(await rotated.unsealSessionCookie(before)).toBe(rotated.hashToken("a-token"));
  const after = readValue(await rotated.createSessionCookie("b-token", false));
  const dropped = await importWithSecrets(second);
  expect(await dropped.unsealSessionCookie(after)).toBe(dropped.hashToken("b-token"));
  expect(await dropped.unsealSessionCookie(before)).toBeNull();
});

test.each(["", "x", "Fe26.2*1*a*b*c*d*e*f~2", "Fe26.2**", "%00", "session"])(
  "the cookie value %j is rejected, because no session secret sealed it",
  async (value) => {
    const { unsealSessionCookie } = await importWithSecrets(first);
    expect(await unsealSessionCookie(value)).toBeNull();
  },
);

test("a tampered cookie is rejected", async () => {
  const { createSessionCookie, unsealSessionCookie } = await importWithSecrets(first);
  const value = readValue(await createSessionCookie("a-token", false));
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
])(
  "with HTTPS %s and CORS_ORIGINS %j, the cookie has the attributes %s",
  async (isSecure, origins, attributes) => {
    vi.stubEnv("CORS_ORIGINS", origins);
    const { createSessionCookie, createClearedCookie } = await importWithSecrets(first);
    expect(await createSessionCookie("t", isSecure)).toMatch(
      new RegExp(`; Max-Age=2592000; ${attributes}$`),
    );
    expect(createClearedCookie(isSecure)).toBe(`session_token=; Max-Age=0; ${attributes}`);
  },
);

test("the session cookie is found among others by its exact name", async () => {
  const { readSessionCookie } = await importWithSecrets(first);
  expect(readSessionCookie("a=1; session_token=x=y; b=2")).toBe("x=y");
  expect(readSessionCookie("xsession_token=1; session_token2=2; session_token")).toBeNull();
  expect(readSessionCookie("session_tokens; session_token=x")).toBe("x");
  expect(readSessionCookie(null)).toBeNull();
});
