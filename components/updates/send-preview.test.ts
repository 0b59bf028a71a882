import { expect, test } from "vitest";
import { blockLinks } from "./send-preview";

test("links in an email preview open a new window, which the sandbox blocks", () => {
  expect(blockLinks("<html><head><title>New disks</title></head></html>")).toBe(
    '<html><head><base target="_blank"/><title>New disks</title></head></html>',
  );
});
