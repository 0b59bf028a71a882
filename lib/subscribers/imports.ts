import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Context } from "@/lib/actor";
import { reader, retryOnUniqueViolation, transaction, type Tx } from "@/lib/db/database";
import { Problem } from "@/lib/errors";
import { findStoredResult, hashParts, runOnce } from "@/lib/idempotency";
import { limits } from "@/lib/limits";
import { log } from "@/lib/log";
import { getNewEmailState } from "@/lib/email/held-emails";
import { getCurrentRole, writeInOrganization } from "@/lib/organizations/commands";
import { countFreeRows, createRowLimitError } from "@/lib/organizations/row-limits";
import { requireRole, type OrganizationScope } from "@/lib/organizations/scope";
import { joinValues } from "@/lib/statements";
import {
  type QuotaResult,
  consumeQuota,
  createThrottleKey,
  createSenderThrottleKeys,
  refundQuota,
  claimThrottleKeys,
} from "@/lib/throttle";
import {
  enqueueConfirmationEmails,
  createConfirmationThrottleKey,
  createConfirmationFields,
  type SubscriberDraft,
  createSubscriberRow,
  toChangedFilterData,
} from "./commands";
import {
  findComponentIds,
  indexComponents,
  parseRows,
  type CsvRow,
  type ParsedSubscriber,
} from "./csv";
import { validateSubscriberAddress } from "./endpoints";
import { findComponentNames, readSubscriber, type Subscriber, subscriberFields } from "./queries";
import {
  SUBSCRIBE_TO_EVERYTHING,
  hashAddress,
  isSameSubscriptionFilter,
  generateSigningSecret,
  type SubscriptionFilter,
} from "./rules";

const BATCH_SIZE = 100;
/** After this many failed batches in a row, the remaining ones fail without an attempt. */
const MAX_FAILED_BATCHES = 2;
const FAILURE = "could not be imported because of a server error. Import the file again";

export type ImportedRow = {
  line: number;
  status: "created" | "updated" | "skipped" | "failed";
  message?: string;
  secret?: string;
};

type ValidRow = { line: number; hash: string; parsed: ParsedSubscriber };

/**
 * Imports subscribers from a CSV file, and returns the result of each row. An empty cell keeps the
 * existing value. Throws 400 for an invalid header, 413 for too many rows, and any error of the
 * first batch. An error of a later batch, such as 403 for a former member, fails the rows of that
 * batch; two failed batches in a row fail all remaining rows. A retry with the same Idempotency-Key
 * imports only the failed batches.
 */
export async function importSubscribers(
  context: Context,
  scope: OrganizationScope,
  file: string,
): Promise<ImportedRow[]> {
  requireRole(scope, "editor");
  const rows = await parseRows(file, limits.importRows);
  const { createdAtMs } = scope;
  const earlier = await findStoredResult<ImportedRow[]>(reader(), context, createdAtMs);
  if (earlier !== null) return earlier.value;
  const { valid, rejected } = validateRows(rows);
  const done: ImportedRow[] = rejected;
  const importNext = (batch: readonly ValidRow[], start: number) =>
    writeInOrganization(forBatch(context, start), scope, "editor", async (write) => {
      const { tx, audit } = write;
      requireRole({ ...scope, role: await getCurrentRole(write) }, "editor");
      const imported = await importBatch(tx, context, scope, batch);
      const count = (status: ImportedRow["status"]) =>
        imported.filter((row) => row.status === status).length;
      const [created, updated] = [count("created"), count("updated")];
      if (created + updated > 0)
        audit({
          action: "subscriber.imported",
          subject: { type: "subscriber", id: "", name: `${batch.length} rows` },
          after: { created, updated },
        });
      return imported;
    });
  let failedInRow = 0;
  let isComplete = true;
  let failure = FAILURE;
  for (let start = 0; start < valid.length; start += BATCH_SIZE) {
    // Lets other requests run between batches, because SQLite statements block the thread.
    await yieldToEventLoop();
    const batch = valid.slice(start, start + BATCH_SIZE);
    try {
      if (failedInRow < MAX_FAILED_BATCHES) {
        done.push(...(await retryOnUniqueViolation(() => importNext(batch, start))));
        failedInRow = 0;
        continue;
      }
    } catch (error) {
      // Secrets of earlier batches are shown only once, so their results must be returned.
      if (start === 0) throw error;
      log.error({ error: String(error) }, "a batch of a subscriber import failed");
      failure = error instanceof Problem ? error.detail : FAILURE;
      failedInRow += 1;
    }
    for (const { line } of batch) done.push({ line, status: "failed", message: failure });
    isComplete = false;
  }
  done.sort((a, b) => a.line - b.line);
  if (context.idempotency === undefined || !isComplete) return done;
  const store = () => transaction((tx) => runOnce(tx, context, async () => done, createdAtMs));
  return retryOnUniqueViolation(store);
}

