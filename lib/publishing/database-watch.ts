import { log } from "@/lib/log";
import { withTimeout } from "@/lib/timeout";
import { type Host, readHosts } from "./hosts";
import { readVersions, type VersionPoll } from "./version";

const POLL_INTERVAL_MS = 1_000;
/** If a query takes longer, its poll counts as failed. */
const POLL_TIMEOUT_MS = 3_000;
/**
 * The database counts as unavailable after 2 consecutive failures: a single failure may be due to a
 * lack of CPU time.
 */
const MAX_FAILURES = 2;

type DatabaseWatchOptions = {
  /** Called after each poll, with null if the database counts as unavailable. */
  onPoll: (poll: VersionPoll | null) => void;
  onHosts: (hosts: Host[]) => void;
  /** Reads the hosts if the database is unavailable before they are known. */
  readStoredHosts: () => Promise<Host[]>;
};

/**
 * Polls the database every second for versions and hosts that any process has committed. Resolves
 * after the first polls.
 */
export async function watchDatabase(options: DatabaseWatchOptions): Promise<void> {
  let polledAt: number | null = null;
  let hasHosts = false;
  let failures = 0;
  const poll = async () => {
    try {
      const changed = await withTimeout(readVersions(polledAt), POLL_TIMEOUT_MS);
      polledAt = changed.at;
      failures = 0;
      options.onPoll(changed);
      // Once known, hosts are read again only if a version has changed, because a change of a host
      // advances the version of its organization.
      if (hasHosts && changed.changes.length === 0) return;
      options.onHosts(await withTimeout(readHosts(), POLL_TIMEOUT_MS));
      hasHosts = true;
    } catch (error) {
      failures++;
      if (failures >= MAX_FAILURES) options.onPoll(null);
      if (failures !== MAX_FAILURES) return;
      log.warn({ error: String(error) }, "the database is unreachable; serving cached pages");
      if (!hasHosts) options.onHosts(await options.readStoredHosts());
    }
  };
  await poll();
  if (failures > 0) await poll();
  const repeat = () => setTimeout(() => void poll().then(repeat), POLL_INTERVAL_MS).unref();
  repeat();
}
