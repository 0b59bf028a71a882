import { createOrganizationId } from "../support/organization-id";
import { addComponent, addIncident, signUp, uniqueEmail, type JsonObject } from "../support/api";
import { openDirectly } from "../support/test-database";
import { expect, LOW_LIMITS, test } from "../support/fixtures";
import { findLink, waitForEmail } from "../support/mailbox";
import { startReceiver } from "../support/receiver";
import { setKnownTokens } from "../support/subscriptions";

const OTHER_SITE = { Origin: "https://shop.example", "Sec-Fetch-Site": "cross-site" };

/** Sends a form in the format of scripts that were written for Statuspage. */
async function send(url: string, method: string, fields: Record<string, string>) {
  const response = await fetch(url, {
    method,
    headers: OTHER_SITE,
    body: new URLSearchParams(
      Object.entries(fields).map(([name, value]) => [`subscriber[${name}]`, value]),
    ),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    json: (text === "" ? null : JSON.parse(text)) as JsonObject,
  };
}

test(
  "an email address is subscribed through /api/v2/subscribers.json and unsubscribed with its token",
  { tag: "@one-engine" },
  async ({ getServer }) => {
    const server = await getServer({ LIMIT_SUBSCRIPTIONS: "1000" });
    const [ada, organization, email] = [
      await signUp(server.url),
      createOrganizationId(),
      uniqueEmail(),
    ];
    await addComponent(ada, organization);
    const incident = (await addIncident(ada, organization)).id as string;
    const path = `${server.url}/status/${organization}/api/v2/subscribers`;
    const created = await send(`${path}.json`, "POST", { email, incident });
    expect([created.status, created.headers.get("access-control-allow-origin")]).toEqual([
      201,
      "*",
    ]);
    expect(created.json).toMatchObject({ subscriber: { id: null, mode: "email", email } });
    const confirmation = await waitForEmail(server.dataDir, email);
    expect(findLink(confirmation, "/subscription/confirm").searchParams.has("token")).toBe(true);

    const database = await openDirectly(server.databaseUrl);
    const readState = async () =>
      (
        await database.query<{ state: string }>(
          "SELECT state FROM subscribers WHERE organization_id = ?",
          organization,
        )
      ).map(({ state }) => state);
    expect(await readState()).toEqual(["unconfirmed"]);
    const again = await send(`${path}.json`, "POST", { email, incident });
    const { created_at: _first, ...first } = created.json.subscriber as JsonObject;
    const { created_at: _second, ...second } = again.json.subscriber as JsonObject;
    expect([again.status, second]).toEqual([201, first]);

    const tokens: string[] = [];
    for (const [url, fields] of [
      [(id: string) => `${path}/${id}.json`, () => ({})],
      [(id: string) => `${path}.json?subscriber[id]=${id}`, () => ({})],
      [() => `${path}.json`, (id: string) => ({ id })],
    ] as const) {
      const { confirm, unsubscribe } = await setKnownTokens(database, organization, email);
      const confirmed = await ada.post("/v1/subscriptions/confirm", { token: confirm });
      if (confirmed.status !== 200)
        await ada.post(`/v1/subscription/resubscribe?token=${unsubscribe}`);
      expect(await readState()).toEqual(["active"]);
      expect((await send(url("unknown"), "DELETE", fields("unknown"))).status).toBe(404);
      expect(await readState()).toEqual(["active"]);
      expect((await send(url(unsubscribe), "DELETE", fields(unsubscribe))).status).toBe(204);
      expect(await readState()).toEqual(["unsubscribed"]);
      tokens.push(unsubscribe);
    }
    const logged = `/status/${organization}/api/v2/subscribers/[token]`;
    await expect
      .poll(() => server.lines.filter(({ path }) => path === logged).map(({ status }) => status))
      .toEqual([404, 204]);
    const log = JSON.stringify(server.lines);
    expect(tokens.filter((token) => log.includes(token))).toEqual([]);
    await database.close();
  },
);

test(
  "a JSON request subscribes a webhook that responds to the verification request, and returns its secret",
  { tag: "@one-engine" },
  async ({ getServer }) => {
    const server = await getServer({
      LIMIT_SUBSCRIPTIONS: "1000",
      WEBHOOK_ALLOW_PRIVATE: "everyone",
    });
    const [ada, organization] = [await signUp(server.url), createOrganizationId()];
    await addComponent(ada, organization);
    const receiver = await startReceiver((_, response, { body }) => {
      const { challenge } = JSON.parse(body) as { challenge: string };
      response.end(JSON.stringify({ challenge }));
    });
    const response = await fetch(`${server.url}/status/${organization}/api/v2/subscribers.json`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...OTHER_SITE },
      body: JSON.stringify({
        subscriber: { email: "ops@example.com", endpoint: receiver.url },
      }),
    });
    await receiver.stop();
    expect([response.status, await response.json()]).toEqual([
      201,
      {
        subscriber: expect.objectContaining({
          mode: "webhook",
          endpoint: receiver.url,
          secret: expect.stringMatching(/^whsec_/),
        }),
      },
    ]);
  },
);

test(
  "/api/v2/subscribers.json rejects invalid fields, unknown organizations, and too many requests",
  { tag: "@one-engine" },
  async ({ getServer }) => {
    const { url } = await getServer(LOW_LIMITS);
    const [ada, organization] = [await signUp(url), createOrganizationId()];
    await addComponent(ada, organization);
    const subscribe = (fields: Record<string, string>, id = organization) =>
      send(`${url}/status/${id}/api/v2/subscribers.json`, "POST", fields);
    const wrong = await subscribe({ endpoint: "nowhere" });
    expect([wrong.status, (wrong.json.errors as JsonObject[]).map(({ path }) => path)]).toEqual([
      400,
      ["subscriber[endpoint]", "subscriber[email]"],
    ]);
    expect((await subscribe({ email: uniqueEmail() }, "unknown-organization")).status).toBe(404);
    const statuses: number[] = [];
    for (let count = 0; count < 4; count++)
      statuses.push((await subscribe({ email: uniqueEmail() })).status);
    expect([...new Set(statuses)]).toEqual([201, 429]);
    const refused = await subscribe({ email: uniqueEmail() });
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([
      429,
      "*",
    ]);
    expect(refused.headers.get("access-control-expose-headers")).toContain("Retry-After");

    const unknown = await fetch(`${url}/status/${organization}/api/v2/nothing.json`);
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { status: 404 }]);
    for (const path of ["subscribe", "api/v2/subscribers.json"])
      expect((await fetch(`${url}/status/-a/${path}`)).status, path).toBe(404);
  },
);
