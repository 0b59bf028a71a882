import { expect, test } from "vitest";
import { parseUrl } from "./parse-url";

test("parseUrl: a URL with an umlaut is still valid after it was parsed many times", () => {
  for (let index = 0; index < 20_000; index++)
    expect(parseUrl("https://bücher.example/")?.hostname).toBe("xn--bcher-kva.example");
});

test.each(["", "example.com", "https://", "https://a b/"])(
  "parseUrl: returns null for “%s”",
  (text) => {
    expect(parseUrl(text)).toBeNull();
  },
);
