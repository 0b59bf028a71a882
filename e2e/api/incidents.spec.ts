import {
  addComponent,
  addIncident,
  ApiClient,
  type ApiResponse,
  type JsonObject,
} from "../support/api";
import type { DirectDatabase } from "../support/test-database";
import { expect, test } from "../support/fixtures";
import {
  aTimestamp,
  expectInvalid,
  expectPlainText,
  expectProblem,
  expectedIncident,
  TEXTS,
} from "../support/expected-responses";
import { createOrganizationId } from "../support/organization-id";

const at = (organization: string) => `/v1/organizations/${organization}/incidents`;
const valid = { title: "Slow responses", impact: "minor" };

test.describe("creating an incident", () => {
  test("returns 201 with the incident, investigating and open", async ({ ada, orgID }) => {
    const before = Date.now();
    const reply = await ada.post(at(orgID), valid);
    expect(reply.status).toBe(201);
    expect(reply.headers.get("content-type")).toBe("application/json");
    expect(reply.json).toEqual(expectedIncident(orgID, valid));
    const { started_at, created_at, updated_at } = reply.json;
    expect([created_at, updated_at]).toEqual([started_at, started_at]);
    expect(Date.parse(started_at as string)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(started_at as string)).toBeLessThanOrEqual(Date.now());
    expect((await ada.get(at(orgID))).json).toEqual([reply.json]);
  });

  test("returns the affected components once each, in component order", async ({ ada, orgID }) => {
    const [first, second, third] = [
      await addComponent(ada, orgID),
      await addComponent(ada, orgID),
      await addComponent(ada, orgID),
    ];
    await addComponent(ada, orgID, "Unaffected");
    const reply = await ada.post(at(orgID), {
      ...valid,
      component_ids: [third, first, third, second, first],
    });
    expect(reply.status).toBe(201);
    expect(reply.json).toEqual(
      expectedIncident(orgID, { ...valid, component_ids: [first, second, third] }),
    );
    expect((await ada.get(at(orgID))).json).toEqual([reply.json]);
  });

  test("trims the title, and ignores unknown and read-only fields", async ({ ada, orgID }) => {
    const foreign = {
      id: "mine",
      organization_id: "theirs",
      created_at: "2001-01-01T00:00:00.000Z",
      updated_at: 7,
      extra: [{}],
    };
    const reply = await ada.post(at(orgID), {
      ...valid,
      title: " \u3000Slow  responses\n",
      ...foreign,
    });
    expect(reply.status).toBe(201);
    expect(reply.json).toEqual(expectedIncident(orgID, { ...valid, title: "Slow  responses" }));
    expect(reply.json.id).not.toBe("mine");
    expect(reply.json.created_at).not.toBe("2001-01-01T00:00:00.000Z");
  });

  test("stores a title of 255 characters with markup and emoji unchanged", async ({
    ada,
    orgID,
  }) => {
    const markup = `<script>alert("ünïcode 障害")</script> & \u0007`;
    const title = markup + "😀".repeat(255 - [...markup].length);
    const incident = await addIncident(ada, orgID, { title });
    expect(incident).toEqual(expectedIncident(orgID, { title, impact: "minor" }));
    expect((await ada.get(at(orgID))).json).toEqual([incident]);
  });

  test("accepts 500 component IDs", async ({ ada, orgID }) => {
    const id = await addComponent(ada, orgID);
    const reply = await ada.post(at(orgID), {
      ...valid,
      component_ids: Array.from({ length: 500 }, () => id),
    });
    expect(reply.json).toEqual(expectedIncident(orgID, { ...valid, component_ids: [id] }));
  });

  test(
    "returns 400 with one entry per invalid field, and creates nothing",
    { tag: "@one-engine" },
    async ({ ada, orgID, database }) => {
      const body = {
        title: "\0",
        impact: "huge",
        component_ids: "all",
        status: "open",
        body: 7,
        notify: "yes",
        notify_after_seconds: -1,
        components: {},
        started_at: "soon",
        resolved_at: null,
        template_id: ["t"],
      };
      expectInvalid(await ada.post(at(orgID), body), ...Object.keys(body));
      for (const other of [[valid], 7, "x", null])
        expectProblem(await ada.post(at(orgID), other), 400, {
          errors: [{ path: "", message: "must be a JSON object" }],
        });
      expect((await ada.get(at(orgID))).json).toEqual([]);
      expect(
        await database.query("SELECT id FROM notification_events WHERE organization_id = ?", orgID),
      ).toEqual([]);
    },
  );

  test("returns 400 naming component IDs that are unknown or of another organization, and creates nothing", async ({
    ada,
    bob,
    orgID,
    database,
  }) => {
    const mine = await addComponent(ada, orgID);
    const foreign = await addComponent(bob, createOrganizationId());
    const elsewhere = await addComponent(ada, createOrganizationId());
    const reply = await ada.post(at(orgID), {
      ...valid,
      impact: "critical",
      component_ids: [mine, "unknown", foreign, mine, elsewhere, ""],
    });
    expectProblem(reply, 400, {
      errors: (
        [
          [1, "unknown"],
          [2, foreign],
          [4, elsewhere],
          [5, '""'],
        ] as const
      ).map(([index, id]) => ({
        path: `component_ids.${index}`,
        message: expect.stringContaining(id),
      })),
    });
    expect((await ada.get(at(orgID))).json).toEqual([]);
    expect(
      (await ada.get<JsonObject[]>(`/v1/organizations/${orgID}/components`)).json.map(
        ({ status }) => status,
      ),
    ).toEqual(["operational"]);
    for (const table of ["incidents", "notification_events"])
      expect(
        await database.query(`SELECT id FROM ${table} WHERE organization_id = ?`, orgID),
      ).toEqual([]);
    expect(
      await database.query(
        "SELECT status FROM component_status_changes WHERE component_id = ?",
        mine,
      ),
    ).toEqual([{ status: "operational" }]);
  });

  test("writes the first update, the component statuses, and one notification event", async ({
    ada,
    orgID,
    database,
  }) => {
    const [component, other] = [
      await addComponent(ada, orgID),
      await addComponent(ada, orgID, "API"),
    ];
    await addIncident(ada, orgID, { impact: "minor", component_ids: [component] });
    const incident = await addIncident(ada, orgID, {
      impact: "major",
      component_ids: [component, other],
    });
    const id = incident.id as string;
    const [update, ...more] = await database.query<
      { id: string; body: string; components: string; created_at: string } & JsonObject
    >("SELECT * FROM incident_updates WHERE incident_id = ?", id);
    expect(more).toEqual([]);
    expect(update).toMatchObject({
      status: "investigating",
      author_id: ada.user!.id,
      body: expect.stringMatching(/\S/),
    });
    expect(new Date(update!.created_at).toISOString()).toBe(incident.created_at);
    expect(
      await database.query(
        "SELECT component_id, status FROM incident_components WHERE incident_id = ? ORDER BY component_id",
        id,
      ),
    ).toEqual(
      [component, other]
        .toSorted()
        .map((component_id) => ({ component_id, status: "partial_outage" })),
    );
    const events = await database.query<{ payload: string } & JsonObject>(
      "SELECT kind, organization_id, payload FROM notification_events WHERE incident_id = ?",
      id,
    );
    expect(
      events.map(({ payload, ...event }) => ({ ...event, payload: JSON.parse(payload) })),
    ).toEqual([
      {
        kind: "incident.created",
        organization_id: orgID,
        payload: {
          incident,
          updates: [
            {
              id: update!.id,
              status: "investigating",
              body: update!.body,
              format: "plain",
              translations: {},
              notified: true,
              created_at: incident.created_at,
              updated_at: incident.created_at,
            },
          ],
          components: [
            {
              id: component,
              name: "Website",
              old_status: "degraded_performance",
              new_status: "partial_outage",
              position: 0,
              description: "",
              translations: {},
              created_at: aTimestamp,
              updated_at: aTimestamp,
            },
            {
              id: other,
              name: "API",
              old_status: "operational",
              new_status: "partial_outage",
              position: 1,
              description: "",
              translations: {},
              created_at: aTimestamp,
              updated_at: aTimestamp,
            },
          ],
          page: { status_indicator: "major", status_description: "Partial System Outage" },
        },
      },
    ]);
  });

  test("notifies by default, and not with notify: false", async ({ ada, orgID, database }) => {
    const counts = [];
    for (const fields of [{}, { notify: true }, { notify: false }]) {
      const { id } = await addIncident(ada, orgID, fields);
      counts.push(
        (
          await database.query(
            "SELECT id FROM notification_events WHERE incident_id = ?",
            id as string,
          )
        ).length,
      );
    }
    expect(counts).toEqual([1, 1, 0]);
  });
});

