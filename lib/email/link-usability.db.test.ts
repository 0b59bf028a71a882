import { expect, test } from "vitest";
import { later, membership, NOW } from "@/e2e/support/database-fixtures";
import { transaction } from "@/lib/db";
import { newId } from "@/lib/ids";
import { generateToken } from "@/lib/encryption";
import type { EmailTemplate } from "./jobs";
import { isLinkUsable } from "./link-usability";

/** What each mail's link opens, and what ends it. */
async function links() {
  const { context, scope } = await membership();
  const token = () => generateToken();
  const [confirmation, reset, invitation, manage] = [token(), token(), token(), token()];
  const subscriberId = newId();
  const times = { createdAt: NOW, expiresAt: later(1_000) };
  await transaction(async (tx) => {
    await tx.subscriber.create({
      data: {
        id: subscriberId,
        organizationId: scope.id,
        channel: "webhook",
        address: subscriberId,
        addressHash: subscriberId,
        target: "",
        state: "quarantined",
        everything: true,
        tokens: "",
        manageTokenHash: manage.hash,
        unsubscribeTokenHash: subscriberId,
        createdAt: NOW,
        updatedAt: NOW,
      },
    });
    await tx.subscriberConfirmation.create({
      data: { subscriberId, tokenHash: confirmation.hash, wish: "{}", expiresAt: times.expiresAt },
    });
    await tx.userToken.create({
      data: { hash: reset.hash, userId: context.actor.userId, purpose: "password_reset", ...times },
    });
    await tx.invitation.create({
      data: {
        id: newId(),
        organizationId: scope.id,
        email: "a@example.com",
        role: "viewer",
        tokenHash: invitation.hash,
        ...times,
      },
    });
  });
  const ends: [EmailTemplate, token: string, end: () => Promise<unknown>][] = [
    [
      "subscription_confirmation",
      confirmation.token,
      () => transaction((tx) => tx.subscriberConfirmation.deleteMany({ where: { subscriberId } })),
    ],
    [
      "password_reset",
      reset.token,
      () => transaction((tx) => tx.userToken.deleteMany({ where: { hash: reset.hash } })),
    ],
    [
      "invitation",
      invitation.token,
      () =>
        transaction((tx) =>
          tx.invitation.updateMany({
            where: { tokenHash: invitation.hash },
            data: { acceptedAt: NOW },
          }),
        ),
    ],
    [
      "quarantine",
      manage.token,
      () =>
        transaction((tx) =>
          tx.subscriber.updateMany({ where: { id: subscriberId }, data: { state: "active" } }),
        ),
    ],
  ];
  return ends;
}

test("a link lives until it is used, withdrawn or needless, and opens for its own mail alone", async () => {
  const all = await links();
  for (const [template, token, end] of all) {
    expect(await isLinkUsable(template, token)).toBe(true);
    for (const [other] of all) expect(await isLinkUsable(other, token)).toBe(other === template);
    await end();
    expect(await isLinkUsable(template, token)).toBe(false);
  }
});
