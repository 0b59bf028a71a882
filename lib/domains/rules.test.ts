import { describe, expect, test } from "vitest";
import {
  applyResult,
  combineChecks,
  GRACE_PERIOD_MS,
  getGracePeriodEnd,
  validateHost,
  type VerificationStatus,
} from "./rules";

describe("validateHost", () => {
  test.each([
    ["status.acme.example", "status.acme.example"],
    ["  Status.ACME.Example. ", "status.acme.example"],
    ["status.bücher.example", "status.xn--bcher-kva.example"],
    ["状態。例え.テスト", "xn--8huq10b.xn--r8jz45g.xn--zckzah"],
    ["1.acme.example", "1.acme.example"],
    [
      `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}`,
      `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}`,
    ],
  ])("normalizes %s to %s", (text, host) => expect(validateHost(text)).toEqual({ host }));

  test.each([
    ["", "must not be empty"],
    ["   ", "must not be empty"],
    [
      "https://status.acme.example",
      "must be only a host name, such as status.example.com, without https:// or a path",
    ],
    [
      "status.acme.example/",
      "must be only a host name, such as status.example.com, without https:// or a path",
    ],
    [
      "ada@status.acme.example",
      "must be only a host name, such as status.example.com, without https:// or a path",
    ],
    ["status.acme.example:8443", "must not include a port"],
    ["192.0.2.1", "must be a host name, not an IP address"],
    ["0x7f.1", "must be a host name, not an IP address"],
    ["2130706433", "must be a host name, not an IP address"],
    ["[2001:db8::1]", "must be a host name, such as status.example.com"],
    ["2001:db8::1", "must be a host name, such as status.example.com"],
    ["localhost", "must not be localhost"],
    ["status.localhost", "must not be localhost"],
    ["acme", "must be a full domain name, such as status.example.com"],
    ["*.acme.example", "must be a host name, such as status.example.com"],
    ["_x.acme.example", "must be a host name, such as status.example.com"],
    ["-a.acme.example", "must be a host name, such as status.example.com"],
    ["a..example", "must be a host name, such as status.example.com"],
    [".example.com", "must be a host name, such as status.example.com"],
    ["a b.example", "must be a host name, such as status.example.com"],
    ["a%2eb.example", "must be a host name, such as status.example.com"],
    [`${"a".repeat(64)}.example`, "must be a host name, such as status.example.com"],
    [
      `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(62)}`,
      "must be at most 253 characters",
    ],
  ])("rejects %j: %s", (text, reason) => expect(validateHost(text)).toEqual({ reason }));
});

const absent = { state: "absent", problem: "Missing." } as const;
const unknown = { state: "unknown", problem: "No response." } as const;
const found = { state: "found" } as const;

test.each([
  [found, absent, { state: "found", problem: null }],
  [absent, found, { state: "found", problem: null }],
  [unknown, found, { state: "found", problem: null }],
  [absent, absent, { state: "absent", problem: "Missing. Missing." }],
  [absent, unknown, { state: "unknown", problem: "Missing. No response." }],
  [unknown, absent, { state: "unknown", problem: "No response. Missing." }],
  [unknown, unknown, { state: "unknown", problem: "No response. No response." }],
] as const)("combineChecks: %j and %j give %j", (dns, file, result) =>
  expect(combineChecks(dns, file)).toEqual(result),
);

describe("applyResult", () => {
  const DAY_MS = 86_400_000;
  const start = new Date("2026-11-20T09:30:00Z");
  const day = (days: number) => new Date(start.getTime() + days * DAY_MS);
  const fresh: VerificationStatus = {
    host: "status.acme.example",
    verifiedAt: null,
    checkedAt: null,
    missingSince: null,
    problem: null,
  };
  /**
   * Converts daily results (f = found, a = absent, u = unknown) to daily states (+ = verified, - =
   * not verified).
   */
  const listStates = (days: string) => {
    let status = fresh;
    return [...days]
      .map((letter, index) => {
        status = applyResult(
          status,
          letter === "f"
            ? { state: "found", problem: null }
            : { state: letter === "a" ? "absent" : "unknown", problem: "Gone." },
          day(index),
        );
        return status.verifiedAt === null ? "-" : "+";
      })
      .join("");
  };

  test.each([
    ["f", "+"],
    ["a", "-"],
    ["u", "-"],
    ["auf", "--+"],
    ["faaaaaaa", "++++++++"],
    ["faaaaaaaa", "++++++++-"],
    ["faaaaaafaaaaaaa", "+++++++++++++++"],
    ["fuuuuuuuuuuuuuuu", "++++++++++++++++"],
    ["fauuuuuuuuuu", "++++++++++++"],
    ["fauuuuuuua", "+++++++++-"],
    ["faaaaaaaaf", "++++++++-+"],
  ])("converts the daily results %s to the states %s", (days, expected) =>
    expect(listStates(days)).toBe(expected),
  );

  test("records when a host was verified and checked, and when its grace period ends", () => {
    const verified = applyResult(fresh, { state: "found", problem: null }, day(0));
    expect(verified).toEqual({ ...fresh, verifiedAt: day(0), checkedAt: day(0) });
    const absent = applyResult(verified, { state: "absent", problem: "Gone." }, day(1));
    expect(absent).toEqual({
      ...verified,
      checkedAt: day(1),
      missingSince: day(1),
      problem: "Gone.",
    });
    expect(getGracePeriodEnd(absent)).toEqual(new Date(day(1).getTime() + GRACE_PERIOD_MS));
    expect(applyResult(absent, { state: "unknown", problem: "No response." }, day(2))).toEqual({
      ...absent,
      checkedAt: day(2),
      problem: "No response.",
    });
    expect(applyResult(absent, { state: "found", problem: null }, day(3))).toEqual({
      ...verified,
      checkedAt: day(3),
    });
    expect(getGracePeriodEnd(verified)).toBeNull();
  });
});
