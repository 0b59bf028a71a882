import { reader, transaction } from "@/lib/db";
import { isProblem } from "@/lib/errors";
import { log } from "@/lib/log";
import { enterAsSystem } from "@/lib/organizations/scope";
import { noteProof } from "./commands";
import { type Prove, proveHost } from "./proof";
import { domainFields } from "./queries";
import { CHECK_INTERVAL_MS } from "./rules";

/** Proven hosts that are checked in one round; the others' turn comes in the next. */
const ROUND = 500;
const AT_ONCE = 8;

/** Looks for the proof of each proven host that was not checked for a day. Of several processes that do so, one checks each. */
export async function checkDomains(now: Date, prove: Prove = proveHost): Promise<void> {
  const rows = await reader().organizationDomain.findMany({
    where: { verifiedHost: { not: null }, checkedAt: { lte: new Date(now.getTime() - CHECK_INTERVAL_MS) } },
    select: { organizationId: true, ...domainFields },
    orderBy: { checkedAt: "asc" },
    take: ROUND,
  });
  const check = async () => {
    for (let row = rows.shift(); row !== undefined; row = rows.shift()) {
      const { organizationId, ...domain } = row;
      const { checkedAt, token } = domain;
      const { count } = await transaction((tx) => tx.organizationDomain.updateMany({ where: { organizationId, token, checkedAt }, data: { checkedAt: now } }));
      if (count === 0) continue;
      try {
        const noted = await noteProof({ actor: { kind: "system" }, now }, enterAsSystem(organizationId), domain, await prove(domain));
        if (noted !== null && noted !== "taken" && noted.verifiedAt === null) log.warn({ organization: organizationId, host: domain.host }, "a custom domain has lost its proof and is no longer served");
      } catch (error) {
        // Deleted meanwhile.
        if (!isProblem(error)) log.error({ organization: organizationId, error: String(error) }, "a custom domain could not be checked");
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, check));
}
