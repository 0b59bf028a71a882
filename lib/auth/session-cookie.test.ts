import { beforeEach, expect, test, vi } from "vitest";

const [first, second] = ["first-".padEnd(40, "x"), "second-".padEnd(40, "y")];

async function withSecrets(secrets: string) {
  vi.resetModules();
  vi.stubEnv("SESSION_SECRET", secrets);
  return { ...(await import("./session-cookie")), ...(await import("@/lib/sealing")) };
}

const valueOf = (setCookie: string) => setCookie.split(";")[0]!.slice("session_token=".length);

beforeEach(() => void vi.unstubAllEnvs());

test("a cookie opens to the hash of the token that it seals, again and again", async () => {
  const { sessionCookie, openCookie, hashToken } = await withSecrets(first);
  const value = valueOf(await sessionCookie("a-token", false));
  expect(value).not.toContain("a-token");
  expect([await openCookie(value), await openCookie(value)]).toEqual([hashToken("a-token"), hashToken("a-token")]);
});

test("a new secret in front leaves the cookies of the old one good, and a dropped one ends them", async () => {
  const before = valueOf(await (await withSecrets(first)).sessionCookie("a-token", false));
  const rotated = await withSecrets(`${second},${first}`);
  expect(await rotated.openCookie(before)).toBe(rotated.hashToken("a-token"));
  const after = valueOf(await rotated.sessionCookie("b-token", false));
  const dropped = await withSecrets(second);
  expect(await dropped.openCookie(after)).toBe(dropped.hashToken("b-token"));
  expect(await dropped.openCookie(before)).toBeNull();
});

test.each(["", "x", "Fe26.2*1*a*b*c*d*e*f~2", "Fe26.2**", "%00", "session"])("what was not sealed here opens to nothing: %j", async (value) => {
  const { openCookie } = await withSecrets(first);
  expect(await openCookie(value)).toBeNull();
});

test("a tampered cookie opens to nothing", async () => {
  const { sessionCookie, openCookie } = await withSecrets(first);
  const value = valueOf(await sessionCookie("a-token", false));
  const middle = Math.floor(value.length / 2);
  const tampered = value.slice(0, middle) + (value[middle] === "A" ? "B" : "A") + value.slice(middle + 1);
  expect(await openCookie(tampered)).toBeNull();
});

test.each([
  [false, "", "Path=/; HttpOnly; SameSite=Lax"],
  [true, "", "Path=/; HttpOnly; SameSite=Lax; Secure"],
  [false, "https://a.example", "Path=/; HttpOnly; SameSite=Lax"],
  [true, "https://a.example", "Path=/; HttpOnly; SameSite=None; Secure"],
])("over https %s, with origins %j: %s", async (secure, origins, attributes) => {
  vi.stubEnv("CORS_ORIGINS", origins);
  const { sessionCookie, clearedCookie } = await withSecrets(first);
  expect(await sessionCookie("t", secure)).toMatch(new RegExp(`; Max-Age=2592000; ${attributes}$`));
  expect(clearedCookie(secure)).toBe(`session_token=; Max-Age=0; ${attributes}`);
});

test("the cookie is found among others, by its whole name", async () => {
  const { readCookie } = await withSecrets(first);
  expect(readCookie("a=1; session_token=x=y; b=2")).toBe("x=y");
  expect(readCookie("xsession_token=1; session_token2=2; session_token")).toBeNull();
  expect(readCookie("session_tokens; session_token=x")).toBe("x");
  expect(readCookie(null)).toBeNull();
});
