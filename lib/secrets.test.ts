import { mkdtempSync, readdirSync, rmSync } from "node:fs";
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

test(
  "the session-secret file is created only after the database is checked, and " +
    "cookies are invalid until then",
  async () => {
    const { createMissingSecret, getSessionSecrets } = await import("./secrets");
    const { unsealSessionCookie } = await import("./auth/session-cookie");
    const { encrypt } = await import("./encryption");
    expect(await unsealSessionCookie("Fe26.2*1*a*b*c*d*e*f~2")).toBeNull();
    expect(() => encrypt("x")).toThrow("has not checked its database");
    expect([getSessionSecrets(), readdirSync(directory)]).toEqual([[], []]);

    createMissingSecret();
    createMissingSecret();
    expect(readdirSync(directory)).toEqual(["session-secret"]);
    expect(getSessionSecrets()).toEqual([expect.stringMatching(/^.{64}$/)]);
    expect(encrypt("x")).toMatch(/^s1\./);
  },
);
