import { describe, expect, test } from "vitest";
import { afterCheck, GRACE_MS, judgeHost, servedUntil, type Standing, weigh } from "./rules";

describe("a host", () => {
  test.each([
    ["status.acme.example", "status.acme.example"],
    ["  Status.ACME.Example. ", "status.acme.example"],
    ["status.bücher.example", "status.xn--bcher-kva.example"],
    ["状態。例え.テスト", "xn--8huq10b.xn--r8jz45g.xn--zckzah"],
    ["1.acme.example", "1.acme.example"],
    [`${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}`, `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}`],
  ])("%s is taken as %s", (text, host) => expect(judgeHost(text)).toEqual({ host }));

  test.each([
    ["", "must not be empty"],
    ["   ", "must not be empty"],
    ["https://status.acme.example", "must be a host name alone, as in status.example.com: no https://, no path"],
    ["status.acme.example/", "must be a host name alone, as in status.example.com: no https://, no path"],
    ["ada@status.acme.example", "must be a host name alone, as in status.example.com: no https://, no path"],
    ["status.acme.example:8443", "must have no port: visitors come by those of http and https"],
    ["192.0.2.1", "must be a name, not an address of the network"],
    ["0x7f.1", "must be a name, not an address of the network"],
    ["2130706433", "must be a name, not an address of the network"],
    ["[2001:db8::1]", "must be a host name, as in status.example.com"],
    ["2001:db8::1", "must be a host name, as in status.example.com"],
    ["localhost", "must not be this machine’s own name"],
    ["status.localhost", "must not be this machine’s own name"],
    ["acme", "must have a domain, as in status.example.com"],
    ["*.acme.example", "must be a host name, as in status.example.com"],
    ["_x.acme.example", "must be a host name, as in status.example.com"],
    ["-a.acme.example", "must be a host name, as in status.example.com"],
    ["a..example", "must be a host name, as in status.example.com"],
    [".example.com", "must be a host name, as in status.example.com"],
    ["a b.example", "must be a host name, as in status.example.com"],
    ["a%2eb.example", "must be a host name, as in status.example.com"],
    [`${"a".repeat(64)}.example`, "must be a host name, as in status.example.com"],
    [`${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(62)}`, "must be at most 253 characters"],
  ])("%j is none: %s", (text, reason) => expect(judgeHost(text)).toEqual({ reason }));
});

const absent = { state: "absent", words: "Not there." } as const;
const unknown = { state: "unknown", words: "Cannot tell." } as const;
const found = { state: "found" } as const;

test.each([
  [found, absent, { state: "found", problem: null }],
  [absent, found, { state: "found", problem: null }],
  [unknown, found, { state: "found", problem: null }],
  [absent, absent, { state: "absent", problem: "Not there. Not there." }],
  [absent, unknown, { state: "unknown", problem: "Not there. Cannot tell." }],
  [unknown, absent, { state: "unknown", problem: "Cannot tell. Not there." }],
  [unknown, unknown, { state: "unknown", problem: "Cannot tell. Cannot tell." }],
] as const)("%j and %j come to %j", (dns, file, proof) => expect(weigh(dns, file)).toEqual(proof));

describe("what follows from checks", () => {
  const DAY_MS = 86_400_000;
  const start = new Date("2026-11-20T09:30:00Z");
  const day = (days: number) => new Date(start.getTime() + days * DAY_MS);
  const fresh: Standing = { host: "status.acme.example", verifiedAt: null, checkedAt: null, missingSince: null, problem: null };
  /** One letter a day: found, absent, unknown. Served on which days, as the days go by. */
  const served = (days: string) => {
    let standing = fresh;
    return [...days].map((letter, index) => {
      standing = afterCheck(standing, letter === "f" ? { state: "found", problem: null } : { state: letter === "a" ? "absent" : "unknown", problem: "Gone." }, day(index));
      return standing.verifiedAt === null ? "-" : "+";
    }).join("");
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
  ])("%s: %s", (days, expected) => expect(served(days)).toBe(expected));

  test("are told: since when it is proven, when it was checked, until when it is served", () => {
    const proven = afterCheck(fresh, { state: "found", problem: null }, day(0));
    expect(proven).toEqual({ ...fresh, verifiedAt: day(0), checkedAt: day(0) });
    const gone = afterCheck(proven, { state: "absent", problem: "Gone." }, day(1));
    expect(gone).toEqual({ ...proven, checkedAt: day(1), missingSince: day(1), problem: "Gone." });
    expect(servedUntil(gone)).toEqual(new Date(day(1).getTime() + GRACE_MS));
    expect(afterCheck(gone, { state: "unknown", problem: "Cannot tell." }, day(2))).toEqual({ ...gone, checkedAt: day(2), problem: "Cannot tell." });
    expect(afterCheck(gone, { state: "found", problem: null }, day(3))).toEqual({ ...proven, checkedAt: day(3) });
    expect(servedUntil(proven)).toBeNull();
  });
});
