import { expect, test } from "vitest";
import { checkProxy, listProxyHeaders } from "./proxy";

const request = (
  headers: Record<string, string>,
  derived: { client?: string; protocol?: "http" | "https" } = {},
) => ({
  ...{ client: "203.0.113.7", protocol: "https" as const },
  ...derived,
  headers: listProxyHeaders(new Headers(headers)),
});

test("only headers of proxies are listed, never cookies or credentials", () => {
  const headers = new Headers({
    Host: "status.example.com",
    Cookie: "session_token=secret",
    Authorization: "Bearer secret",
    "X-Forwarded-For": "203.0.113.7",
  });
  expect(listProxyHeaders(headers)).toEqual([
    { name: "host", value: "status.example.com" },
    { name: "x-forwarded-for", value: "203.0.113.7" },
  ]);
});

test("a proxy that is not trusted is reported with the setting that trusts it", () => {
  const arrived = request({ "X-Forwarded-For": "203.0.113.7" }, { client: "10.0.0.1" });
  expect(checkProxy(arrived, undefined)).toMatchObject({
    status: "warn",
    message: "X-Forwarded-For (203.0.113.7) is ignored, because 10.0.0.1 is not a trusted proxy.",
    fix: "Set TRUST_PROXY=10.0.0.1 if it is your proxy.",
  });
});

test("a protocol or host that differs from BASE_URL is reported", () => {
  const base = "https://status.example.com";
  const host = { Host: "status.example.com" };
  expect(checkProxy(request(host, { protocol: "http" }), base)).toMatchObject({
    status: "warn",
    message: "BASE_URL is HTTPS, but this request arrived as HTTP.",
  });
  expect(checkProxy(request({ Host: "10.0.0.2:3000" }), base)).toMatchObject({
    status: "warn",
    message: "This request is for 10.0.0.2:3000, but BASE_URL names status.example.com.",
  });
  expect(checkProxy(request(host), base)).toEqual({
    name: "proxy",
    status: "ok",
    message: "This request is from 203.0.113.7, over HTTPS.",
  });
});

test("an X-Forwarded-For header with several addresses is valid if one of them is the client's", () => {
  const arrived = request({ Host: "a", "X-Forwarded-For": "198.51.100.1, 203.0.113.7" });
  expect(checkProxy(arrived, undefined)).toMatchObject({ status: "ok" });
});
