import { expect, test } from "vitest";
import { listInvalidPaths } from "@/e2e/support/invalid-paths";
import { auditFilter } from "./schema";

test.each(["1", "100"])("the audit log accepts the limit %s", (limit) =>
  expect(auditFilter.parse({ limit })).toEqual({ limit: Number(limit) }),
);

test.each(["0", "101", "x"])("the audit log rejects the limit %s", (limit) =>
  expect(listInvalidPaths(auditFilter, { limit })).toEqual(["limit"]),
);
