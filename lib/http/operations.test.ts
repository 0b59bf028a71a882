import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { roles } from "@/lib/roles";
import type { Operation } from "@/lib/operation";
import { operations } from "./operations";
import type { Route } from "./route";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const all: Operation[] = Object.values(operations);

const files = readdirSync("app/v1", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith("route.ts") && !file.includes("[["));
/** What the routes on disk run with, each with the path of its folder. */
const onDisk = (
  await Promise.all(
    files.map(async (file) => {
      const exported = (await import(resolve("app/v1", file))) as Record<string, Route>;
      const path = join("/v1", file, "..").replaceAll("[", "{").replaceAll("]", "}");
      return METHODS.flatMap((method) => (exported[method]?.operation ? [{ method, path, operation: exported[method].operation }] : []));
    }),
  )
).flat();

test("every route on disk runs with an operation of its own method and path, and every operation has its route", () => {
  expect(files.length).toBeGreaterThan(10);
  expect(onDisk.map(({ method, path, operation }) => `${operation.id}: ${method} ${path}`).toSorted()).toEqual(all.map(({ id, method, path }) => `${id}: ${method} ${path}`).toSorted());
  expect(onDisk.filter(({ operation }) => !all.includes(operation))).toEqual([]);
});

test("each is named once, and under its own name", () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.map(({ id }) => id)).toEqual(Object.keys(operations));
});

test("below an organization, and nowhere else, a call takes a role; a public one is named here", () => {
  const open = all.filter(({ access }) => access === "public").map(({ id }) => id);
  expect(open.toSorted()).toEqual(
    [
      "register", "login", "requestPasswordReset", "confirmPasswordReset", "subscribe", "confirmSubscription", "getSubscription", "changeSubscription",
      "endSubscription", "reactivateSubscription", "confirmEmailChange", "showUnsubscribe", "unsubscribe", "getOpenapi",
    ].toSorted(),
  );
  const closed = all.filter(({ access }) => access !== "public");
  const takesRole = closed.filter(({ access }) => (roles as readonly string[]).includes(access));
  expect(takesRole.map(({ id }) => id)).toEqual(closed.filter(({ path }) => path.startsWith("/v1/organizations/{orgID}")).map(({ id }) => id));
});

test("a domain's operations are all collected", async () => {
  const rooms = readdirSync("lib").filter((room) => existsSync(join("lib", room, "operations.ts")));
  const modules = (await Promise.all(rooms.map((room) => import(resolve("lib", room, "operations.ts"))))) as Record<string, Record<string, Operation>>[];
  const declared = modules.flatMap((module) => Object.values(module)).flatMap((collection) => Object.values(collection));
  expect(declared.filter((operation) => !all.includes(operation)).map(({ id }) => id)).toEqual([]);
});

test("every change of what can be read at its own path, and every order of a list, takes If-Match", () => {
  const isRead = (path: string) => all.some((operation) => operation.path === path && operation.method === "GET" && operation.answer.schema !== undefined);
  const changes = all.filter(({ method, access }) => (method === "PATCH" || method === "PUT" || method === "DELETE") && access !== "public");
  const expected = changes.filter(({ path }) => isRead(path) || path.endsWith("/order")).filter(({ id }) => !["endOtherSessions", "deleteMe"].includes(id));
  expect(all.filter(({ conditional }) => conditional).map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
});
