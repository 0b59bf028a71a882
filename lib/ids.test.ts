import { v7 } from "uuid";
import { expect, test } from "vitest";
import { firstIdOf } from "./ids";

test("the first id of a moment lies behind what was made before it, and before what is made from it on", () => {
  for (const msecs of [0, 255, 4_294_967_296, Date.UTC(2026, 10, 21)]) {
    const first = firstIdOf(new Date(msecs));
    const lowest = { seq: 0, random: new Uint8Array(16) };
    const highest = { seq: 0xffffffff, random: new Uint8Array(16).fill(0xff) };
    expect(first <= v7({ msecs, ...lowest })).toBe(true);
    if (msecs > 0) expect(v7({ msecs: msecs - 1, ...highest }) < first).toBe(true);
  }
});
