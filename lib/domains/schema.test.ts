import { expect, test } from "vitest";
import { listInvalidPaths } from "@/e2e/support/invalid-paths";
import { domainChoice } from "./schema";

test("a custom domain is normalized", () => {
  expect(domainChoice.parse({ host: " Status.Bücher.invalid. " })).toEqual({
    host: "status.xn--bcher-kva.invalid",
  });
});

test.each([
  undefined,
  null,
  7,
  "",
  "acme",
  "localhost",
  "192.0.2.1",
  "[::1]",
  "https://status.acme.example",
  "status.acme.example:443",
  "status.acme.example/page",
  "*.acme.example",
  "a\0b.example",
  `${"a.".repeat(200)}example`,
])("a custom domain cannot be %j", (host) =>
  expect(listInvalidPaths(domainChoice, { host })).toEqual(["host"]),
);