test.describe("access to incidents", () => {
  test("without a session, even an invalid body returns 401", async ({ server, orgID }) => {
    const client = new ApiClient(server.url);
    for (const [rawBody, type] of [
      ["{", "application/json"],
      ["a=b", "application/x-www-form-urlencoded"],
      ["", "application/json"],
      ["x".repeat(1_100_000), "application/json"],
    ] as const) {
      expectPlainText(
        await client.call("POST", at(orgID), { rawBody, headers: { "Content-Type": type } }),
        401,
        TEXTS.noSession,
      );
    }
  });

  test("a user who is not a member gets 403 before the body is validated", async ({
    ada,
    bob,
    orgID,
  }) => {
    await addComponent(ada, orgID);
    expectPlainText(
      await bob.call("POST", at(orgID), {
        rawBody: "{",
        headers: { "Content-Type": "application/json" },
      }),
      403,
      TEXTS.notMember,
    );
  });
});

async function walk(client: ApiClient, path: string): Promise<ApiResponse<JsonObject[]>[]> {
  const pages: ApiResponse<JsonObject[]>[] = [];
  for (let next: string | null = path; next !== null;) {
    expect(pages.length).toBeLessThan(20);
    const page: ApiResponse<JsonObject[]> = await client.get<JsonObject[]>(next);
    expect(page.status, page.text).toBe(200);
    pages.push(page);
    const link = page.headers.get("link");
    next = link === null ? null : /^<([^>]+)>; rel="next"$/.exec(link)![1]!;
  }
  return pages;
}

