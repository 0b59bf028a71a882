import { expect, test } from "vitest";
import { listInvalidPaths } from "@/e2e/support/invalid-paths";
import { deliveryList, summaryQuery } from "./schema";

test("the summary of deliveries spans 24 hours by default, and accepts 1 to 168 hours", () => {
  expect(summaryQuery.parse({})).toEqual({ hours: 24 });
  for (const hours of ["1", "168"])
    expect(summaryQuery.parse({ hours })).toEqual({ hours: Number(hours) });
  for (const hours of ["0", "169", "1.5", "", "-1", "1e1"])
    expect(listInvalidPaths(summaryQuery, { hours })).toEqual(["hours"]);
});

test("the list of deliveries accepts unknown IDs and cursors, but not unknown states or channels", () => {
  expect(listInvalidPaths(deliveryList, { state: "lost" })).toEqual(["state"]);
  expect(listInvalidPaths(deliveryList, { channel: "pigeon" })).toEqual(["channel"]);
  for (const name of ["subscriber", "incident", "maintenance", "before"]) {
    expect(listInvalidPaths(deliveryList, { [name]: "\0" })).toEqual([name]);
    for (const value of ["", "x", "%", "a".repeat(3_000)])
      expect(deliveryList.parse({ [name]: value })).toEqual({ [name]: value });
  }
});
