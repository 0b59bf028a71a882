import type { Tx } from "@/lib/db/database";
import { getLimitSetting } from "@/lib/env";
import { Problem } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { createPendingFilter } from "./queries";
import type { OrganizationId } from "./scope";

type Count = (tx: Tx, organizationId: OrganizationId, now: Date) => Promise<number>;

const counts = {
  components: {
    noun: "components",
    count: (tx, organizationId) =>
      tx.component.count({ where: { organizationId, archivedAt: null } }),
  },
  componentGroups: {
    noun: "component groups",
    count: (tx, organizationId) => tx.componentGroup.count({ where: { organizationId } }),
  },
  subscribers: {
    noun: "subscribers",
    count: (tx, organizationId) => tx.subscriber.count({ where: { organizationId } }),
  },
  templates: {
    noun: "templates",
    count: (tx, organizationId) => tx.template.count({ where: { organizationId } }),
  },
  tokens: {
    noun: "API tokens",
    count: (tx, organizationId) => tx.apiToken.count({ where: { organizationId } }),
  },
  members: {
    noun: "members and pending invitations",
    count: async (tx, organizationId, now) =>
      (await tx.membership.count({ where: { organizationId } })) +
      (await tx.invitation.count({ where: { organizationId, ...createPendingFilter(now) } })),
  },
} satisfies Record<string, { noun: string; count: Count }>;
type CountedRows = keyof typeof counts;

/**
 * Returns the number of rows that can be added before the limit is reached. Requires the
 * organization's lock.
 */
export async function countFreeRows(
  tx: Tx,
  organizationId: OrganizationId,
  rows: CountedRows,
  now: Date,
): Promise<number> {
  return Math.max(0, limits[rows] - (await counts[rows].count(tx, organizationId, now)));
}

export const createRowLimitError = (rows: CountedRows): Problem =>
  new Problem(
    "conflict",
    `An organization can have at most ${limits[rows]} ${counts[rows].noun}. Delete some, or ask ` +
      `the administrator of this installation to raise ${getLimitSetting(rows)}.`,
  );

/** Throws 409 if `added` rows would exceed the limit. Requires the organization's lock. */
export async function requireFreeRows(
  tx: Tx,
  organizationId: OrganizationId,
  rows: CountedRows,
  now: Date,
  added = 1,
): Promise<void> {
  if ((await countFreeRows(tx, organizationId, rows, now)) < added) throw createRowLimitError(rows);
}
