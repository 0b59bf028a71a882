import { expect, test } from "vitest";
import { invalidPaths } from "@/e2e/support/invalid-paths";
import { auditFilter } from "./schema";

test.each(["1", "100"])("a page of the audit log can have %s entries", (limit) =>
  expect(auditFilter.parse({ limit })).toEqual({ limit: Number(limit) }),
);

test.each(["0", "101", "x"])("a page of the audit log cannot have %s entries", (limit) =>
  expect(invalidPaths(auditFilter, { limit })).toEqual(["limit"]),
);
