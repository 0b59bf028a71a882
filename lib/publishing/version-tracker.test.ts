import { beforeEach, describe, expect, test } from "vitest";
import { VersionTracker } from "./version-tracker";

const EPOCH = "epoch-1";
let now = 0;
let tracker: VersionTracker;
const poll = (changes: Record<string, number> = {}, epoch = EPOCH) =>
  tracker.receivePoll({
    epoch,
    at: now,
    changes: Object.entries(changes).map(([organizationId, number]) => ({
      organizationId,
      number,
    })),
  });
const version = (number: number, epoch = EPOCH) => ({ epoch, number });

const isCurrent = (number: number) => tracker.isCurrent("acme", version(number));

beforeEach(() => {
  now = 1_000_000;
  tracker = new VersionTracker(() => now);
  poll();
});

describe("the version tracker", () => {
  test("is unconfirmed before the first poll, after a failed poll, and 10 seconds after a successful one", () => {
    expect(new VersionTracker(() => now).isConfirmed).toBe(false);
    expect(tracker.isConfirmed).toBe(true);
    tracker.receivePoll(null);
    expect([tracker.isConfirmed, tracker.confirmedAt]).toEqual([false, 1_000_000]);
    poll();
    now += 9_999;
    expect(tracker.isConfirmed).toBe(true);
    now += 1;
    expect(tracker.isConfirmed).toBe(false);
    poll();
    expect(tracker.isConfirmed).toBe(true);
  });

  test("keeps the newest of the versions that are read, committed, and polled, in any order", () => {
    tracker.recordVersion("acme", version(5));
    tracker.recordCommit("acme", 7);
    tracker.recordVersion("acme", version(6));
    expect([isCurrent(6), isCurrent(7)]).toEqual([false, true]);
    poll({ acme: 9 });
    tracker.recordCommit("acme", 8);
    expect([isCurrent(8), isCurrent(9)]).toEqual([false, true]);
  });

  test("remembers a change of an organization whose page no visitor has requested yet", () => {
    poll({ acme: 7 });
    tracker.recordVersion("acme", version(6));
    expect([isCurrent(6), isCurrent(7)]).toEqual([false, true]);
  });

  test("ignores versions of epochs other than that of the last poll", () => {
    tracker.recordVersion("acme", version(5));
    tracker.recordVersion("acme", version(3, "epoch-2"));
    expect(isCurrent(5)).toBe(true);
    poll({}, "epoch-2");
    tracker.recordVersion("acme", version(5));
    expect([isCurrent(5), tracker.isOutdated("acme", version(5))]).toEqual([false, true]);
    tracker.recordVersion("acme", version(3, "epoch-2"));
    expect(tracker.isCurrent("acme", version(3, "epoch-2"))).toBe(true);
  });

  test("looks a version up again after a minute, because polls don't show deletions", () => {
    tracker.recordVersion("acme", version(5));
    now += 60_001;
    expect([isCurrent(5), tracker.isOutdated("acme", version(5))]).toEqual([false, false]);
    expect(tracker.isOutdated("acme", version(4))).toBe(true);
    tracker.recordVersion("acme", version(5));
    expect(isCurrent(5)).toBe(true);
  });
});
