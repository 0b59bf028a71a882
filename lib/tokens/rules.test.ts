import { describe, expect, test } from "vitest";
import { requireValidExpiry } from "./rules";

const NOW = new Date("2026-11-20T09:30:00.000Z");

describe("at 09:30 UTC on November 20, 2026, the expiry of a token", () => {
  test.each([null, "2026-11-20T09:30:00.001Z", "2031-11-20T09:30:00.000Z"])("can be %s", (at) =>
    expect(() => requireValidExpiry(at === null ? null : new Date(at), NOW)).not.toThrow(),
  );

  test.each([
    "2026-11-20T09:30:00.000Z",
    "2001-01-01T00:00:00Z",
    "2031-11-20T09:30:00.001Z",
    "9999-12-31T23:59:59Z",
  ])("cannot be %s", (at) =>
    expect(() => requireValidExpiry(new Date(at), NOW)).toThrow(
      expect.objectContaining({
        kind: "invalid",
        extra: { errors: [{ path: "expires_at", message: expect.any(String) }] },
      }),
    ),
  );
});
