import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addSigningSecret,
  SUBSCRIBE_TO_EVERYTHING,
  resolveSubscriptionFilter,
  validateChatUrl,
  generateSigningSecret,
  rotateSigningSecrets,
  type StoredSecret,
  maskAddress,
  getDeliveryTarget,
  type SubscriptionFilter,
} from "./rules";

const NOW = new Date("2026-11-20T09:30:00.000Z");
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000).toISOString();

describe("resolveSubscriptionFilter:", () => {
  const chosen: SubscriptionFilter = {
    everything: false,
    componentUpdates: true,
    componentIds: ["A"],
    incidentIds: ["i1"],
  };
  const rejected = [{ path: "everything", message: expect.any(String) }];
  test.each<[string, Parameters<typeof resolveSubscriptionFilter>[0], SubscriptionFilter, unknown]>(
    [
      ["an empty body keeps everything", {}, SUBSCRIBE_TO_EVERYTHING, SUBSCRIBE_TO_EVERYTHING],
      ["an empty body keeps the previous choices", {}, chosen, chosen],
      [
        "a component replaces everything",
        { component_ids: ["A"] },
        SUBSCRIBE_TO_EVERYTHING,
        { ...SUBSCRIBE_TO_EVERYTHING, everything: false, componentIds: ["A"] },
      ],
      [
        "an incident replaces everything",
        { incident_ids: ["i1"] },
        SUBSCRIBE_TO_EVERYTHING,
        { ...SUBSCRIBE_TO_EVERYTHING, everything: false, incidentIds: ["i1"] },
      ],
      [
        "empty lists keep everything",
        { component_ids: [], incident_ids: [] },
        SUBSCRIBE_TO_EVERYTHING,
        SUBSCRIBE_TO_EVERYTHING,
      ],
      [
        "everything replaces the previous choices",
        { everything: true },
        chosen,
        { ...SUBSCRIBE_TO_EVERYTHING, componentUpdates: true },
      ],
      [
        "everything with an empty list is accepted",
        { everything: true, component_ids: [] },
        chosen,
        { ...SUBSCRIBE_TO_EVERYTHING, componentUpdates: true },
      ],
      [
        "everything with a component is rejected",
        { everything: true, component_ids: ["A"] },
        SUBSCRIBE_TO_EVERYTHING,
        rejected,
      ],
      [
        "changing only component_updates keeps the other choices",
        { component_updates: false },
        chosen,
        { ...chosen, componentUpdates: false },
      ],
      [
        "everything can include component updates",
        { everything: true, component_updates: true },
        SUBSCRIBE_TO_EVERYTHING,
        { ...SUBSCRIBE_TO_EVERYTHING, componentUpdates: true },
      ],
      [
        "choosing other components keeps the incidents",
        { component_ids: ["B"] },
        chosen,
        { ...chosen, componentIds: ["B"] },
      ],
      [
        "removing all components keeps the incidents",
        { component_ids: [] },
        chosen,
        { ...chosen, componentIds: [] },
      ],
      [
        "removing the last choice is rejected and does not become everything",
        { component_ids: [], incident_ids: [] },
        chosen,
        rejected,
      ],
      [
        "`everything: false` without choices is rejected",
        { everything: false },
        SUBSCRIBE_TO_EVERYTHING,
        rejected,
      ],
      ["`everything: false` keeps the previous choices", { everything: false }, chosen, chosen],
    ],
  )("%s", (_name, given, before, expected) =>
    expect(resolveSubscriptionFilter(given, before)).toEqual(expected),
  );
});

