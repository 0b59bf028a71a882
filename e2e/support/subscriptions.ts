import { createHash, randomUUID } from "node:crypto";
import type { DirectDatabase } from "./test-database";

const hash = (token: string) => createHash("sha256").update(token).digest("hex");

/** Replaces a subscription's tokens with known ones. The stored ones are hashed or encrypted. */
export async function setKnownTokens(
  database: DirectDatabase,
  organization: string,
  address: string,
) {
  const tokens = { manage: randomUUID(), unsubscribe: randomUUID(), confirm: randomUUID() };
  const [row] = await database.query<{ id: string }>(
    "SELECT id FROM subscribers WHERE organization_id = ? AND address = ?",
    organization,
    address,
  );
  if (row === undefined) throw new Error(`${address} has no subscription`);
  await database.query(
    "UPDATE subscribers SET manage_token_hash = ?, unsubscribe_token_hash = ? WHERE id = ?",
    hash(tokens.manage),
    hash(tokens.unsubscribe),
    row.id,
  );
  await database.query(
    "UPDATE subscriber_confirmations SET token_hash = ? WHERE subscriber_id = ?",
    hash(tokens.confirm),
    row.id,
  );
  return { id: row.id, ...tokens };
}
