import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { createMembership, NOW } from "@/e2e/support/database-fixtures";
import { listAuditEntries } from "@/lib/audit/queries";
import { isPostgresql, transaction } from "@/lib/db/database";
import { listDeliveries, getDeliveryReport, summarizeDeliveries } from "@/lib/deliveries/queries";
import { streamText } from "@/lib/http/stream";
import { listIncidents } from "@/lib/incidents/queries";
import { listMaintenances } from "@/lib/maintenances/queries";
import type { OrganizationScope } from "@/lib/organizations/scope";
import { exportSubscribersCsv } from "@/lib/subscribers/exports";
import { listSubscribers, summarizeSubscribers } from "@/lib/subscribers/queries";

const [INCIDENTS, SUBSCRIBERS, EVENTS, PENDING] = [100_000, 50_000, 20, 1_500];
const MAX_BLOCK_MS = 20;
const RUNS = 5;
const EXPORT = "an export of 50,000 subscribers";
/** An export causes more garbage collection than a query, so its limit is higher. */
const MAX_EXPORT_BLOCK_MS = 45;
const PREFIX = `${NOW.getTime()
  .toString(16)
  .padStart(12, "0")
  .replace(/^(.{8})/, "$1-")}-7000-8000-`;

let scope: OrganizationScope;

beforeAll(async () => {
  const { context, scope: newScope } = await createMembership();
  scope = newScope;
  const numbers = (count: number) =>
    `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})`;
  const id = (number: string) =>
    `'${PREFIX}' || substr(CAST(${number} + 100000000000 AS TEXT), 1, 12)`;
  const run = (statement: string) => transaction((tx) => tx.$executeRawUnsafe(statement));
  const time = `(SELECT created_at FROM users WHERE id = '${context.actor.userId}')`;
  const org = `'${scope.id}'`;
  await run(`INSERT INTO incidents (id, organization_id, title, status, impact, started_at,
      resolved_at, created_at, updated_at)
    ${numbers(INCIDENTS)} SELECT ${id("i")}, ${org}, 'Errors in region ' || i, 'resolved', 'minor',
      ${time}, ${time}, ${time}, ${time} FROM n`);
  await run(`INSERT INTO maintenances (id, organization_id, title, status, scheduled_for,
      scheduled_until, auto_start, auto_complete, notify, created_at, updated_at)
    SELECT id, organization_id, title, 'completed', started_at, started_at, true, true, true,
      started_at, started_at FROM incidents`);
  await run(`INSERT INTO audit_entries (id, organization_id, at, actor_kind, actor_name, action,
      subject_type, subject_id, subject_name, ip_address, user_agent, request_id)
    SELECT id, organization_id, started_at, 'system', '', 'incident.created', 'incident', id, title,
      '', '', '' FROM incidents`);
  await run(`INSERT INTO subscribers (id, organization_id, channel, address, address_hash, target,
      state, everything, manage_token_hash, unsubscribe_token_hash, tokens, confirmed_at,
      created_at, updated_at)
    ${numbers(SUBSCRIBERS)} SELECT ${id("i")}, ${org}, 'email', i || '@example.com', ${org} || i,
      'mail', 'active', true, ${org} || i, ${org} || i, '', ${time}, ${time}, ${time} FROM n`);
  await run(`INSERT INTO notification_events (id, organization_id, kind, incident_id, payload,
      created_at, fanned_out_at)
    ${numbers(EVENTS)} SELECT ${id("i")}, ${org}, 'incident.updated', ${id("0")}, '{}',
      ${time}, ${time} FROM n`);
  // Each event has its own transaction, because a transaction times out after 15 s.
  for (let event = 0; event < EVENTS; event++) {
    const state =
      event === 0
        ? `CASE WHEN s.id < ${id(String(PENDING))} THEN 'pending' ELSE 'delivered' END`
        : "'delivered'";
    await run(`INSERT INTO deliveries (organization_id, event_id, subscriber_id, channel, target,
      state, next_attempt_at, created_at)
      SELECT ${org}, ${id(String(event))}, s.id, 'email', 'mail', ${state}, ${time}, ${time}
      FROM subscribers s WHERE s.organization_id = ${org}`);
  }
  // Autovacuum, which updates PostgreSQL's statistics, can be late or off.
  if (isPostgresql()) await run("ANALYZE");
}, 600_000);

