import {
  addComponent,
  addIncident,
  ApiClient,
  PASSWORD,
  signUp,
  type JsonObject,
} from "../support/api";
import { expect, test } from "../support/fixtures";
import { expectPlainText, expectedIncident, TEXTS } from "../support/expected-responses";
import { countResponseStatuses } from "../support/statuses";
import { createOrganizationId } from "../support/organization-id";

// The pool has fewer connections than there are clients. Requests that hold a connection while they
// wait for a second one would cause a deadlock.
const POOL = { DATABASE_POOL_SIZE: "10", LIMIT_LOGIN_FAILURES: "1000" };
const CLIENTS = 50;
const ids = (list: JsonObject[]) => list.map(({ id }) => id as string).toSorted();

test(
  `${CLIENTS} clients that create incidents at once all get 201, and the list contains every incident`,
  { tag: "@postgresql" },
  async ({ getServer, orgID }) => {
    const { url } = await getServer(POOL);
    const ada = await signUp(url);
    const component_ids = [
      await addComponent(ada, orgID),
      await addComponent(ada, orgID),
      await addComponent(ada, orgID),
    ];
    const clients = await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        const client = new ApiClient(url);
        await client.post("/v1/auth/login", { email: ada.user!.email, password: PASSWORD });
        return client;
      }),
    );
    const title = (index: number) => `Incident ${index}`;
    const replies = await Promise.all(
      clients.map((client, index) =>
        client.post(`/v1/organizations/${orgID}/incidents`, {
          title: title(index),
          impact: "major",
          component_ids,
        }),
      ),
    );
    expect(countResponseStatuses(replies)).toEqual({ 201: CLIENTS });
    for (const [index, { json }] of replies.entries())
      expect(json).toEqual(
        expectedIncident(orgID, { title: title(index), impact: "major", component_ids }),
      );
    const { json: list } = await ada.get<JsonObject[]>(`/v1/organizations/${orgID}/incidents`);
    expect(ids(list)).toEqual(ids(replies.map(({ json }) => json)));
  },
);

test("many users with their own organizations can register, write, and read at once", async ({
  getServer,
}) => {
  const { url } = await getServer(POOL);
  const lists = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const [client, organization] = [await signUp(url), createOrganizationId()];
      const component = await addComponent(client, organization);
      const incidents = await Promise.all(
        [1, 2, 3].map(() => addIncident(client, organization, { component_ids: [component] })),
      );
      const { status, json } = await client.get<JsonObject[]>(
        `/v1/organizations/${organization}/incidents`,
      );
      return { status, created: ids(incidents), listed: ids(json) };
    }),
  );
  for (const { status, created, listed } of lists) {
    expect(status).toBe(200);
    expect(listed).toEqual(created);
  }
});

test(
  "30 components created at once get the positions 0 to 29",
  { tag: "@postgresql" },
  async ({ ada, orgID }) => {
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        ada.post(`/v1/organizations/${orgID}/components`, { name: `Service ${index}` }),
      ),
    );
    expect(countResponseStatuses(replies)).toEqual({ 201: 30 });
    const positions = Array.from({ length: 30 }, (_, position) => position);
    expect(replies.map(({ json }) => json.position as number).toSorted((a, b) => a - b)).toEqual(
      positions,
    );
    const { json: list } = await ada.get<JsonObject[]>(`/v1/organizations/${orgID}/components`);
    expect(list.map(({ position }) => position)).toEqual(positions);
    expect(ids(list)).toEqual(ids(replies.map(({ json }) => json)));
  },
);

test("components created at the same time as rejected incidents get consecutive positions", async ({
  ada,
  orgID,
}) => {
  await addComponent(ada, orgID);
  const replies = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      index % 2
        ? ada.post(`/v1/organizations/${orgID}/components`, { name: "Service" })
        : ada.post(`/v1/organizations/${orgID}/incidents`, {
            title: "Slow responses",
            impact: "minor",
            component_ids: ["unknown"],
          }),
    ),
  );
  expect(countResponseStatuses(replies)).toEqual({ 201: 15, 400: 15 });
  const { json: list } = await ada.get<JsonObject[]>(`/v1/organizations/${orgID}/components`);
  expect(list.map(({ position }) => position)).toEqual(
    Array.from({ length: 16 }, (_, position) => position),
  );
});

