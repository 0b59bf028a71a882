import { createHmac, randomUUID } from "node:crypto";
import { createOrganizationId } from "../support/organization-id";
import {
  addComponent,
  addIncident,
  ApiClient,
  signUp,
  uniqueEmail,
  type JsonObject,
} from "../support/api";
import { openDirectly } from "../support/test-database";
import { expect, LOW_LIMITS, test } from "../support/fixtures";
import { findLink, waitForEmail } from "../support/mailbox";
import { sendRawRequest } from "../support/raw-request";
import { startReceiver } from "../support/receiver";
import { expectInvalid, expectPlainText, expectProblem } from "../support/expected-responses";
import { setKnownTokens } from "../support/subscriptions";

const ops = "ops@example.com";
// All tests share one client IP address, so its limit must be higher.
const higherLimits = { LIMIT_SUBSCRIPTIONS: "1000" };

const visit = test.extend<{
  tenant: {
    url: string;
    ada: ApiClient;
    organization: string;
    components: string[];
    visitor: ApiClient;
    databaseUrl: string;
  };
}>({
  tenant: async ({ getServer }, use) => {
    const server = await getServer({ ...higherLimits, WEBHOOK_ALLOW_PRIVATE: "everyone" });
    const [ada, organization] = [await signUp(server.url), createOrganizationId()];
    const components = [
      await addComponent(ada, organization, "API"),
      await addComponent(ada, organization, "Web"),
    ];
    await use({
      url: server.url,
      ada,
      organization,
      components,
      visitor: new ApiClient(server.url),
      databaseUrl: server.databaseUrl,
    });
  },
});

visit(
  "several requests for an email subscription send one email; tokens confirm, change, and end the subscription",
  async ({ tenant }) => {
    const { visitor, ada, organization, components, url } = tenant;
    const database = await openDirectly(tenant.databaseUrl);
    const address = uniqueEmail();
    const ask = (body: JsonObject = {}) =>
      visitor.post(`/v1/organizations/${organization}/subscriptions`, {
        channel: "email",
        address,
        ...body,
      });
    const reply = await ask({ component_ids: [components[0]] });
    expect([reply.status, reply.json]).toEqual([202, { status: "pending" }]);
    expect([(await ask()).status, (await ask()).json]).toEqual([202, { status: "pending" }]);
    expect(
      await database.query("SELECT template FROM mail_jobs WHERE recipient = ?", address),
    ).toHaveLength(1);

    const { confirm, manage, unsubscribe } = await setKnownTokens(database, organization, address);
    const confirmed = await visitor.post("/v1/subscriptions/confirm", { token: confirm });
    const subscription = {
      organization: { id: organization, name: organization },
      channel: "email",
      address,
      state: "active",
      everything: false,
      component_updates: false,
      component_ids: [components[0]],
      incident_ids: [],
      language: null,
      components: [
        { id: components[0], name: "API" },
        { id: components[1], name: "Web" },
      ],
    };
    expect([confirmed.status, confirmed.json]).toEqual([200, subscription]);
    expectProblem(await visitor.post("/v1/subscriptions/confirm", { token: confirm }), 404);

    const own = `/v1/subscription?token=${manage}`;
    expect((await visitor.get(own)).json).toEqual(subscription);
    const incident = (await addIncident(ada, organization)).id;
    expect(
      (await visitor.call("PATCH", own, { body: { component_ids: [], incident_ids: [incident] } }))
        .json,
    ).toEqual({ ...subscription, component_ids: [], incident_ids: [incident] });
    expect(
      (await visitor.call("PATCH", own, { body: { component_updates: true } })).json,
    ).toMatchObject({ component_updates: true, component_ids: [], incident_ids: [incident] });
    expect((await visitor.call("PATCH", own, { body: { language: "ja" } })).json).toMatchObject({
      language: "ja",
      incident_ids: [incident],
    });
    expectInvalid(await visitor.call("PATCH", own, { body: { language: "xx" } }), "language");
    expectInvalid(await visitor.call("PATCH", own, { body: { incident_ids: [] } }), "everything");
    expectInvalid(
      await visitor.call("PATCH", own, { body: { component_ids: [randomUUID()] } }),
      "component_ids.0",
    );

    for (const method of ["GET", "HEAD"]) {
      const redirect = await sendRawRequest(url, method, `/v1/unsubscribe?token=${unsubscribe}`);
      expect([redirect.status, redirect.headers.get("location")]).toEqual([
        303,
        `/subscription/unsubscribe?token=${unsubscribe}`,
      ]);
    }
    expect((await visitor.get(own)).json.state).toBe("active");
    for (let time = 0; time < 2; time++) {
      const clicked = await visitor.call("POST", `/v1/unsubscribe?token=${unsubscribe}`, {
        rawBody: "List-Unsubscribe=One-Click",
        headers: {
          "Content-Type": "application/x-www-form-urlencoded",
          Origin: "https://mail.example",
          "Sec-Fetch-Site": "cross-site",
        },
      });
      expect([clicked.status, clicked.json]).toEqual([200, { status: "unsubscribed" }]);
    }
    expect((await visitor.get(own)).json.state).toBe("unsubscribed");
    expectProblem(await visitor.call("PATCH", own, { body: { everything: true } }), 409);
    expect((await visitor.call("DELETE", own)).status).toBe(204);
    expect((await visitor.call("POST", `/v1/unsubscribe?token=${unsubscribe}`)).status).toBe(200);
    await database.close();
  },
);

