import { expect, test } from "vitest";
import { serializeDomain } from "./serialize";

const installation = (url: string, hasBaseUrl: boolean) => ({
  host: new URL(url).hostname,
  hasBaseUrl,
  getOrigin: (host: string) => `https://${host}`,
  getPageUrl: (host: string | null) => (host === null ? `${url}/status/acme` : `https://${host}`),
});
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
  expect(serializeDomain(null, installation("http://localhost:3000", true)).page_url).toBe(
    "http://localhost:3000/status/acme",
  );
  expect(serializeDomain(null, installation("http://localhost:3000", false)).page_url).toBeNull();
  expect(serializeDomain(null, installation("https://candor.example.com", true)).page_url).toBe(
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
    expect(serializeDomain(domain, installation(url, true)).address_record).toBeNull();
  expect(
    serializeDomain(domain, installation("https://candor.example.com", true)).address_record,
  ).toEqual({ type: "CNAME", name: "status.acme.example", value: "candor.example.com" });
  expect(serializeDomain(domain, installation("http://192.0.2.7", true)).address_record).toEqual({
    type: "A",
    name: "status.acme.example",
    value: "192.0.2.7",
  });
});
