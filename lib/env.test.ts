import { afterEach, describe, expect, test } from "vitest";
import { ConfigurationError, parseEnv } from "./env";
import { limits } from "./limits";

const defaultLimits = { ...limits };
afterEach(() => void Object.assign(limits, defaultLimits));

describe("parseEnv", () => {
  test("has a default for every setting", () => {
    const env = parseEnv({});
    expect(env).toMatchObject({
      PORT: 3000,
      REGISTRATION: "open",
      ORGANIZATION_CLAIMS: "on",
      CORS_ORIGINS: [],
      LOG_LEVEL: "info",
    });
    expect(env.DATA_DIR).toMatch(/\/data$/);
    expect(env.DATABASE_URL).toBe(`file:${env.DATA_DIR}/candor.db`);
    expect(env.SESSION_SECRET).toBeUndefined();
  });

  test("treats an empty value as not set", () =>
    expect(parseEnv({ PORT: "", DATABASE_URL: "" }).PORT).toBe(3000));

  test.each([
    ["PORT", "abc"],
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["DATABASE_URL", "mysql://db"],
    ["DATABASE_URL", "candor.db"],
    ["DATABASE_POOL_SIZE", "0"],
    ["SESSION_SECRET", "short"],
    ["DATA_SECRET", "short"],
    ["OPERATIONS_TOKEN", "short"],
    ["SESSION_SECRET", `${"x".repeat(32)},short`],
    ["BASE_URL", "status.example.com"],
    ["BASE_URL", "https://example.com/path"],
    ["BASE_URL", "javascript:alert(1)"],
    ["CORS_ORIGINS", "*"],
    ["CORS_ORIGINS", "https://*.example.com"],
    ["CORS_ORIGINS", "https://a.example, https://b.example/"],
    ["CORS_ORIGINS", "a.example"],
    ["CORS_ORIGINS", "https://a.example,null"],
    ["TRUST_PROXY", "everybody"],
    ["REGISTRATION", "maybe"],
    ["DELIVERY_RETENTION_DAYS", "0"],
    ["ORGANIZATION_CLAIMS", "yes"],
    ["LIMIT_CLAIMED_ORGANIZATIONS", "many"],
    ["LIMIT_NAME", "0"],
    ["LIMIT_NAME", "601"],
  ])("rejects %s=%s and names the setting", (name, value) => {
    expect(() => parseEnv({ [name]: value })).toThrow(ConfigurationError);
    expect(() => parseEnv({ [name]: value })).toThrow(new RegExp(`^${name}: [^\n]+$`));
  });

  test("names every invalid setting in one line", () => {
    expect(() => parseEnv({ PORT: "x", REGISTRATION: "x" })).toThrow(
      /^PORT: [^\n]+; REGISTRATION: [^\n]+$/,
    );
  });

  test("overrides each limit with its own variable", () => {
    for (const key of Object.keys(limits) as (keyof typeof limits)[]) {
      const name = `LIMIT_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
      parseEnv({ [name]: "7" });
      expect([name, limits[key]]).toEqual([name, 7]);
    }
  });

  test("splits secrets and origins at commas", () => {
    const [one, two] = ["a".repeat(32), "b".repeat(32)];
    expect(parseEnv({ SESSION_SECRET: `${one}, ${two}` }).SESSION_SECRET).toEqual([one, two]);
    expect(
      parseEnv({ CORS_ORIGINS: "https://a.example,http://b.example:8080" }).CORS_ORIGINS,
    ).toEqual(["https://a.example", "http://b.example:8080"]);
  });
});