test(
  "an email subscriber requests, confirms, is notified of an incident, and unsubscribes with one click",
  { tag: "@one-engine" },
  async ({ getServer }) => {
    const { url, dataDir } = await getServer({ BASE_URL: "https://status.example.com" });
    const [ada, organization, visitor, address] = [
      await signUp(url),
      createOrganizationId(),
      new ApiClient(url),
      uniqueEmail(),
    ];
    const component = await addComponent(ada, organization);
    await visitor.post(`/v1/organizations/${organization}/subscriptions`, {
      channel: "email",
      address,
    });
    const confirmation = await waitForEmail(dataDir, address);
    const token = findLink(confirmation, "/subscription/confirm").searchParams.get("token");
    expect((await visitor.post("/v1/subscriptions/confirm", { token })).status).toBe(200);
    await addIncident(ada, organization, { title: "Slow responses", component_ids: [component] });
    await expect
      .poll(async () => (await waitForEmail(dataDir, address)).subject, { timeout: 15_000 })
      .toContain("Slow responses");
    const notification = await waitForEmail(dataDir, address);
    const { url: unsubscribeUrl } = (
      notification.headers.get("list") as unknown as { unsubscribe: { url: string } }
    ).unsubscribe;
    const { pathname, search, origin } = new URL(unsubscribeUrl);
    expect([origin, pathname]).toEqual(["https://status.example.com", "/v1/unsubscribe"]);
    const form = {
      rawBody: "List-Unsubscribe=One-Click",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    };
    expect((await visitor.call("POST", pathname + search, form)).json).toEqual({
      status: "unsubscribed",
    });
    expect(
      (await visitor.get(`/v1/subscription${findLink(notification, "/subscription").search}`)).json,
    ).toMatchObject({ address, state: "unsubscribed" });
  },
);

visit(
  "each subscription token has one purpose, and a wrong token changes nothing",
  async ({ tenant }) => {
    const { visitor, organization } = tenant;
    const database = await openDirectly(tenant.databaseUrl);
    const address = uniqueEmail();
    await visitor.post(`/v1/organizations/${organization}/subscriptions`, {
      channel: "email",
      address,
    });
    const { confirm, manage, unsubscribe } = await setKnownTokens(database, organization, address);
    const refused: [string, string, unknown?][] = [
      ...[confirm, unsubscribe, "", "x", "%00", "a".repeat(5_000)].flatMap(
        (token): [string, string, unknown?][] => [
          ["GET", `/v1/subscription?token=${token}`],
          ["PATCH", `/v1/subscription?token=${token}`, { everything: true }],
          ["DELETE", `/v1/subscription?token=${token}`],
        ],
      ),
      ...[confirm, manage, "", "x"].map((token): [string, string] => [
        "POST",
        `/v1/unsubscribe?token=${token}`,
      ]),
      ...[unsubscribe, manage, "", "x"].map((token): [string, string, unknown] => [
        "POST",
        "/v1/subscriptions/confirm",
        { token },
      ]),
    ];
    for (const [method, path, body] of refused) {
      const reply = await visitor.call(method, path, { body });
      if (path.endsWith("%00")) expectInvalid(reply, "token");
      else expectProblem(reply, 404);
    }
    expect(
      await database.query("SELECT state FROM subscribers WHERE address = ?", address),
    ).toEqual([{ state: "unconfirmed" }]);
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        visitor.post("/v1/subscriptions/confirm", { token: confirm }),
      ),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(404)]);
    await database.close();
  },
);

