import { expect, test } from "vitest";
import { CLAIMS_PER_TARGET, type DeliveryClaim } from "./claim";
import { Sender } from "./send";

function createJobs(organizationId: string, target: string, count: number) {
  const claim: DeliveryClaim = {
    ...{ id: "", eventId: "", subscriberId: "", channel: "webhook", attempts: 1 },
    ...{ organizationId, target, leasedUntil: new Date(0) },
  };
  const send = async () => ({ ok: true, statusCode: 200, error: null, response: "" });
  return Array.from({ length: count }, () => ({ claim, send }));
}

test("a target is busy for an organization with many jobs, and for all if they have many together", () => {
  const ignore = () => undefined;
  const options = { now: () => new Date(0), onOutcome: ignore, onExpire: ignore, onEnd: ignore };
  const sender = new Sender(options);
  const add = (organizationId: string, target: string) => {
    for (const job of createJobs(organizationId, target, CLAIMS_PER_TARGET)) sender.add(job);
  };
  add("acme", "slow.example");
  expect(sender.countBusyTargets()("acme")).toEqual(["slow.example"]);
  expect(sender.countBusyTargets()("other")).toEqual([]);
  for (let n = 1; n < 8; n++) add(`organization ${n}`, "slow.example");
  expect(sender.countBusyTargets()("other")).toEqual(["slow.example"]);
});