describe("signing secrets", () => {
  test("consist of 24 random bytes in the format of Standard Webhooks", () => {
    const secret = generateSigningSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect(Buffer.from(secret.slice(6), "base64")).toHaveLength(24);
    expect(generateSigningSecret()).not.toBe(secret);
  });

  test("stay valid for the overlap after a rotation, which never extends an earlier expiration", () => {
    const before: StoredSecret[] = [
      { secret: "b", expires_at: null },
      { secret: "a", expires_at: at(1) },
      { secret: "gone", expires_at: at(-1) },
    ];
    expect(rotateSigningSecrets(before, "c", 24, NOW)).toEqual([
      { secret: "c", expires_at: null },
      { secret: "b", expires_at: at(24) },
      { secret: "a", expires_at: at(1) },
    ]);
    expect(rotateSigningSecrets(before, "c", 0, NOW)).toEqual([{ secret: "c", expires_at: null }]);
  });

  test("are limited to 5, and the newest is always first", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 168 })), (overlaps) => {
        let secrets: StoredSecret[] = [];
        for (const [index, hours] of overlaps.entries()) {
          secrets = rotateSigningSecrets(secrets, `s${index}`, hours, NOW);
          expect(secrets[0]).toEqual({ secret: `s${index}`, expires_at: null });
          expect(secrets.length).toBeLessThanOrEqual(5);
        }
      }),
    );
  });

  test("that visitors add never replace the first one", () => {
    let secrets: StoredSecret[] = [{ secret: "owner", expires_at: null }];
    for (let i = 0; i < 20; i++) {
      secrets = addSigningSecret(secrets, `visitor${i}`);
      expect([secrets[0]!.secret, secrets[1]!.secret]).toEqual(["owner", `visitor${i}`]);
    }
    expect(secrets).toHaveLength(5);
  });
});

test.each([
  ["email", "a@example.com", "a@example.com", "mail"],
  [
    "webhook",
    "https://example.com:8443/hook?x=1",
    "https://example.com:8443/hook?x=1",
    "example.com",
  ],
  ["webhook", "http://mail/hook", "http://mail/hook", "mail."],
  [
    "slack",
    "https://hooks.slack.com/services/T0/B0/secretab12",
    "https://hooks.slack.com/…/ab12",
    "hooks.slack.com",
  ],
  [
    "teams",
    "https://x.webhook.office.com/webhookb2/abcd",
    "https://x.webhook.office.com/…/abcd",
    "x.webhook.office.com",
  ],
] as const)(
  "for the channel %s, the address %s is shown as %s and has the target %s",
  (channel, address, shown, target) => {
    expect([maskAddress(channel, address), getDeliveryTarget(channel, address)]).toEqual([
      shown,
      target,
    ]);
  },
);

describe("validateChatUrl", () => {
  test.each([
    ["slack", "accepts", "https://hooks.slack.com/services/T/B/x"],
    ["slack", "accepts", "https://hooks.slack-gov.com/services/T/B/x"],
    ["slack", "rejects", "http://hooks.slack.com/services/T/B/x"],
    ["slack", "rejects", "https://hooks.slack.com.evil.example/x"],
    ["slack", "rejects", "https://evil.example/hooks.slack.com"],
    ["discord", "accepts", "https://discord.com/api/webhooks/1/x"],
    ["discord", "accepts", "https://discordapp.com/api/webhooks/1/x"],
    ["discord", "rejects", "https://notdiscord.com/api/webhooks/1/x"],
    ["discord", "rejects", "https://discord.com.evil.example/api/webhooks/1/x"],
    ["teams", "accepts", "https://acme.webhook.office.com/webhookb2/x"],
    ["teams", "accepts", "https://prod-1.westeurope.logic.azure.com:443/workflows/x"],
    ["teams", "accepts", "https://default.d1.environment.api.powerplatform.com/powerautomate/x"],
    ["teams", "rejects", "https://webhook.office.com/x"],
    ["teams", "rejects", "https://evilwebhook.office.com/x"],
    ["webhook", "accepts", "http://anything.example/"],
  ] as const)("for the channel %s, %s %s", (channel, verb, url) =>
    expect(validateChatUrl(channel, url) === null).toBe(verb === "accepts"),
  );
});
