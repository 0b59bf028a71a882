import { afterEach, expect, test } from "vitest";
import { env } from "@/lib/env";
import type { Domain } from "./queries";
import { serializeDomain } from "./serialize";

const { BASE_URL } = env;
afterEach(() => void (env.BASE_URL = BASE_URL));

const serialize = (of: Domain | null, baseUrl: string | undefined) => {
  env.BASE_URL = baseUrl;
  return serializeDomain(of, "acme");
};
const domain = {
  host: "status.acme.example",
  token: "t",
  problem: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  verifiedAt: null,
  checkedAt: null,
  missingSince: null,
};

test("page_url: is set if BASE_URL is set, even to localhost", () => {
  expect(serialize(null, "http://localhost:3000").page_url).toBe(
    "http://localhost:3000/status/acme",
  );
  expect(serialize(null, undefined).page_url).toBeNull();
  expect(serialize(null, "https://candor.example.com").page_url).toBe(
    "https://candor.example.com/status/acme",
  );
});

test("address_record: is a CNAME or A record, or null if only the same machine can reach the installation", () => {
  for (const url of [
    "http://localhost:3000",
    "http://app.localhost",
    "http://127.0.0.1:3000",
    "http://[::1]:3000",
  ])
    expect(serialize(domain, url).address_record).toBeNull();
  expect(serialize(domain, "https://candor.example.com").address_record).toEqual({
    type: "CNAME",
    name: "status.acme.example",
    value: "candor.example.com",
  });
  expect(serialize(domain, "http://192.0.2.7").address_record).toEqual({
    type: "A",
    name: "status.acme.example",
    value: "192.0.2.7",
  });
});
