import { v7 } from "uuid";
import { expect, test } from "vitest";
import { getLowestIdAt } from "./ids";

test.each([1, 255, 4_294_967_296, Date.UTC(2026, 10, 21)])(
  "getLowestIdAt(%i): is greater than all earlier IDs, and at most the first ID from that time",
  (msecs) => {
    const lowest = getLowestIdAt(new Date(msecs));
    const lastBefore = v7({
      msecs: msecs - 1,
      seq: 0xffffffff,
      random: new Uint8Array(16).fill(0xff),
    });
    const firstSince = v7({ msecs, seq: 0, random: new Uint8Array(16) });
    expect([lastBefore < lowest, lowest <= firstSince]).toEqual([true, true]);
  },
);