test(
  "when two users claim one organization ID at once, one becomes the owner and the other gets 403",
  { tag: "@postgresql" },
  async ({ ada, bob, orgID, database }) => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const client = index % 2 ? ada : bob;
        return {
          client,
          reply: await client.post(
            `/v1/organizations/${orgID}/${index % 4 < 2 ? "components" : "incidents"}`,
            { name: "Service", title: "Slow responses", impact: "none" },
          ),
        };
      }),
    );
    const members = await database.query<{ user_id: string; role: string }>(
      "SELECT user_id, role FROM memberships WHERE organization_id = ?",
      orgID,
    );
    expect(members).toHaveLength(1);
    expect(members[0]!.role).toBe("owner");
    const winner = members[0]!.user_id === ada.user!.id ? ada : bob;
    for (const { client, reply } of replies) {
      if (client === winner) expect(reply.status, reply.text).toBe(201);
      else expectPlainText(reply, 403, TEXTS.notMember);
    }
    const loser = winner === ada ? bob : ada;
    expect(
      await database.query(
        "SELECT claimed_organizations FROM users WHERE id = ?",
        loser.user!.id as string,
      ),
    ).toEqual([{ claimed_organizations: 0 }]);
    expect((await loser.get("/v1/organizations")).json).toEqual([]);
  },
);

test(
  "a user who claims one organization ID several times at once always gets 201 and owns one organization",
  { tag: "@postgresql" },
  async ({ ada, orgID, database }) => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        ada.post(`/v1/organizations/${orgID}/components`, { name: "Service" }),
      ),
    );
    expect(countResponseStatuses(replies)).toEqual({ 201: 20 });
    expect(
      await database.query("SELECT role FROM memberships WHERE organization_id = ?", orgID),
    ).toEqual([{ role: "owner" }]);
    expect(
      await database.query(
        "SELECT claimed_organizations FROM users WHERE id = ?",
        ada.user!.id as string,
      ),
    ).toEqual([{ claimed_organizations: 1 }]);
  },
);

test("several simultaneous requests to sign out end the session", async ({ ada }) => {
  const cookie = ada.cookie!;
  const replies = await Promise.all(
    Array.from({ length: 10 }, () =>
      new ApiClient(ada.url).call("POST", "/v1/auth/logout", { headers: { Cookie: cookie } }),
    ),
  );
  // An authenticated request may get 401 because another request ends the session first.
  for (const { status } of replies) expect([204, 401]).toContain(status);
  expect(replies.map(({ status }) => status)).toContain(204);
  expectPlainText(
    await new ApiClient(ada.url).get("/v1/me", { Cookie: cookie }),
    401,
    TEXTS.noSession,
  );
});

test(
  "a read after a write includes it, even while other requests read and write",
  { tag: "@postgresql" },
  async ({ ada, orgID }) => {
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let round = 0; round < 5; round++) {
          const id = await addComponent(ada, orgID);
          const { json: list } = await ada.get<JsonObject[]>(
            `/v1/organizations/${orgID}/components`,
          );
          expect(ids(list)).toContain(id);
        }
      }),
    );
  },
);

test(
  "two processes write to one database at once without errors, and each shows the other's writes",
  { tag: "@postgresql" },
  async ({ launch, createServerStorage, orgID }) => {
    const storage = await createServerStorage();
    const [one, two] = await Promise.all([launch(POOL, storage), launch(POOL, storage)]);
    const ada = await signUp(one.url);
    const elsewhere = new ApiClient(two.url);
    elsewhere.cookie = ada.cookie;
    await addComponent(ada, orgID);
    const path = `/v1/organizations/${orgID}`;
    expect((await elsewhere.get<JsonObject[]>(`${path}/components`)).json).toHaveLength(1);
    const clients = Array.from({ length: 40 }, (_, index) => (index % 2 ? ada : elsewhere));
    const replies = await Promise.all([
      ...clients.map((client, index) =>
        client.post(`${path}/components`, { name: `Service ${index}` }),
      ),
      ...clients.map((client) =>
        client.post(`${path}/incidents`, { title: "Slow responses", impact: "none" }),
      ),
    ]);
    expect(countResponseStatuses(replies)).toEqual({ 201: 80 });
    const [here, there] = [
      await ada.get<JsonObject[]>(`${path}/components`),
      await elsewhere.get<JsonObject[]>(`${path}/components`),
    ];
    expect(here.json.map(({ position }) => position)).toEqual(
      Array.from({ length: 41 }, (_, position) => position),
    );
    expect(there.json).toEqual(here.json);
    await elsewhere.post("/v1/auth/logout");
    expectPlainText(await ada.get("/v1/me"), 401, TEXTS.noSession);
  },
);
