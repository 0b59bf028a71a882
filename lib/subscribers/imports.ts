import { setImmediate as nextTurn } from "node:timers/promises";
import type { Context } from "@/lib/actor";
import { reader, rerunAfterRace, transaction, type Tx } from "@/lib/db";
import { once, recall } from "@/lib/idempotency";
import { limits } from "@/lib/limits";
import { writeInOrganization } from "@/lib/organizations/commands";
import { authorize, type OrganizationScope } from "@/lib/organizations/scope";
import { takeTurns } from "@/lib/throttle";
import { askToConfirm, confirmationKey, type Draft, subscriberRow, wishData } from "./commands";
import { findNamed, readRows, type Row, type Wanted } from "./csv";
import { judgeAddress } from "./endpoints";
import { findComponentNames, readSubscriber, type Subscriber, subscriberFields } from "./queries";
import { EVERYTHING, hashAddress, newSecret, type Wish } from "./rules";

/** Rows that one transaction takes: short enough that no other writer waits long. */
const BATCH = 100;

export type ImportedRow = {
  /** Where in the file the row ends, from 1. */
  line: number;
  status: "created" | "updated" | "skipped" | "failed";
  message?: string;
  /** The signing secret of a webhook that was created; told once. */
  secret?: string;
};

type Judged = { line: number; hash: string; wanted: Wanted };

/**
 * Subscribes the addresses of a file, in batches: what cannot be done says why, and keeps nothing else from being done.
 * Of an address that is known, what the row says is changed, and an empty cell says nothing; so the same file again
 * changes nothing. 400 for the header, 413 for too many rows. Under an Idempotency-Key the report is kept once all is done:
 * who repeats the call after a crash in the middle gets one of the rest.
 */
export async function importSubscribers(context: Context, scope: OrganizationScope, file: string): Promise<ImportedRow[]> {
  authorize(scope, "editor");
  const rows = await readRows(file, limits.importRows);
  const earlier = await recall<ImportedRow[]>(reader(), context);
  if (earlier !== null) return earlier.value;
  const { idempotency: _, ...keyless } = context;
  const { judged, refused } = judge(rows);
  const done: ImportedRow[] = refused;
  const importOne = (batch: readonly Judged[]) =>
    writeInOrganization(keyless, scope, "editor", async (tx, record) => {
      const imported = await importBatch(tx, scope, batch, context.now);
      const count = (status: ImportedRow["status"]) => imported.filter((row) => row.status === status).length;
      const [created, updated] = [count("created"), count("updated")];
      if (created + updated > 0) await record({ action: "subscriber.imported", subject: { type: "subscriber", id: "", name: `${batch.length} rows` }, after: { created, updated } });
      return imported;
    });
  for (let start = 0; start < judged.length; start += BATCH) {
    // On SQLite nothing in a transaction waits for anything: without this, other requests would wait for the last batch.
    await nextTurn();
    const batch = judged.slice(start, start + BATCH);
    done.push(...(await rerunAfterRace(() => importOne(batch))));
  }
  done.sort((a, b) => a.line - b.line);
  if (context.idempotency === undefined) return done;
  return rerunAfterRace(() => transaction((tx) => once(tx, context, async () => done)));
}

/** Sorts out what no database is needed for. */
function judge(rows: readonly Row[]): { judged: Judged[]; refused: ImportedRow[] } {
  const judged: Judged[] = [];
  const refused: ImportedRow[] = [];
  const lines = new Map<string, number>();
  for (const row of rows) {
    const { line } = row;
    if ("message" in row) {
      refused.push({ line, status: "failed", message: row.message });
      continue;
    }
    const { channel, address } = row.wanted.subscriber;
    const hash = hashAddress(channel, address);
    const refusal = judgeAddress(channel, address);
    const first = lines.get(hash);
    if (refusal !== null) refused.push({ line, status: "failed", message: `address ${refusal}` });
    else if (first !== undefined) refused.push({ line, status: "skipped", message: `the address of line ${first} again` });
    else judged.push({ line, hash, wanted: row.wanted });
    lines.set(hash, first ?? line);
  }
  return { judged, refused };
}

