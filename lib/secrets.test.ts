import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "secrets-"));
  vi.resetModules();
  vi.stubEnv("SESSION_SECRET", "");
  vi.stubEnv("DATA_SECRET", "");
  vi.stubEnv("DATA_DIR", directory);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true });
});

test("until the session-secret file is created, cookies are invalid and encryption fails", async () => {
  const { createMissingSecret, getSessionSecrets } = await import("./secrets");
  const { unsealSessionCookie } = await import("./auth/session-cookie");
  const { encrypt } = await import("./encryption");
  expect(await unsealSessionCookie("Fe26.2*1*a*b*c*d*e*f~2")).toBeNull();
  expect(() => encrypt("x")).toThrow(
    expect.objectContaining({
      detail: "The server is still starting. Try again in a moment.",
      extra: { headers: { "Retry-After": "1" } },
    }) as Error,
  );
  expect([getSessionSecrets(), readdirSync(directory)]).toEqual([[], []]);

  createMissingSecret();
  createMissingSecret();
  expect(readdirSync(directory)).toEqual(["session-secret"]);
  expect(getSessionSecrets()).toEqual([expect.stringMatching(/^.{64}$/)]);
  expect(encrypt("x")).toMatch(/^s1\./);
});

test("restoring a backup writes its secrets to files, unless the settings contain them", async () => {
  const session = "a session secret of a backup that is long enough";
  const data = "a data secret that is long enough to encrypt";
  const newest = "a newer secret that encrypts from now on";
  const restored = { session: [session], data: [data, session] };
  const load = async () => {
    vi.resetModules();
    return import("./secrets");
  };
  (await load()).restoreSecrets({ session: [session], data: [session] });
  expect(readdirSync(directory)).toEqual(["session-secret"]);
  (await load()).restoreSecrets(restored);
  expect(readdirSync(directory)).toEqual(["data-secret", "session-secret"]);
  const secrets = await load();
  expect([secrets.getSessionSecrets(), secrets.getDataSecrets()[0]]).toEqual([[session], data]);
  const added = "a data secret of another backup, which is added";
  (await load()).addSecrets({ session: [newest], data: [added] });
  expect((await load()).getDataSecrets()).toEqual([data, session, added, session, newest]);
  vi.stubEnv("DATA_SECRET", data);
  (await load()).restoreSecrets(restored);
  expect(readdirSync(directory)).toEqual(["session-secret"]);
  vi.stubEnv("DATA_SECRET", newest);
  (await load()).restoreSecrets(restored);
  expect((await load()).getDataSecrets()).toEqual([newest, data, session, session]);
});

test.each([
  ["session-secret", "you can delete session-secret instead, which ends all sessions."],
  ["data-secret", "because stored data is encrypted with its secrets."],
])("the error for a %s file with a short secret contains “%s”", async (name, advice) => {
  writeFileSync(join(directory, name), "short\n");
  const { getDataSecrets } = await import("./secrets");
  expect(() => getDataSecrets()).toThrow(advice);
});

test("a process reads the secrets again after another process rotates them", async () => {
  const { createMissingSecret, getDataSecrets, writeRotatedSecrets } = await import("./secrets");
  createMissingSecret();
  const [former] = getDataSecrets();
  vi.resetModules();
  const other = await import("./secrets");
  expect(other.getDataSecrets()).toEqual([former]);
  const rotated = "a rotated secret that is long enough to encrypt";
  writeRotatedSecrets([rotated]);
  vi.spyOn(performance, "now").mockReturnValue(performance.now() + 1_001);
  expect(other.getDataSecrets()).toEqual([rotated, former]);
  vi.restoreAllMocks();
});
