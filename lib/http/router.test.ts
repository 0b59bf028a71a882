import { expect, test } from "vitest";
import { operations } from "./operations";
import { createRouter, type RouteModule, selectHandler } from "./router";

const loaded: string[] = [];
const findRoute = createRouter(async (folder) => {
  loaded.push(folder);
  return {};
});
const findFolder = async (path: string) => {
  const match = findRoute(path);
  const count = loaded.length;
  await match?.load();
  return match === null ? null : (loaded[count] ?? "loaded before");
};

test("the router finds the route file of a path, with decoded parameters", async () => {
  for (const { path } of Object.values(operations)) {
    const match = findRoute(path.replaceAll(/\{(\w+)\}/g, "$1%20%2F"));
    expect(match?.params).toEqual(
      Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, `${name} /`])),
    );
  }
  expect(await findFolder("/v1/organizations/acme")).toBe("v1/organizations/[orgID]");
  expect(await findFolder("/v1/organizations/other")).toBe("loaded before");
});

test("a fixed segment takes precedence over a parameter", async () => {
  const components = "/v1/organizations/acme/components";
  expect(await findFolder(`${components}/order`)).toBe("v1/organizations/[orgID]/components/order");
  expect(findRoute(`${components}/order/history`)?.params).toMatchObject({ componentID: "order" });
  expect(findRoute(`${components}/orders`)?.params).toMatchObject({ componentID: "orders" });
});

test.each([
  "/v1",
  "/v1/",
  "/v1/me/",
  "/v1/ME",
  "/v1/%6de",
  "/v1/openapixjson",
  "/v1/organizations/acme/nope",
  "/healthz/x",
  "/",
])("the path %s has no route", (path) => expect(findRoute(path)).toBeNull());

test("HEAD uses the handler of GET, and a method without a handler uses the handler of OPTIONS", () => {
  const GET = async () => new Response("get");
  const OPTIONS = async () => new Response("options");
  const exported: RouteModule = { GET, OPTIONS };
  expect(["GET", "HEAD", "POST", "TRACE"].map((method) => selectHandler(exported, method))).toEqual(
    [GET, GET, OPTIONS, OPTIONS],
  );
  expect(selectHandler({ GET }, "POST")).toBeUndefined();
});
