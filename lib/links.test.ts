import { afterEach, beforeEach, expect, test } from "vitest";
import { env } from "./env";
import { getSubdomainHost, readSubdomain } from "./links";

const { BASE_URL } = env;
beforeEach(() => {
  env.STATUS_HOST_SUFFIX = "example.com";
  env.BASE_URL = "https://candor.example.com:8443";
});
afterEach(() => {
  delete env.STATUS_HOST_SUFFIX;
  env.BASE_URL = BASE_URL;
});

test("getSubdomainHost: returns a subdomain of STATUS_HOST_SUFFIX, or null if it can't be used", () => {
  expect(getSubdomainHost("acme")).toBe("acme.example.com");
  expect(getSubdomainHost(null)).toBeNull();
  expect(getSubdomainHost("candor")).toBeNull();
  delete env.STATUS_HOST_SUFFIX;
  expect(getSubdomainHost("acme")).toBeNull();
});

test("readSubdomain: returns the label of a subdomain of STATUS_HOST_SUFFIX", () => {
  expect(readSubdomain("acme.example.com")).toBe("acme");
  for (const invalid of ["a.b", "../x", "-a", "", "a_b"])
    expect(readSubdomain(`${invalid}.example.com`)).toBe("");
  for (const other of ["example.com", "candor.example.com", "acme.example.net", "acmeexample.com"])
    expect(readSubdomain(other)).toBeNull();
  delete env.STATUS_HOST_SUFFIX;
  expect(readSubdomain("acme.example.com")).toBeNull();
  expect(readSubdomain("acme.undefined")).toBeNull();
});