visit(
  "a webhook subscription requires a response to a signed verification request",
  async ({ tenant }) => {
    const { visitor, organization, ada, components } = tenant;
    const receiver = await startReceiver((_, response, { url, body }) => {
      const { challenge } = JSON.parse(body) as { challenge: string };
      if (url === "/wrong") response.end("something else");
      else if (url === "/error") response.writeHead(500).end(challenge);
      else if (url === "/moved") response.writeHead(307, { Location: "/hook" }).end(challenge);
      else response.end(JSON.stringify({ challenge }));
    });
    const origin = new URL(receiver.url).origin;
    const ask = (path: string, body: JsonObject = {}) =>
      visitor.post(`/v1/organizations/${organization}/subscriptions`, {
        channel: "webhook",
        address: origin + path,
        contact_email: ops,
        ...body,
      });

    for (const path of ["/wrong", "/error", "/moved"]) expectInvalid(await ask(path), "address");
    expect((await ada.get(`/v1/organizations/${organization}/subscribers`)).json).toEqual([]);

    const { status, json } = await ask("/hook", { component_ids: [components[1]] });
    expect([status, json]).toEqual([
      202,
      { status: "active", secret: expect.stringMatching(/^whsec_/) },
    ]);
    const { headers, body } = receiver.received.at(-1)!;
    const key = Buffer.from((json.secret as string).slice("whsec_".length), "base64");
    const signed = createHmac("sha256", key)
      .update(
        `${headers["webhook-id"] as string}.${headers["webhook-timestamp"] as string}.${body}`,
      )
      .digest("base64");
    expect(headers["webhook-signature"]).toBe(`v1,${signed}`);
    const { json: list } = await ada.get<JsonObject[]>(
      `/v1/organizations/${organization}/subscribers`,
    );
    expect(list).toMatchObject([
      {
        channel: "webhook",
        address: `${origin}/hook`,
        state: "active",
        component_ids: [components[1]],
        contact_email: ops,
      },
    ]);

    const again = await ask("/hook");
    expect([again.status, Object.keys(again.json)]).toEqual([202, ["status", "secret"]]);
    expect((await ada.get(`/v1/organizations/${organization}/subscribers`)).json).toMatchObject([
      { component_ids: [components[1]] },
    ]);
    await receiver.stop();
    expectInvalid(await ask("/other"), "address");
  },
);

