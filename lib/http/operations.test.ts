import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { roles } from "@/lib/roles";
import type { Operation } from "@/lib/operation";
import { operations } from "./operations";
import type { OperationRoute } from "./route";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const all: Operation[] = Object.values(operations);

const files = readdirSync("app/v1", { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith("route.ts") && !file.includes("[["),
);
const onDisk = (
  await Promise.all(
    files.map(async (file) => {
      const exported = (await import(resolve("app/v1", file))) as Record<string, OperationRoute>;
      const path = join("/v1", file, "..").replaceAll("[", "{").replaceAll("]", "}");
      return METHODS.flatMap((method) =>
        exported[method]?.operation
          ? [{ method, path, operation: exported[method].operation }]
          : [],
      );
    }),
  )
).flat();

test("every route file uses the operation of its method and path, and every operation has a route", () => {
  expect(files.length).toBeGreaterThan(10);
  expect(
    onDisk.map(({ method, path, operation }) => `${operation.id}: ${method} ${path}`).toSorted(),
  ).toEqual(all.map(({ id, method, path }) => `${id}: ${method} ${path}`).toSorted());
  expect(onDisk.filter(({ operation }) => !all.includes(operation))).toEqual([]);
});

test("operation IDs are unique and equal to their keys", () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.map(({ id }) => id)).toEqual(Object.keys(operations));
});

test("operations of an organization require a role, except for a list of public operations", () => {
  const publicIds = all.filter(({ access }) => access === "public").map(({ id }) => id);
  expect(publicIds.toSorted()).toEqual(
    [
      "register",
      "login",
      "requestPasswordReset",
      "confirmPasswordReset",
      "subscribe",
      "confirmSubscription",
      "resendConfirmation",
      "resubscribe",
      "getSubscription",
      "changeSubscription",
      "endSubscription",
      "reactivateSubscription",
      "confirmEmailChange",
      "confirmEmailVerification",
      "showUnsubscribe",
      "unsubscribe",
      "getOpenapi",
      "getVersion",
    ].toSorted(),
  );
  const restricted = all.filter(({ access }) => access !== "public");
  const withRole = restricted.filter(({ access }) => (roles as readonly string[]).includes(access));
  expect(withRole.map(({ id }) => id)).toEqual(
    restricted
      .filter(({ path }) => path.startsWith("/v1/organizations/{orgID}"))
      .map(({ id }) => id),
  );
});

test("all operations of all domains are registered", async () => {
  const domains = readdirSync("lib").filter((domain) =>
    existsSync(join("lib", domain, "operations.ts")),
  );
  const modules = (await Promise.all(
    domains.map((domain) => import(resolve("lib", domain, "operations.ts"))),
  )) as Record<string, Record<string, Operation>>[];
  const declared = modules
    .flatMap((module) => Object.values(module))
    .flatMap((collection) => Object.values(collection));
  expect(declared.filter((operation) => !all.includes(operation)).map(({ id }) => id)).toEqual([]);
});

test("every operation that changes a readable resource or a display order accepts If-Match", () => {
  const isRead = (path: string) =>
    all.some(
      (operation) =>
        operation.path === path &&
        operation.method === "GET" &&
        operation.response.schema !== undefined,
    );
  const changes = all.filter(
    ({ method, access }) =>
      (method === "PATCH" || method === "PUT" || method === "DELETE") && access !== "public",
  );
  const expected = changes
    .filter(({ path }) => isRead(path) || path.endsWith("/order"))
    .filter(({ id }) => !["endOtherSessions", "deleteMe"].includes(id));
  expect(all.filter(({ supportsIfMatch }) => supportsIfMatch).map(({ id }) => id)).toEqual(
    expected.map(({ id }) => id),
  );
});
