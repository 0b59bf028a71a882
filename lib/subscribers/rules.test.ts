import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addSecret, EVERYTHING, expressWish, hears, judgeChatUrl, newSecret, rotateSecrets, type Secret, showAddress, targetOf, type Wish } from "./rules";
import { type SubscriberState, subscriberStates } from "./schema";

const NOW = new Date("2026-11-20T09:30:00.000Z");
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000).toISOString();
const someone = (wish: Partial<Wish>, over: { state?: SubscriberState; confirmedAt?: Date | null } = {}) => ({
  everything: false,
  componentIds: [],
  incidentIds: [],
  state: "active" as const,
  confirmedAt: NOW,
  ...wish,
  ...over,
});
const event = (components: string[], incidentId: string | null = "i1") => ({ incidentId, createdAt: NOW, payload: { components: components.map((id) => ({ id })) } });

describe("a subscriber", () => {
  test.each<[string, Partial<Wish>, ReturnType<typeof event>, boolean]>([
    ["of A hears of an incident on A and B", { componentIds: ["A"] }, event(["A", "B"]), true],
    ["of A does not hear of one on B alone", { componentIds: ["A"] }, event(["B"]), false],
    ["of A does not hear of one without components", { componentIds: ["A"] }, event([]), false],
    ["of A and B hears of one on B", { componentIds: ["A", "B"] }, event(["B"]), true],
    ["of everything hears of one on B", { everything: true }, event(["B"]), true],
    ["of everything hears of one without components", { everything: true }, event([]), true],
    ["that follows an incident hears of it", { incidentIds: ["i1"] }, event([]), true],
    ["that follows an incident does not hear of another", { incidentIds: ["i2"] }, event(["A"]), false],
    ["that follows an incident does not hear of what belongs to none", { incidentIds: ["i1"] }, event(["A"], null), false],
    ["of A that follows an incident on B hears of it", { componentIds: ["A"], incidentIds: ["i1"] }, event(["B"]), true],
    ["of nothing hears of nothing", {}, event(["A"]), false],
  ])("%s", (_name, wish, about, expected) => expect(hears(someone(wish), about)).toBe(expected));

  test.each(subscriberStates)("that is %s hears only if it is active, or its messages are held back", (state) => {
    expect(hears(someone({ everything: true }, { state }), event([]))).toBe(state === "active" || state === "quarantined");
  });

  test("hears of what happens from its confirmation on", () => {
    const confirmedAt = (ms: number) => someone({ everything: true }, { confirmedAt: new Date(NOW.getTime() + ms) });
    expect([hears(confirmedAt(-1), event([])), hears(confirmedAt(0), event([])), hears(confirmedAt(1), event([]))]).toEqual([true, true, false]);
    expect(hears(someone({ everything: true }, { confirmedAt: null }), event([]))).toBe(false);
  });

  test("hears exactly when what it chose and what is affected have something in common", () => {
    const ids = fc.subarray(["A", "B", "C", "D"]);
    fc.assert(
      fc.property(ids, ids, (chosen, affected) => {
        expect(hears(someone({ componentIds: chosen }), event(affected))).toBe(chosen.some((id) => affected.includes(id)));
      }),
    );
  });
});

describe("a wish", () => {
  const chosen: Wish = { everything: false, componentIds: ["A"], incidentIds: ["i1"] };
  const refused = [{ path: "everything", message: expect.any(String) }];
  test.each<[string, Parameters<typeof expressWish>[0], Wish, unknown]>([
    ["that says nothing is for everything", {}, EVERYTHING, EVERYTHING],
    ["that says nothing changes nothing", {}, chosen, chosen],
    ["for a component is for no more", { component_ids: ["A"] }, EVERYTHING, { ...EVERYTHING, everything: false, componentIds: ["A"] }],
    ["for an incident is for no more", { incident_ids: ["i1"] }, EVERYTHING, { ...EVERYTHING, everything: false, incidentIds: ["i1"] }],
    ["for no component in particular is for everything", { component_ids: [], incident_ids: [] }, EVERYTHING, EVERYTHING],
    ["for everything forgets what was chosen", { everything: true }, chosen, EVERYTHING],
    ["for everything may name nothing", { everything: true, component_ids: [] }, chosen, EVERYTHING],
    ["for everything and a component is refused", { everything: true, component_ids: ["A"] }, EVERYTHING, refused],
    ["for other components keeps the incidents", { component_ids: ["B"] }, chosen, { ...chosen, componentIds: ["B"] }],
    ["for no components keeps the incidents", { component_ids: [] }, chosen, { ...chosen, componentIds: [] }],
    ["that takes away the last choice is refused, and never becomes everything", { component_ids: [], incident_ids: [] }, chosen, refused],
    ["for not everything, with no choice, is refused", { everything: false }, EVERYTHING, refused],
    ["for not everything keeps what was chosen", { everything: false }, chosen, chosen],
  ])("%s", (_name, given, before, expected) => expect(expressWish(given, before)).toEqual(expected));
});

