import type { Tx } from "@/lib/db/prisma-client";
import { invalid } from "@/lib/errors";

export const createTokenError = () =>
  invalid([
    {
      path: "token",
      message:
        "is not valid: it was used, has expired, or was replaced by a newer one. Request a new link",
    },
  ]);

/**
 * Locks a user until the transaction ends. Call this before replacing a token, so that concurrent
 * requests leave only one token.
 */
export async function lockUser(tx: Tx, where: { id: string } | { email: string }): Promise<void> {
  await tx.user.updateMany({ where, data: { claimedOrganizations: { increment: 0 } } });
}
