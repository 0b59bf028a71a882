import { expect, test } from "vitest";
import { later, createMembership, NOW } from "@/e2e/support/database-fixtures";
import { transaction } from "@/lib/db/database";
import { newId } from "@/lib/ids";
import { generateToken } from "@/lib/encryption";
import type { EmailTemplate } from "./email-jobs";
import { isLinkUsable } from "./link-usability";

/** Creates links for four templates, each with a function that makes the link unusable. */
async function createLinks() {
  const { context, scope } = await createMembership();
  const [confirmation, reset, invitation, manage] = [
    generateToken(),
    generateToken(),
    generateToken(),
    generateToken(),
  ];
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
      data: {
        subscriberId,
        tokenHash: confirmation.hash,
        requestedSubscription: "{}",
        expiresAt: times.expiresAt,
      },
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
  const links: [EmailTemplate, token: string, revoke: () => Promise<unknown>][] = [
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
  return links;
}

test("a link works only for its own template, until it is used, revoked, or obsolete", async () => {
  const links = await createLinks();
  for (const [template, token, revoke] of links) {
    expect(await isLinkUsable(template, token)).toBe(true);
    for (const [other] of links) expect(await isLinkUsable(other, token)).toBe(other === template);
    await revoke();
    expect(await isLinkUsable(template, token)).toBe(false);
  }
});
