import { reader, transaction } from "@/lib/db/database";
import { isProblem } from "@/lib/errors";
import { log } from "@/lib/log";
import { getSystemScope } from "@/lib/organizations/scope";
import { saveResult } from "./commands";
import { CHECK_INTERVAL_MS } from "./rules";
import { type VerifyHost, verifyHost } from "./verification";

const MAX_HOSTS_PER_RUN = 500;
const CONCURRENCY = 8;

/** Checks each verified host once a day, in only one of the processes. */
export async function checkDomains(now: Date, verify: VerifyHost = verifyHost): Promise<void> {
  const rows = await reader().organizationDomain.findMany({
    where: {
      verifiedHost: { not: null },
      checkedAt: { lte: new Date(now.getTime() - CHECK_INTERVAL_MS) },
    },
    omit: { verifiedHost: true },
    orderBy: { checkedAt: "asc" },
    take: MAX_HOSTS_PER_RUN,
  });
  const checkNext = async () => {
    for (let row = rows.shift(); row !== undefined; row = rows.shift()) {
      const { organizationId, ...domain } = row;
      const { checkedAt, token } = domain;
      const { count } = await transaction((tx) =>
        tx.organizationDomain.updateMany({
          where: { organizationId, token, checkedAt },
          data: { checkedAt: now },
        }),
      );
      if (count === 0) continue;
      try {
        const saved = await saveResult(
          { actor: { kind: "system" }, now },
          getSystemScope(organizationId),
          domain,
          await verify(domain),
        );
        if (saved !== null && saved !== "taken" && saved.verifiedAt === null)
          log.warn(
            { organization: organizationId, host: domain.host },
            "a custom domain has lost its verification and is no longer served",
          );
      } catch (error) {
        // A `Problem` means that the organization was deleted in the meantime.
        if (!isProblem(error))
          log.error(
            { organization: organizationId, error: String(error) },
            "checking a custom domain failed",
          );
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, checkNext));
}
