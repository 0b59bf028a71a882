import { expect, test } from "vitest";
import { getCountedSince } from "./uptime-bars";

const days = ["2026-08-26", "2026-08-27", "2026-08-28"];

test.each([
  ["2026-08-15", null],
  ["2026-08-26", null],
  ["2026-08-27", "2026-08-27"],
  [null, null],
])(
  "getCountedSince: uptime measured from %s returns %s for bars from 2026-08-26",
  (counted_from, shown) => {
    expect(getCountedSince({ counted_from }, days)).toBe(shown);
  },
);