async function importBatch(tx: Tx, scope: OrganizationScope, batch: readonly Judged[], now: Date): Promise<ImportedRow[]> {
  const components = await findComponentNames(scope, tx);
  const rows = await tx.subscriber.findMany({
    where: { organizationId: scope.id, addressHash: { in: batch.map(({ hash }) => hash) } },
    select: { ...subscriberFields, addressHash: true },
  });
  const known = new Map(rows.map(({ addressHash, ...row }) => [addressHash, readSubscriber(row)]));

  const done: ImportedRow[] = [];
  const drafts: (Draft & { line: number })[] = [];
  for (const { line, hash, wanted } of batch) {
    const named = findNamed(wanted.components, components);
    if (typeof named === "string") done.push({ line, status: "failed", message: named });
    else if (known.has(hash)) done.push({ line, ...(await update(tx, known.get(hash)!, wanted, named, now)) });
    else drafts.push({ line, ...draft(wanted, named) });
  }
  return [...done, ...(await create(tx, scope, drafts, now))];
}

const isConfirmed = ({ subscriber }: Wanted) => subscriber.channel !== "email" || subscriber.skip_confirmation;

function draft(wanted: Wanted, componentIds: string[]): Draft {
  const { channel, address, contact_email: contactEmail } = wanted.subscriber;
  const wish: Wish = componentIds.length === 0 ? EVERYTHING : { everything: false, componentIds, incidentIds: [] };
  const secret = channel === "webhook" ? newSecret() : null;
  return { channel, address, state: isConfirmed(wanted) ? "active" : "unconfirmed", wish, contactEmail: contactEmail ?? null, secret };
}

async function create(tx: Tx, scope: OrganizationScope, drafts: readonly (Draft & { line: number })[], now: Date): Promise<ImportedRow[]> {
  const keys = drafts.filter(({ state }) => state === "unconfirmed").map(({ address }) => confirmationKey(address));
  const taken = await takeTurns(tx, keys, now);
  const waits = ({ state, address }: Draft) => state === "unconfirmed" && taken.has(confirmationKey(address).hash);
  const made = drafts.filter((one) => !waits(one)).map((one) => ({ ...one, row: subscriberRow(scope.id, one, now) }));
  if (made.length > 0) {
    await tx.subscriber.createMany({ data: made.map(({ row }) => row) });
    const chosen = made.flatMap(({ row, wish }) => wish.componentIds.map((componentId) => ({ subscriberId: row.id, componentId })));
    if (chosen.length > 0) await tx.subscriberComponent.createMany({ data: chosen });
    const asked = made.filter(({ state }) => state === "unconfirmed").map(({ row, address, wish }) => ({ subscriberId: row.id, address, wish }));
    await askToConfirm(tx, scope.id, asked, now);
  }
  return [
    ...made.map(({ line, secret }): ImportedRow => ({ line, status: "created", ...(secret !== null && { secret }) })),
    ...drafts.filter(waits).map(({ line }): ImportedRow => ({ line, status: "failed", message: "this address was asked to confirm a moment ago" })),
  ];
}

/** Makes of a known subscriber what the row says, as far as it says anything. */
async function update(tx: Tx, before: Subscriber, wanted: Wanted, componentIds: string[], now: Date): Promise<Omit<ImportedRow, "line">> {
  if (before.state === "unsubscribed") return { status: "skipped", message: "has unsubscribed" };
  const { contact_email: contactEmail } = wanted.subscriber;
  const confirms = before.state === "unconfirmed" && isConfirmed(wanted);
  const chooses = componentIds.length > 0 && !isSameSet(componentIds, before.everything ? [] : before.componentIds);
  const tells = contactEmail != null && contactEmail !== before.contactEmail;
  if (!confirms && !chooses && !tells) return { status: "skipped" };
  await tx.subscriber.update({
    where: { id: before.id },
    data: {
      ...(confirms && { state: "active", confirmedAt: now }),
      ...(chooses && wishData({ everything: false, componentIds, incidentIds: before.incidentIds })),
      ...(tells && { contactEmail }),
      updatedAt: now,
    },
    select: { id: true },
  });
  return { status: "updated" };
}

const isSameSet = (some: readonly string[], others: readonly string[]) => some.length === others.length && some.every((one) => others.includes(one));
