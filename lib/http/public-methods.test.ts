import { expect, test } from "vitest";
import {
  isPublicApi,
  isPublicWrite,
  getPreflightHeaders,
  listPublicMethods,
} from "./public-methods";

test("a CORS preflight allows any header, and the methods that other sites may use", () => {
  const cases: [path: string, allow: string, shared: string][] = [
    ["/api/v2/status.json", "GET, HEAD", "GET, HEAD"],
    ["/history.atom", "GET, HEAD", "GET, HEAD"],
    ["/subscribe", "GET, HEAD, POST", "GET, HEAD"],
    ["/api/v2/subscribers.json", "POST, DELETE", "POST, DELETE"],
    ["/api/v2/subscribers/abc.json", "DELETE", "DELETE"],
  ];
  for (const [path, Allow, shared] of cases)
    expect({ path, ...getPreflightHeaders(path) }).toEqual({
      path,
      Allow,
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Methods": shared,
      "Access-Control-Allow-Headers": "*, Authorization",
      "Access-Control-Max-Age": "86400",
    });
});

test("only the subscription form and the subscriber API accept writes", () => {
  const writes = ["/subscribe", "/api/v2/subscribers.json", "/api/v2/subscribers/a_-1.json"];
  for (const path of writes) {
    for (const method of ["POST", "DELETE", "PUT", "GET"])
      expect([path, method, isPublicWrite(method, path)]).toEqual([
        path,
        method,
        method !== "GET" && listPublicMethods(path).includes(method),
      ]);
  }
  for (const path of ["", "/subscribe/sent", "/api/v2/status.json", "/api/v2/subscribers/a/b"])
    expect([path, isPublicWrite("POST", path)]).toEqual([path, false]);
});

test("isPublicApi: returns true for every path under /api/v2", () => {
  expect(["/api/v2", "/api/v2/nothing", "/api/v2/status.json"].map(isPublicApi)).toEqual([
    true,
    true,
    true,
  ]);
  expect(["/api/v20", "/x/api/v2", ""].map(isPublicApi)).toEqual([false, false, false]);
});
