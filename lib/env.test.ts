import { afterEach, describe, expect, test } from "vitest";
import { ConfigurationError, getLimitSetting, parseEnv } from "./env";
import { limits } from "./limits";

const defaultLimits = { ...limits };
afterEach(() => void Object.assign(limits, defaultLimits));

describe("parseEnv", () => {
  test("requires no settings, and applies defaults", () => {
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
    ["PORT", "candor.sock"],
    ["HOST", "localhost"],
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
    ["STATUS_HOST_SUFFIX", "https://status.example.com"],
    ["STATUS_HOST_SUFFIX", ".status.example.com"],
    ["STATUS_HOST_SUFFIX", "*.status.example.com"],
    ["STATUS_HOST_SUFFIX", "127.0.0.1"],
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

  test("requires BASE_URL if PORT is a Unix socket", () => {
    const PORT = "/run/candor/candor.sock";
    expect(() => parseEnv({ PORT })).toThrow(/^BASE_URL: required/);
    expect(parseEnv({ PORT, BASE_URL: "https://status.example.com" }).PORT).toBe(PORT);
  });

  test("names every invalid setting in one line", () => {
    expect(() => parseEnv({ PORT: "x", REGISTRATION: "x" })).toThrow(
      /^PORT: [^\n]+; REGISTRATION: [^\n]+$/,
    );
  });

  test("overrides each limit with the value of its LIMIT_ setting", () => {
    for (const key of Object.keys(limits) as (keyof typeof limits)[]) {
      const name = getLimitSetting(key);
      parseEnv({ [name]: "7" });
      expect([name, limits[key]]).toEqual([name, 7]);
    }
  });

  test("trims STATUS_HOST_SUFFIX and converts it to lower case", () =>
    expect(
      ["Status.Example.com ", "localhost"].map(
        (suffix) => parseEnv({ STATUS_HOST_SUFFIX: suffix }).STATUS_HOST_SUFFIX,
      ),
    ).toEqual(["status.example.com", "localhost"]));

  test("splits secrets and origins at commas", () => {
    const [one, two] = ["a".repeat(32), "b".repeat(32)];
    expect(parseEnv({ SESSION_SECRET: `${one}, ${two}` }).SESSION_SECRET).toEqual([one, two]);
    expect(
      parseEnv({ CORS_ORIGINS: "https://a.example,http://b.example:8080" }).CORS_ORIGINS,
    ).toEqual(["https://a.example", "http://b.example:8080"]);
  });
});

describe("PUBLISH_TO", () => {
  const keys = { AWS_ACCESS_KEY_ID: "KEY", AWS_SECRET_ACCESS_KEY: "a secret" };
  const target = {
    endpoint: "https://s3.eu-central-1.amazonaws.com",
    region: "eu-central-1",
    bucket: "acme",
    prefix: "",
    isPathStyle: false,
    accessKeyId: "KEY",
    secretAccessKey: "a secret",
  };

  test("is the local directory by default, and can list several stores", () => {
    expect(parseEnv({}).PUBLISH_TO).toEqual(["local"]);
    expect(
      parseEnv({ ...keys, PUBLISH_TO: "local, s3://acme?region=eu-central-1" }).PUBLISH_TO,
    ).toEqual(["local", target]);
    expect(
      parseEnv({
        PUBLISH_TO: "s3://OTHER:its%2Fown@acme/a/b/?endpoint=http://garage:3900&region=garage",
      }).PUBLISH_TO,
    ).toEqual([
      {
        endpoint: "http://garage:3900",
        region: "garage",
        bucket: "acme",
        prefix: "a/b",
        isPathStyle: true,
        accessKeyId: "OTHER",
        secretAccessKey: "its/own",
      },
    ]);
    const virtual = "s3://acme?endpoint=https://s3.example.com&style=host";
    expect(parseEnv({ ...keys, PUBLISH_TO: virtual }).PUBLISH_TO).toMatchObject([
      { isPathStyle: false, region: "us-east-1" },
    ]);
  });

  test("has errors that name the problem without the credentials", () => {
    for (const [value, problem] of [
      ["/srv/pages", "each entry must be local or s3://"],
      ["https://KEY:a-secret@s3.example.com", "each entry must be local or s3://"],
      ["s3://KEY:a-secret@acme?bucket=x", "the parameter “bucket” is unknown"],
      ["s3://KEY:a-secret@acme?endpoint=s3.example.com", "endpoint must be an origin"],
      ["s3://KEY:a-secret@acme?style=dns", "style must be path or host"],
      ["s3://KEY:a-secret%@acme", "write each % in the credentials and the prefix as %25"],
      ["s3://KEY:a-secret@acme/100%", "write each % in the credentials and the prefix as %25"],
      ["s3://acme", "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for the bucket “acme”"],
    ]) {
      expect(() => parseEnv({ PUBLISH_TO: value })).toThrow(`PUBLISH_TO: ${problem}`);
      expect(() => parseEnv({ PUBLISH_TO: value })).not.toThrow("a-secret");
    }
  });
});