/** Returns the context of a batch, with its own Idempotency-Key. */
function forBatch(context: Context, start: number): Context {
  const { idempotency } = context;
  if (idempotency === undefined) return context;
  const keyHash = hashParts(idempotency.keyHash, `batch ${start}`);
  return { ...context, idempotency: { ...idempotency, keyHash } };
}

function validateRows(rows: readonly CsvRow[]): { valid: ValidRow[]; rejected: ImportedRow[] } {
  const valid: ValidRow[] = [];
  const rejected: ImportedRow[] = [];
  const lines = new Map<string, number>();
  for (const row of rows) {
    const { line } = row;
    if ("message" in row) {
      rejected.push({ line, status: "failed", message: row.message });
      continue;
    }
    const { channel, address } = row.parsed.subscriber;
    const hash = hashAddress(channel, address);
    const refusal = validateSubscriberAddress(channel, address);
    const first = lines.get(hash);
    if (refusal !== null) rejected.push({ line, status: "failed", message: `address ${refusal}` });
    else if (first !== undefined)
      rejected.push({ line, status: "skipped", message: `same address as line ${first}` });
    else valid.push({ line, hash, parsed: row.parsed });
    lines.set(hash, first ?? line);
  }
  return { valid, rejected };
}

async function importBatch(
  tx: Tx,
  context: Context,
  scope: OrganizationScope,
  batch: readonly ValidRow[],
): Promise<ImportedRow[]> {
  const components = indexComponents(await findComponentNames(scope, tx));
  const hashes = batch.map(({ hash }) => hash);
  // Locks the subscribers too, because changes by subscribers do not lock the organization.
  await tx.$executeRaw`
    UPDATE subscribers SET state = state
    WHERE organization_id = ${scope.id} AND address_hash IN (${joinValues(hashes)})`;
  const rows = await tx.subscriber.findMany({
    where: { organizationId: scope.id, addressHash: { in: hashes } },
    select: { ...subscriberFields, addressHash: true },
  });
  const existing = new Map(
    rows.map(({ addressHash, ...row }) => [addressHash, readSubscriber(row)]),
  );

  const done: ImportedRow[] = [];
  const drafts: (SubscriberDraft & { line: number })[] = [];
  for (const { line, hash, parsed } of batch) {
    const named = findComponentIds(parsed.components, components);
    if (typeof named === "string") done.push({ line, status: "failed", message: named });
    else if (existing.has(hash))
      done.push({
        line,
        ...(await updateSubscriber(tx, context, existing.get(hash)!, parsed, named)),
      });
    else drafts.push({ line, ...toDraft(parsed, named) });
  }
  return [...done, ...(await createFromDrafts(tx, context, scope, drafts))];
}

const isConfirmed = ({ subscriber }: ParsedSubscriber) =>
  subscriber.channel !== "email" || subscriber.skip_confirmation;

function toDraft(parsed: ParsedSubscriber, componentIds: string[]): SubscriberDraft {
  const { channel, address, contact_email: contactEmail } = parsed.subscriber;
  const { component_updates: componentUpdates = false } = parsed.subscriber;
  const filter: SubscriptionFilter =
    componentIds.length === 0
      ? { ...SUBSCRIBE_TO_EVERYTHING, componentUpdates }
      : { everything: false, componentUpdates, componentIds, incidentIds: [] };
  const secret = channel === "webhook" ? generateSigningSecret() : null;
  return {
    channel,
    address,
    state: isConfirmed(parsed) ? "active" : "unconfirmed",
    filter,
    language: parsed.subscriber.language ?? null,
    contactEmail: contactEmail ?? null,
    secret,
    isSelfService: false,
  };
}

async function createFromDrafts(
  tx: Tx,
  context: Context,
  scope: OrganizationScope,
  drafts: readonly (SubscriberDraft & { line: number })[],
): Promise<ImportedRow[]> {
  const { now } = context;
  const rejections = await rejectDrafts(tx, context, scope, drafts);
  const confirmation = await createConfirmationFields(tx, scope.id, now);
  const created = drafts
    .filter((one) => !rejections.has(one))
    .map(({ line, ...draft }) => ({
      line,
      ...draft,
      row: createSubscriberRow(scope.id, draft, confirmation),
    }));
  if (created.length > 0) {
    await tx.subscriber.createMany({ data: created.map(({ row }) => row) });
    const componentRows = created.flatMap(({ row, filter }) =>
      filter.componentIds.map((componentId) => ({ subscriberId: row.id, componentId })),
    );
    if (componentRows.length > 0) await tx.subscriberComponent.createMany({ data: componentRows });
    const unconfirmed = created
      .filter(({ state }) => state === "unconfirmed")
      .map(({ row, address, filter, language }) => ({
        ...{ subscriberId: row.id, address, filter },
        language: language ?? undefined,
      }));
    if (unconfirmed.length > 0)
      await enqueueConfirmationEmails(
        tx,
        scope.id,
        unconfirmed,
        now,
        await getNewEmailState(tx, scope.id),
      );
  }
  return [
    ...created.map(({ line, secret }): ImportedRow => ({
      line,
      status: "created",
      ...(secret !== null && { secret }),
    })),
    ...[...rejections].map(([{ line }, message]): ImportedRow => ({
      line,
      status: "failed",
      message,
    })),
  ];
}