visit(
  "a quarantined webhook can be reactivated with its manage token, but not from another site",
  async ({ tenant }) => {
    const { visitor, organization, ada } = tenant;
    const receiver = await startReceiver();
    const { json: made } = await ada.post(`/v1/organizations/${organization}/subscribers`, {
      channel: "webhook",
      address: receiver.url,
    });
    const database = await openDirectly(tenant.databaseUrl);
    const { manage } = await setKnownTokens(database, organization, receiver.url);
    const own = `/v1/subscription/reactivate?token=${manage}`;
    expectProblem(await visitor.post(own, { replay: true }), 409);
    await database.query(
      "UPDATE subscribers SET state = 'quarantined' WHERE id = ?",
      made.id as string,
    );
    expect((await visitor.get(`/v1/subscription?token=${manage}`)).json.state).toBe("quarantined");
    expectInvalid(await visitor.post(own, {}), "replay");
    expectProblem(await visitor.post("/v1/subscription/reactivate?token=x", { replay: true }), 404);
    expectProblem(await visitor.get(own), 405);
    expectPlainText(
      await visitor.post(
        own,
        { replay: true },
        { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
      ),
      403,
    );
    const reply = await visitor.post(own, { replay: true });
    expect([reply.status, reply.json]).toEqual([
      200,
      expect.objectContaining({ state: "active", replayed: 0, cancelled: 0 }),
    ]);
    await database.close();
    await receiver.stop();
  },
);

visit(
  "a chat subscription is active without a verification request, and the subscriber list masks its URL",
  async ({ tenant }) => {
    const { visitor, organization, ada } = tenant;
    const receiver = await startReceiver();
    const ask = () =>
      visitor.post(`/v1/organizations/${organization}/subscriptions`, {
        channel: "discord",
        address: receiver.url,
        contact_email: ops,
      });
    const replies = [await ask(), await ask()];
    expect(replies.map(({ status, json }) => [status, json])).toEqual(
      Array(2).fill([202, { status: "active" }]),
    );
    expect(receiver.received).toEqual([]);
    const { text, json } = await ada.get<JsonObject[]>(
      `/v1/organizations/${organization}/subscribers`,
    );
    expect(json).toHaveLength(1);
    expect(text).not.toContain("sesame");
    await receiver.stop();
  },
);

test("without WEBHOOK_ALLOW_PRIVATE, private addresses are rejected and not called", async ({
  server,
  ada,
  orgID,
}) => {
  await addComponent(ada, orgID);
  const receiver = await startReceiver();
  const { port } = receiver;
  for (const address of [
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://[::1]:${port}/`,
    `http://0x7f000001:${port}/`,
  ]) {
    expectInvalid(
      await new ApiClient(server.url).post(`/v1/organizations/${orgID}/subscriptions`, {
        channel: "webhook",
        address,
        contact_email: ops,
      }),
      "address",
    );
  }
  expect(receiver.connections).toBe(0);
  await receiver.stop();
});

visit(
  "subscribing to an unknown organization returns 404, and invalid fields are named",
  async ({ tenant }) => {
    const { visitor, organization } = tenant;
    for (const id of [createOrganizationId(), "not.an.id", "%00"])
      expectProblem(
        await visitor.post(`/v1/organizations/${id}/subscriptions`, {
          channel: "email",
          address: uniqueEmail(),
        }),
        404,
      );
    const ask = (body: unknown) =>
      visitor.post(`/v1/organizations/${organization}/subscriptions`, body);
    expectInvalid(
      await ask({ channel: "webhook", address: "x", component_ids: "y" }),
      "address",
      "component_ids",
      "contact_email",
    );
    expectInvalid(
      await ask({ channel: "email", address: uniqueEmail(), component_ids: [randomUUID()] }),
      "component_ids.0",
    );
    expectProblem(
      await visitor.call("POST", `/v1/organizations/${organization}/subscriptions`, {
        rawBody: "channel=email",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      }),
      415,
    );
    const foreign = await visitor.post(
      `/v1/organizations/${organization}/subscriptions`,
      { channel: "email", address: uniqueEmail() },
      { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
    );
    expectPlainText(foreign, 403);
  },
);

test("a subscription form for an incident ID with a NUL character gets 404", async ({
  server,
  ada,
  orgID,
}) => {
  await addComponent(ada, orgID);
  const reply = await fetch(`${server.url}/status/${orgID}/subscribe`, {
    method: "POST",
    headers: { Origin: server.url },
    body: new URLSearchParams({ channel: "email", email: uniqueEmail(), incident_id: "\0" }),
  });
  expect(reply.status).toBe(404);
});

test(
  "a client beyond the subscription limit gets 429 with Retry-After, and others are not affected",
  { tag: "@one-engine" },
  async ({ getServer }) => {
    const { url } = await getServer(LOW_LIMITS);
    const [ada, organization] = [await signUp(url), createOrganizationId()];
    await addComponent(ada, organization);
    const ask = (client: string) =>
      new ApiClient(url).post(
        `/v1/organizations/${organization}/subscriptions`,
        { channel: "email", address: uniqueEmail() },
        { "X-Forwarded-For": client },
      );
    const replies = await Promise.all(Array.from({ length: 8 }, () => ask("203.0.113.9")));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([
      ...Array(3).fill(202),
      ...Array(5).fill(429),
    ]);
    const refused = replies.find(({ status }) => status === 429)!;
    expectProblem(refused, 429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_500);
    expect((await ask("203.0.113.10")).status).toBe(202);
  },
);

visit(
  "ten concurrent subscriptions of one address create one subscriber and send one email",
  async ({ tenant }) => {
    const { visitor, organization } = tenant;
    const database = await openDirectly(tenant.databaseUrl);
    const address = uniqueEmail();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        visitor.post(`/v1/organizations/${organization}/subscriptions`, {
          channel: "email",
          address,
        }),
      ),
    );
    expect(replies.map(({ status, json }) => [status, json])).toEqual(
      Array(10).fill([202, { status: "pending" }]),
    );
    expect(
      await database.query("SELECT state FROM subscribers WHERE address = ?", address),
    ).toEqual([{ state: "unconfirmed" }]);
    expect(
      await database.query("SELECT id FROM mail_jobs WHERE recipient = ?", address),
    ).toHaveLength(1);
    await database.close();
  },
);
