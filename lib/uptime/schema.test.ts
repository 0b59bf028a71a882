import { expect, test } from "vitest";
import { listInvalidPaths } from "@/e2e/support/invalid-paths";
import { uptimeSpan } from "./schema";

test("the uptime report covers 90 days by default", () => {
  expect(uptimeSpan.parse({})).toEqual({ days: 90 });
});

test.each(["1", "365"])("the uptime report can cover %s days", (days) =>
  expect(uptimeSpan.parse({ days })).toEqual({ days: Number(days) }),
);

test.each(["0", "366", "-1", "1.5", "9e1", "ninety", "", "0x10", "\0", "1000000000000"])(
  "the uptime report cannot cover %j days",
  (days) => expect(listInvalidPaths(uptimeSpan, { days })).toEqual(["days"]),
);
