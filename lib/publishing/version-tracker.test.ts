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

beforeEach(() => {
  now = 1_000_000;
  tracker = new VersionTracker(() => now);
  poll();
});

describe("the version tracker", () => {
  test("is unconfirmed before the first poll, after a failed one, and without one for 10 seconds", () => {
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
    tracker.suspend();
    expect(tracker.isConfirmed).toBe(false);
  });

  test("keeps the newest of the versions that are read, committed and polled, in any order", () => {
    tracker.learn("acme", version(5));
    tracker.commit("acme", 7);
    tracker.learn("acme", version(6));
    expect(tracker.get("acme")).toEqual(version(7));
    poll({ acme: 9, other: 3 });
    tracker.commit("acme", 8);
    expect(tracker.get("acme")).toEqual(version(9));
    expect(tracker.get("other"), "only organizations with visitors are tracked").toBeUndefined();
  });

  test("remembers a commit of an organization that no visitor has requested yet", () => {
    tracker.commit("acme", 7);
    tracker.learn("acme", version(6));
    expect(tracker.get("acme")).toEqual(version(7));
  });

  test("forgets the versions of another epoch", () => {
    tracker.learn("acme", version(5));
    poll({}, "epoch-2");
    expect(tracker.get("acme")).toBeUndefined();
    tracker.learn("acme", version(3, "epoch-2"));
    expect(tracker.get("acme")).toEqual(version(3, "epoch-2"));
  });

  test("looks a version up again after a minute, because polls don't show deletions", () => {
    tracker.learn("acme", version(5));
    now += 60_001;
    expect(tracker.get("acme")).toBeUndefined();
    tracker.learn("acme", version(5));
    expect(tracker.get("acme")).toEqual(version(5));
    tracker.forget("acme");
    expect(tracker.get("acme")).toBeUndefined();
  });
});