describe("signing secrets", () => {
  test("are 24 random bytes in the form that the standard's libraries read", () => {
    const secret = newSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect(Buffer.from(secret.slice(6), "base64")).toHaveLength(24);
    expect(newSecret()).not.toBe(secret);
  });

  test("rotated hold for the overlap, and no longer than they would have", () => {
    const before: Secret[] = [{ secret: "b", expires_at: null }, { secret: "a", expires_at: at(1) }, { secret: "gone", expires_at: at(-1) }];
    expect(rotateSecrets(before, "c", 24, NOW)).toEqual([{ secret: "c", expires_at: null }, { secret: "b", expires_at: at(24) }, { secret: "a", expires_at: at(1) }]);
    expect(rotateSecrets(before, "c", 0, NOW)).toEqual([{ secret: "c", expires_at: null }]);
  });

  test("never become many, and the newest is always among them", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 168 })), (overlaps) => {
        let secrets: Secret[] = [];
        for (const [index, hours] of overlaps.entries()) {
          secrets = rotateSecrets(secrets, `s${index}`, hours, NOW);
          expect(secrets[0]).toEqual({ secret: `s${index}`, expires_at: null });
          expect(secrets.length).toBeLessThanOrEqual(5);
        }
      }),
    );
  });

  test("that strangers add never push out the first", () => {
    let secrets: Secret[] = [{ secret: "owner", expires_at: null }];
    for (let i = 0; i < 20; i++) {
      secrets = addSecret(secrets, `stranger${i}`);
      expect([secrets[0]!.secret, secrets[1]!.secret]).toEqual(["owner", `stranger${i}`]);
    }
    expect(secrets).toHaveLength(5);
  });
});

test.each([
  ["email", "a@example.com", "a@example.com", "mail"],
  ["webhook", "https://example.com:8443/hook?x=1", "https://example.com:8443/hook?x=1", "example.com"],
  ["slack", "https://hooks.slack.com/services/T0/B0/secretab12", "https://hooks.slack.com/…/ab12", "hooks.slack.com"],
  ["teams", "https://x.webhook.office.com/webhookb2/abcd", "https://x.webhook.office.com/…/abcd", "x.webhook.office.com"],
] as const)("the address of %s is shown, and its host is its target", (channel, address, shown, target) => {
  expect([showAddress(channel, address), targetOf(channel, address)]).toEqual([shown, target]);
});

describe("a chat URL", () => {
  test.each([
    ["slack", "https://hooks.slack.com/services/T/B/x", true],
    ["slack", "https://hooks.slack-gov.com/services/T/B/x", true],
    ["slack", "http://hooks.slack.com/services/T/B/x", false],
    ["slack", "https://hooks.slack.com.evil.example/x", false],
    ["slack", "https://evil.example/hooks.slack.com", false],
    ["discord", "https://discord.com/api/webhooks/1/x", true],
    ["discord", "https://discordapp.com/api/webhooks/1/x", true],
    ["discord", "https://notdiscord.com/api/webhooks/1/x", false],
    ["teams", "https://acme.webhook.office.com/webhookb2/x", true],
    ["teams", "https://prod-1.westeurope.logic.azure.com:443/workflows/x", true],
    ["teams", "https://default.d1.environment.api.powerplatform.com/powerautomate/x", true],
    ["teams", "https://webhook.office.com/x", false],
    ["teams", "https://evilwebhook.office.com/x", false],
    ["webhook", "http://anything.example/", true],
  ] as const)("of %s at %s: %s", (channel, url, good) => expect(judgeChatUrl(channel, url) === null).toBe(good));
});