const newestFirst = (a: JsonObject, b: JsonObject) => {
  const key = ({ started_at, id }: JsonObject) => `${started_at as string} ${id as string}`;
  return key(a) < key(b) ? 1 : -1;
};

async function createMany(
  client: ApiClient,
  organization: string,
  count: number,
  fields: (index: number) => JsonObject,
): Promise<JsonObject[]> {
  const created: JsonObject[] = [];
  for (let index = 0; index < count; index += 10) {
    const batch = Array.from({ length: Math.min(10, count - index) }, (_, offset) =>
      addIncident(client, organization, {
        title: `Incident ${index + offset}`,
        ...fields(index + offset),
      }),
    );
    created.push(...(await Promise.all(batch)));
  }
  return created;
}

async function startTogether(database: DirectDatabase, organization: string): Promise<void> {
  await database.query(
    "UPDATE incidents SET started_at = (SELECT created_at FROM organizations WHERE id = ?) WHERE organization_id = ?",
    organization,
    organization,
  );
  await database.query(
    "UPDATE organizations SET revision = revision + 1 WHERE id = ?",
    organization,
  );
}

test.describe("listing incidents", () => {
  test("returns an array, latest start first", async ({ ada, orgID }) => {
    const created = [
      await addIncident(ada, orgID),
      await addIncident(ada, orgID),
      await addIncident(ada, orgID),
    ];
    const reply = await ada.get(at(orgID));
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toBe("application/json");
    expect(reply.headers.get("link")).toBeNull();
    expect(reply.json).toEqual(created.toReversed());
  });

  test("includes no incident of another organization", async ({ ada, bob, orgID }) => {
    await addIncident(ada, orgID);
    const other = createOrganizationId();
    const theirs = await addIncident(bob, other);
    expect((await bob.get(at(other))).json).toEqual([theirs]);
    expectPlainText(await bob.get(at(orgID)), 403, TEXTS.notMember);
  });

  test("has no next page for exactly 50 incidents", async ({ ada, orgID }) => {
    await createMany(ada, orgID, 50, () => ({}));
    const reply = await ada.get<JsonObject[]>(at(orgID));
    expect(reply.json).toHaveLength(50);
    expect(reply.headers.get("link")).toBeNull();
  });

  test("returns the 50 latest incidents, and the Link header leads to each older one exactly once", async ({
    ada,
    orgID,
  }) => {
    const created = await createMany(ada, orgID, 121, () => ({}));
    const pages = await walk(ada, at(orgID));
    expect(pages.map(({ json }) => json.length)).toEqual([50, 50, 21]);
    expect(pages.flatMap(({ json }) => json)).toEqual(created.toSorted(newestFirst));
  });

  test("orders incidents with the same start by ID, across pages", async ({
    ada,
    orgID,
    database,
  }) => {
    const created = await createMany(ada, orgID, 104, () => ({}));
    await startTogether(database, orgID);
    const pages = await walk(ada, at(orgID));
    expect(pages.map(({ json }) => json.length)).toEqual([50, 50, 4]);
    expect(pages.flatMap(({ json }) => json.map(({ id }) => id))).toEqual(
      created
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
  });

  test("later pages stay the same when newer incidents are created", async ({ ada, orgID }) => {
    await createMany(ada, orgID, 51, () => ({}));
    const [, second] = await walk(ada, at(orgID));
    const next = /<([^>]+)>/.exec((await ada.get(at(orgID))).headers.get("link")!)![1]!;
    await addIncident(ada, orgID);
    expect((await ada.get(next)).json).toEqual(second!.json);
  });

  test("a cursor of another organization reveals nothing", async ({ ada, bob, orgID }) => {
    await createMany(ada, orgID, 51, () => ({}));
    const next = /<([^>]+)>/.exec((await ada.get(at(orgID))).headers.get("link")!)![1]!;
    expectPlainText(await bob.get(next), 403, TEXTS.notMember);
    expect((await bob.get(next.replace(orgID, createOrganizationId()))).json).toEqual([]);
  });

  test("ignores unknown parameters", async ({ ada, orgID }) => {
    const incident = await addIncident(ada, orgID);
    expect(
      (await ada.get(`${at(orgID)}?limit=0&page=7&organization_id=theirs&x=%00`)).json,
    ).toEqual([incident]);
  });
});

test.describe("incident filters", () => {
  test("status selects incidents by status", async ({ ada, orgID }) => {
    const statuses = ["investigating", "identified", "monitoring", "resolved"];
    const created = await createMany(ada, orgID, 8, (index) => ({ status: statuses[index % 4]! }));
    for (const [index, status] of statuses.entries()) {
      const { json } = await ada.get<JsonObject[]>(`${at(orgID)}?status=${status}`);
      expect(json).toEqual([created[index]!, created[index + 4]!].toSorted(newestFirst));
    }
  });

  test("component_id selects incidents that affect the component, with all of their components", async ({
    ada,
    orgID,
  }) => {
    const [one, two] = [await addComponent(ada, orgID), await addComponent(ada, orgID)];
    await addIncident(ada, orgID);
    const both = await addIncident(ada, orgID, { component_ids: [one, two] });
    const second = await addIncident(ada, orgID, { component_ids: [two] });
    const list = async (query: string) => (await ada.get(`${at(orgID)}?${query}`)).json;
    expect(await list(`component_id=${one}`)).toEqual([both]);
    expect(await list(`component_id=${two}`)).toEqual([second, both]);
    expect(await list(`component_id=${two}&status=investigating`)).toEqual([second, both]);
    expect(await list(`component_id=${two}&status=resolved`)).toEqual([]);
    expect(await list("component_id=unknown")).toEqual([]);
    expect(await list("component_id=")).toEqual([]);
  });

  test("q, impact, and status=unresolved work alone and combined", async ({ ada, orgID }) => {
    const down = await addIncident(ada, orgID, { title: "The API is down", impact: "critical" });
    const slow = await addIncident(ada, orgID, { title: "50% of requests_fail", impact: "minor" });
    const resolved = await addIncident(ada, orgID, {
      title: "The API was slow",
      impact: "minor",
      status: "resolved",
    });
    const list = async (query: string) => (await ada.get(`${at(orgID)}?${query}`)).json;
    expect(await list("q=the%20api")).toEqual([resolved, down]);
    expect(await list("q=%25")).toEqual([slow]);
    expect(await list("q=_")).toEqual([slow]);
    expect(await list("q=%20")).toEqual([resolved, slow, down]);
    expect(await list("status=unresolved")).toEqual([slow, down]);
    expect(await list("impact=minor")).toEqual([resolved, slow]);
    expect(await list("q=API&status=unresolved&impact=critical")).toEqual([down]);
  });

  test("are kept in the Link header", async ({ ada, orgID }) => {
    const [one, two] = [await addComponent(ada, orgID), await addComponent(ada, orgID)];
    const created = await createMany(ada, orgID, 110, (index) => ({
      component_ids: [index % 2 ? one : two],
    }));
    const pages = await walk(ada, `${at(orgID)}?component_id=${one}&status=unresolved&q=INCIDENT`);
    expect(pages.map(({ json }) => json.length)).toEqual([50, 5]);
    expect(pages.flatMap(({ json }) => json)).toEqual(
      created
        .filter(({ component_ids }) => (component_ids as string[])[0] === one)
        .toSorted(newestFirst),
    );
  });

  test(
    "return 400 with one entry per invalid parameter",
    { tag: "@one-engine" },
    async ({ ada, orgID }) => {
      expectInvalid(
        await ada.get(`${at(orgID)}?before=%00&status=open&impact=&component_id=%00&q=%00`),
        "before",
        "status",
        "impact",
        "component_id",
        "q",
      );
    },
  );
});