async function rejectDrafts<Row extends SubscriberDraft>(
  tx: Tx,
  context: Context,
  scope: OrganizationScope,
  drafts: readonly Row[],
): Promise<Map<Row, string>> {
  const { now } = context;
  const rejections = new Map<Row, string>();
  const rejectAfter = (rows: readonly Row[], { granted, error: refusal }: QuotaResult) =>
    rows.slice(granted).forEach((row) => rejections.set(row, refusal!.detail));
  const free = await countFreeRows(tx, scope.id, "subscribers", now);
  for (const draft of drafts.slice(free))
    rejections.set(draft, createRowLimitError("subscribers").detail);
  const unconfirmed = drafts.slice(0, free).filter(({ state }) => state === "unconfirmed");
  // Rows rejected by the sender's limit must not count toward the limits of their recipients.
  const senderKeys = createSenderThrottleKeys("confirmation_email", scope.id, context);
  const sender = await consumeQuota(tx, senderKeys, unconfirmed.length, now);
  rejectAfter(unconfirmed, sender);
  const sendable = unconfirmed.slice(0, sender.granted);
  const throttled = await claimThrottleKeys(
    tx,
    sendable.map(({ address }) => createConfirmationThrottleKey(address)),
    now,
  );
  const state = sendable.length === 0 ? "pending" : await getNewEmailState(tx, scope.id);
  for (const draft of sendable) {
    if (throttled.has(createConfirmationThrottleKey(draft.address).hash))
      rejections.set(draft, "A confirmation email was just sent to this address. Try again later.");
    else if (state === "pending")
      rejectAfter(
        [draft],
        await consumeQuota(tx, [createThrottleKey("recipient", draft.address)], 1, now),
      );
  }
  const unsent = sendable.filter((draft) => rejections.has(draft)).length;
  if (unsent > 0) await refundQuota(tx, senderKeys, unsent, now);
  const confirmed = drafts
    .slice(0, free)
    .filter(({ state, channel }) => state === "active" && channel === "email");
  rejectAfter(
    confirmed,
    await consumeQuota(
      tx,
      createSenderThrottleKeys("unconfirmed_subscriber", scope.id, context),
      confirmed.length,
      now,
    ),
  );
  return rejections;
}

const MUST_SELF_CONFIRM = "has unsubscribed before, so its owner must confirm it";

async function updateSubscriber(
  tx: Tx,
  context: Context,
  before: Subscriber,
  parsed: ParsedSubscriber,
  componentIds: string[],
): Promise<Omit<ImportedRow, "line">> {
  const { now } = context;
  if (before.state === "unsubscribed") return { status: "skipped", message: "has unsubscribed" };
  const confirms = before.state === "unconfirmed" && isConfirmed(parsed);
  const isConfirming = confirms && !before.mustSelfConfirm;
  const warning = confirms && before.mustSelfConfirm && { message: MUST_SELF_CONFIRM };
  const { contact_email: contactEmail, language } = parsed.subscriber;
  const { component_updates: componentUpdates = before.componentUpdates } = parsed.subscriber;
  const filter: SubscriptionFilter = {
    ...{ ...before, componentUpdates },
    ...(componentIds.length > 0 && { everything: false, componentIds }),
  };
  const changesFilter = !isSameSubscriptionFilter(before, filter);
  const changesContact = contactEmail != null && contactEmail !== before.contactEmail;
  const changesLanguage = language != null && language !== before.language;
  if (!(isConfirming || changesFilter || changesContact || changesLanguage))
    return { status: "skipped", ...warning };
  if (isConfirming) {
    const { error: refusal } = await consumeQuota(
      tx,
      createSenderThrottleKeys("unconfirmed_subscriber", before.organizationId, context),
      1,
      now,
    );
    if (refusal !== null) return { status: "failed", message: refusal.detail };
  }
  await tx.subscriber.update({
    where: { id: before.id },
    data: {
      ...(isConfirming && {
        state: "active",
        ...(await createConfirmationFields(tx, before.organizationId, now)),
      }),
      ...(changesFilter && toChangedFilterData(before, filter)),
      ...(changesLanguage && { language }),
      ...(changesContact && { contactEmail }),
      updatedAt: now,
    },
    select: { id: true },
  });
  return { status: "updated", ...warning };
}
