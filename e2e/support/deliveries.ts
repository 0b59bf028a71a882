import { expect } from "@playwright/test";
import { createOrganizationId } from "./organization-id";
import { addComponent, type ApiClient, type ApiResponse, signUp, type JsonObject } from "./api";
import type { DirectDatabase } from "./test-database";
import type { Receiver } from "./receiver";

export async function registerOwner(
  url: string,
): Promise<{ ada: ApiClient; organization: string; componentId: string }> {
  const [ada, organization] = [await signUp(url), createOrganizationId()];
  return { ada, organization, componentId: await addComponent(ada, organization, "API") };
}

/** Gives `client` the session of another client. Their servers must have the same storage. */
export function withSession({ cookie, user }: ApiClient, client: ApiClient): ApiClient {
  return Object.assign(client, { cookie, user });
}

export async function addSubscriber(
  client: ApiClient,
  organization: string,
  body: JsonObject,
): Promise<JsonObject> {
  const reply = await client.post(`/v1/organizations/${organization}/subscribers`, {
    channel: "webhook",
    ...(body.channel === "email" && { skip_confirmation: true }),
    ...body,
  });
  if (reply.status !== 201) throw new Error(`subscribing returned ${reply.status}: ${reply.text}`);
  return reply.json;
}

export async function subscribeMany(
  client: ApiClient,
  organization: string,
  receiver: Receiver,
  count: number,
): Promise<void> {
  const rows = Array.from(
    { length: count },
    (_, index) => `webhook,http://127.0.0.1:${receiver.port}/${index}\n`,
  );
  const reply = await client.call("POST", `/v1/organizations/${organization}/subscribers/import`, {
    rawBody: `channel,address\n${rows.join("")}`,
    headers: { "Content-Type": "text/csv" },
  });
  if (reply.json?.created !== count)
    throw new Error(`importing returned ${reply.status}: ${reply.text.slice(0, 500)}`);
}

export async function readDeliveries(
  client: ApiClient,
  organization: string,
  query = "",
): Promise<JsonObject[]> {
  const all: JsonObject[] = [];
  for (
    let next: string | undefined = `/v1/organizations/${organization}/deliveries?${query}`;
    next !== undefined;
  ) {
    const page: ApiResponse<JsonObject[]> = await client.get<JsonObject[]>(next);
    expect(page.status, page.text).toBe(200);
    all.push(...page.json);
    next = /<([^>]+)>/.exec(page.headers.get("link") ?? "")?.[1];
  }
  return all;
}

export async function countStates(
  client: ApiClient,
  organization: string,
  incident: JsonObject,
): Promise<Record<string, number>> {
  const { json } = await client.get<{ states: Record<string, { total: number }> }>(
    `/v1/organizations/${organization}/incidents/${incident.id as string}/deliveries`,
  );
  return Object.fromEntries(
    Object.entries(json.states).map(([state, { total }]) => [state, total]),
  );
}

export async function expectStates(
  client: ApiClient,
  organization: string,
  incident: JsonObject,
  states: Record<string, number>,
  timeout = 45_000,
): Promise<void> {
  await expect
    .poll(() => countStates(client, organization, incident), { intervals: [20, 50, 100], timeout })
    .toEqual(states);
}

export async function expireLeases(database: DirectDatabase): Promise<void> {
  await database.settle();
  await database.query(
    "UPDATE deliveries SET next_attempt_at = created_at WHERE state = 'pending'",
  );
  await database.query("UPDATE mail_jobs SET next_attempt_at = created_at WHERE state = 'pending'");
}

/** Returns the message IDs by path, such as `{ "/7": ["id", "id"] }`. */
export function groupIdsByPath(receiver: Receiver): Record<string, string[]> {
  const ids: Record<string, string[]> = {};
  for (const { url, headers } of receiver.received)
    (ids[url] ??= []).push(headers["webhook-id"] as string);
  return ids;
}

/** Expects messages to `count` subscribers. Duplicates must have the same message ID. */
export function expectOneMessageIdPerSubscriber(receiver: Receiver, count: number): void {
  const ids = Object.values(groupIdsByPath(receiver));
  expect(ids.length, "number of notified subscribers").toBe(count);
  expect(
    ids.filter((those) => new Set(those).size > 1),
    "each subscriber gets one message ID",
  ).toEqual([]);
  expect(new Set(ids.flat()).size, "number of message IDs").toBe(count);
}
