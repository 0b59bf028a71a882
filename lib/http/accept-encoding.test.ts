import { expect, test } from "vitest";
import { chooseEncoding, type Encoding } from "./accept-encoding";

test("the encoding with the highest weight is chosen, and Brotli is preferred at equal weights", () => {
  const cases: [header: string | undefined, expected: Encoding][] = [
    [undefined, "identity"],
    ["", "identity"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, deflate", "gzip"],
    ["BR;Q=0.5", "br"],
    ["br;q=0.1, gzip;q=1", "gzip"],
    ["br ; q=0.001", "br"],
    ["gzip;q=0.5, identity;q=0.5", "gzip"],
    ["gzip;q=0.5", "gzip"],
    ["*", "br"],
    ["*;q=0.5, br;q=0", "gzip"],
    ["*;q=0.5, gzip", "gzip"],
    ["identity", "identity"],
    ["identity, gzip;q=0.5", "identity"],
    ["identity;q=0.5, *", "br"],
    ["br;q=0, gzip;q=0.000", "identity"],
    ["deflate, zstd, xbr, not-gzip", "identity"],
    ["br;q=much, gzip;q", "identity"],
  ];
  for (const [header, expected] of cases)
    expect([header, chooseEncoding(header)]).toEqual([header, expected]);
});

test("the encoding `identity` is chosen if the header excludes all others", () => {
  for (const header of ["identity;q=1, *;q=0", "*;q=0", "identity;q=0", "identity;q=0, *;q=0"])
    expect([header, chooseEncoding(header)]).toEqual([header, "identity"]);
});
