import type { Tx } from "@/lib/db/client";
import { invalid } from "@/lib/errors";

export const createTokenError = () =>
  invalid([
    {
      path: "token",
      message: "is not valid: it was used, has expired, or was replaced by a newer one",
    },
  ]);

/**
 * Call it before writing the user's tokens: then only the last of several concurrent requests
 * leaves a token, and locks have one order.
 */
export async function lockUser(tx: Tx, where: { id: string } | { email: string }): Promise<void> {
  await tx.user.updateMany({ where, data: { claimedOrganizations: { increment: 0 } } });
}
