import { expect, test } from "vitest";
import { shortenAddress } from "./address";

test("subscriber address: an email address of usual length is unchanged", () => {
  expect(shortenAddress("ada.lovelace@analytical-engines.example")).toBe(
    "ada.lovelace@analytical-engines.example",
  );
});

test("subscriber address: a long address keeps its start and end", () => {
  expect(shortenAddress(`https://example.com/${"path/".repeat(20)}hooks/one`)).toBe(
    "https://example.com/path/path…path/hooks/one",
  );
  expect(shortenAddress(`${"😀".repeat(60)}@example.com`)).toBe(
    `${"😀".repeat(29)}…😀😀@example.com`,
  );
});
