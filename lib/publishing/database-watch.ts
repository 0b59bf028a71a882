import { log } from "@/lib/log";
import type { BackgroundWorker } from "./background-worker";
import type { Host } from "./hosts";
import type { VersionPoll } from "./version";

const POLL_INTERVAL_MS = 1_000;
/**
 * The database counts as unavailable after 2 consecutive failures: a single failure may be due to a
 * lack of CPU time.
 */
const MAX_FAILURES = 2;

type DatabaseWatchOptions = {
  /**
   * Called after each successful poll, and with null after a failed one while the database counts as
   * unavailable.
   */
  onPoll: (poll: VersionPoll | null) => void;
  onHosts: (hosts: Host[]) => void;
};

/**
 * Polls the database every second for versions and hosts that any process has committed. Resolves
 * after the first polls. The worker sends the queries, so that they don't wait for a connection that
 * requests use. Hosts are read from a store if the database is unavailable before they are known.
 */
export async function watchDatabase(
  worker: BackgroundWorker,
  { onPoll, onHosts }: DatabaseWatchOptions,
): Promise<void> {
  let polledAt: number | null = null;
  let hasHosts = false;
  let failures = 0;
  const poll = async () => {
    try {
      const changed = await worker.call("readVersions", polledAt);
      polledAt = changed.at;
      onPoll(changed);
      // Once known, hosts are read again only if a version has changed, because a change of a host
      // advances the version of its organization.
      if (!hasHosts || changed.changes.length > 0) onHosts(await worker.call("readHosts"));
      hasHosts = true;
      failures = 0;
    } catch (error) {
      failures++;
      if (failures >= MAX_FAILURES) onPoll(null);
      if (failures !== MAX_FAILURES) return;
      log.warn({ error: String(error) }, "the database is unreachable; serving cached pages");
      if (!hasHosts) onHosts(await worker.call("readStoredHosts").catch(() => []));
    }
  };
  await poll();
  if (failures > 0) await poll();
  const repeat = () => setTimeout(() => void poll().then(repeat), POLL_INTERVAL_MS).unref();
  repeat();
}
