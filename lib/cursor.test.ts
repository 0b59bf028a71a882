import { expect, test } from "vitest";
import { invalidPaths } from "@/e2e/support/invalid-paths";
import { idPage } from "./cursor";

test("lists without filters reject an invalid cursor", () => {
  expect(invalidPaths(idPage, { before: "x" })).toEqual(["before"]);
});