/** Returns the longest CPU time between two event loop iterations, in ms. */
async function measureLongestBlock(work: () => Promise<unknown>): Promise<number> {
  const watch = { longestMs: 0, isDone: false };
  const measure = async () => {
    while (!watch.isDone) {
      const before = process.cpuUsage();
      await yieldToEventLoop();
      const { user, system } = process.cpuUsage(before);
      watch.longestMs = Math.max(watch.longestMs, (user + system) / 1_000);
    }
  };
  const measuring = measure();
  await work();
  watch.isDone = true;
  await measuring;
  return watch.longestMs;
}

async function countBytes(stream: ReadableStream<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const chunk of stream) bytes += chunk.length;
  return bytes;
}

const incidentId = `${PREFIX}${100_000_000_000}`;
const queries: Record<string, () => Promise<unknown>> = {
  "a title search over 100,000 incidents": async () =>
    expect((await listIncidents(scope, { q: "nowhere" })).incidents).toEqual([]),
  "a title search that matches the oldest incident": async () =>
    expect((await listIncidents(scope, { q: "region 0" })).incidents.length).toBeGreaterThan(0),
  "a list of the incidents of one component": () => listIncidents(scope, { component_id: "none" }),
  "a title search over 100,000 maintenances": async () =>
    expect((await listMaintenances(scope, { q: "nowhere" })).maintenances).toEqual([]),
  "one action among 100,000 audit entries": async () =>
    expect((await listAuditEntries(scope, { action: "token" })).entries).toEqual([]),
  "a search over 100,000 audit entries": async () =>
    expect((await listAuditEntries(scope, { q: "nowhere" })).entries).toEqual([]),
  "a search for letters outside ASCII over 100,000 audit entries": async () =>
    expect((await listAuditEntries(scope, { q: "überall" })).entries).toEqual([]),
  "a search over 50,000 subscribers": async () =>
    expect((await listSubscribers(scope, { q: "unknown" })).subscribers).toEqual([]),
  [EXPORT]: async () =>
    expect(await countBytes(await streamText(exportSubscribersCsv(scope, {})))).toBeGreaterThan(
      SUBSCRIBERS,
    ),
  "counts of 50,000 subscribers": () => summarizeSubscribers(scope),
  "the pending deliveries among a million": async () =>
    expect((await listDeliveries(scope, { state: "pending" }, NOW)).deliveries).toHaveLength(50),
  "the dead-letter deliveries among a million": async () =>
    expect((await listDeliveries(scope, { state: "dead" }, NOW)).deliveries).toEqual([]),
  "the deliveries of one channel among a million": async () =>
    expect((await listDeliveries(scope, { channel: "slack" }, NOW)).deliveries).toEqual([]),
  "the deliveries of one subscriber": async () =>
    expect(
      (await listDeliveries(scope, { subscriber: incidentId, state: "delivered" }, NOW)).deliveries,
    ).toHaveLength(EVENTS - 1),
  "a search for one recipient among a million deliveries": async () =>
    expect((await listDeliveries(scope, { q: "49999@" }, NOW)).deliveries).toHaveLength(EVENTS),
  "a search for 50 recipients with one pending delivery among a million deliveries": async () =>
    expect(
      (await listDeliveries(scope, { q: "777@", state: "pending" }, NOW)).deliveries,
    ).toHaveLength(1),
  "the pending deliveries of one incident": async () =>
    expect(
      (await listDeliveries(scope, { incident: incidentId, state: "pending" }, NOW)).deliveries,
    ).toHaveLength(50),
  "counts of a million deliveries of the last 24 hours": async () =>
    expect((await summarizeDeliveries(scope, 24, NOW)).total).toBe(EVENTS * SUBSCRIBERS),
  "counts of a million deliveries of one incident": async () =>
    expect((await getDeliveryReport(scope, { kind: "incident", id: incidentId })).total).toBe(
      EVENTS * SUBSCRIBERS,
    ),
};

test.each(
  Object.entries(queries).map(
    ([name, query]) => [name === EXPORT ? MAX_EXPORT_BLOCK_MS : MAX_BLOCK_MS, name, query] as const,
  ),
)(
  "other requests are blocked for at most %d ms of CPU time by %s",
  async (maxMs, _, query) => {
    // The best run must meet the limit, because others may include compilation and garbage
    // collection.
    const blocks: number[] = [];
    for (let run = 0; run < RUNS && !(Math.min(...blocks) <= maxMs); run++)
      blocks.push(await measureLongestBlock(query));
    expect(Math.min(...blocks)).toBeLessThanOrEqual(maxMs);
  },
  120_000,
);
