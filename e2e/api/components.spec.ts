import { addComponent, addIncident, ApiClient } from "../support/api";
import { expect, test } from "../support/fixtures";
import {
  expectedComponent,
  expectInvalid,
  expectPlainText,
  TEXTS,
} from "../support/expected-responses";
import { createOrganizationId } from "../support/organization-id";

const at = (organization: string) => `/v1/organizations/${organization}/components`;

test.describe("creating several components at once", () => {
  test("returns them in order, creates them once per Idempotency-Key, and claims an unused organization ID", async ({
    ada,
    orgID,
  }) => {
    const body = {
      components: [{ name: " Website " }, { name: "API", description: "api.acme.example" }],
    };
    const key = { "Idempotency-Key": "pasted" };
    const reply = await ada.post(`${at(orgID)}/bulk`, body, key);
    expect(reply.status, reply.text).toBe(201);
    expect(reply.json).toEqual([
      expectedComponent(orgID, { name: "Website", position: 0 }),
      expectedComponent(orgID, { name: "API", description: "api.acme.example", position: 1 }),
    ]);
    const again = await ada.post(`${at(orgID)}/bulk`, body, key);
    expect([again.text, again.headers.get("idempotency-replayed")]).toEqual([reply.text, "true"]);
    expect((await ada.get(at(orgID))).json).toEqual(reply.json);
    expect((await ada.post(at(orgID), { name: "Last" })).json).toEqual(
      expectedComponent(orgID, { name: "Last", position: 2 }),
    );
  });

  test("is rejected as a whole if one is invalid, with each error at its path", async ({
    ada,
    orgID,
  }) => {
    const post = (components?: unknown) => ada.post(`${at(orgID)}/bulk`, { components });
    expectInvalid(
      await post([{ name: "API" }, { name: " " }, { name: "Mail", description: 1 }, {}, null]),
      "components.1.name",
      "components.2.description",
      "components.3.name",
      "components.4",
    );
    expectInvalid(
      await post([{ name: "API" }, { name: "Mail", group_id: "x" }]),
      "components.1.group_id",
    );
    expect((await ada.get(at(orgID))).json).toEqual([]);
  });
});

test.describe("creating a component", () => {
  test("returns 201 with the component, operational, at position 0 if it is the first", async ({
    ada,
    orgID,
  }) => {
    const before = Date.now();
    const reply = await ada.post(at(orgID), {
      name: "Website",
      description: "Pages for visitors",
    });
    expect(reply.status).toBe(201);
    expect(reply.headers.get("content-type")).toBe("application/json");
    expect(reply.json).toEqual(
      expectedComponent(orgID, {
        name: "Website",
        description: "Pages for visitors",
        position: 0,
      }),
    );
    expect(reply.json.created_at).toBe(reply.json.updated_at);
    expect(Date.parse(reply.json.created_at as string)).toBeGreaterThanOrEqual(before);
    expect((await ada.get(at(orgID))).json).toEqual([reply.json]);
  });

  test("puts each new component last, per organization", async ({ ada, orgID }) => {
    const other = createOrganizationId();
    for (let position = 0; position < 3; position++) {
      for (const organization of [orgID, other]) {
        const name = `Service ${position}`;
        expect((await ada.post(at(organization), { name })).json).toEqual(
          expectedComponent(organization, { name, position }),
        );
      }
    }
  });

  test("trims name and description", async ({ ada, orgID }) => {
    const reply = await ada.post(at(orgID), {
      name: "\t Web site ",
      description: "\n Pages  for visitors \u00a0",
    });
    expect(reply.json).toEqual(
      expectedComponent(orgID, {
        name: "Web site",
        description: "Pages  for visitors",
        position: 0,
      }),
    );
  });

  test("ignores unknown and read-only fields", async ({ ada, orgID }) => {
    const reply = await ada.post(at(orgID), {
      name: "Website",
      id: "mine",
      position: 7,
      own_status: "major_outage",
      archived_at: "2001-01-01T00:00:00.000Z",
      organization_id: "theirs",
      created_at: "2001-01-01T00:00:00.000Z",
      extra: { a: [1] },
    });
    expect(reply.status).toBe(201);
    expect(reply.json).toEqual(expectedComponent(orgID, { name: "Website", position: 0 }));
    expect(reply.json.id).not.toBe("mine");
    expect(reply.json.created_at).not.toBe("2001-01-01T00:00:00.000Z");
  });

  test("allows two components with the same name", async ({ ada, orgID }) => {
    expect(await addComponent(ada, orgID)).not.toBe(await addComponent(ada, orgID));
  });

  test("stores markup and emoji of maximum length unchanged", async ({ ada, orgID }) => {
    const markup = `<b>"Wéb" & 'サイト'</b> \u202e|`;
    const fields = {
      name: markup + "😀".repeat(255 - [...markup].length),
      description: `a\nb\u0001${"😀".repeat(1_996)}`,
    };
    const reply = await ada.post(at(orgID), fields);
    expect(reply.status, reply.text).toBe(201);
    expect(reply.json).toEqual(expectedComponent(orgID, { ...fields, position: 0 }));
    expect((await ada.get(at(orgID))).json).toEqual([reply.json]);
  });

  test(
    "returns 400 with one entry per invalid field, and creates nothing",
    { tag: "@one-engine" },
    async ({ ada, orgID }) => {
      await addComponent(ada, orgID, "First");
      const body = {
        name: "a\0b",
        description: "\ude00 a",
        group_id: [],
        start_date: "soon",
        status: "up",
      };
      expectInvalid(await ada.post(at(orgID), body), ...Object.keys(body));
      expect((await ada.post(at(orgID), { name: "Second" })).json).toEqual(
        expectedComponent(orgID, { name: "Second", position: 1 }),
      );
      expect((await ada.get<unknown[]>(at(orgID))).json).toHaveLength(2);
    },
  );
});

test.describe("listing components", () => {
  test("returns all components in one array, by position", async ({ ada, orgID }) => {
    for (let index = 0; index < 60; index++) await addComponent(ada, orgID, `Service ${index}`);
    const reply = await ada.get(at(orgID));
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toBe("application/json");
    expect(reply.headers.get("link")).toBeNull();
    expect(reply.json).toEqual(
      Array.from({ length: 60 }, (_, position) =>
        expectedComponent(orgID, { name: `Service ${position}`, position }),
      ),
    );
  });

  test("includes no component of another organization", async ({ ada, bob, orgID }) => {
    await addComponent(ada, orgID);
    const other = createOrganizationId();
    await addComponent(bob, other);
    expect((await bob.get(at(other))).json).toEqual([
      expectedComponent(other, { name: "Website", position: 0 }),
    ]);
    expectPlainText(await bob.get(at(orgID)), 403, TEXTS.notMember);
  });

  test("returns 304 for a current ETag, and the list for a stale one", async ({ ada, orgID }) => {
    await addComponent(ada, orgID);
    const first = await ada.get(at(orgID));
    const tag = first.headers.get("etag")!;
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    const unchanged = await ada.get(at(orgID), { "If-None-Match": tag });
    expect(unchanged.status).toBe(304);
    expect(unchanged.text).toBe("");
    await addComponent(ada, orgID, "Second");
    const changed = await ada.get<unknown[]>(at(orgID), { "If-None-Match": tag });
    expect(changed.status).toBe(200);
    expect(changed.json).toHaveLength(2);
    expect(changed.headers.get("etag")).not.toBe(tag);
  });

  test("returns no 304 to users who are not members or not signed in", async ({
    ada,
    bob,
    orgID,
    server,
  }) => {
    await addComponent(ada, orgID);
    const tag = (await ada.get(at(orgID))).headers.get("etag")!;
    expectPlainText(await bob.get(at(orgID), { "If-None-Match": tag }), 403, TEXTS.notMember);
    expectPlainText(
      await new ApiClient(server.url).get(at(orgID), { "If-None-Match": tag }),
      401,
      TEXTS.noSession,
    );
  });
});

test.describe("the effective status of a component", () => {
  for (const [impact, status] of [
    ["none", "operational"],
    ["minor", "degraded_performance"],
    ["major", "partial_outage"],
    ["critical", "major_outage"],
  ] as const) {
    test(`is ${status} while an incident of impact ${impact} is open, for affected components only`, async ({
      ada,
      orgID,
    }) => {
      const [hit] = [
        await addComponent(ada, orgID, "Affected"),
        await addComponent(ada, orgID, "Unaffected"),
      ];
      await addIncident(ada, orgID, { impact, component_ids: [hit] });
      expect((await ada.get(at(orgID))).json).toEqual([
        expectedComponent(orgID, { name: "Affected", position: 0, status }),
        expectedComponent(orgID, { name: "Unaffected", position: 1 }),
      ]);
    });
  }

  for (const order of [
    ["minor", "critical", "none", "major"],
    ["critical", "minor"],
    ["none", "major", "minor"],
  ]) {
    test(`is the worst status that incidents of impact ${order.join(", ")} cause`, async ({
      ada,
      orgID,
    }) => {
      const id = await addComponent(ada, orgID);
      for (const impact of order) await addIncident(ada, orgID, { impact, component_ids: [id] });
      const status = order.includes("critical") ? "major_outage" : "partial_outage";
      expect((await ada.get(at(orgID))).json).toEqual([
        expectedComponent(orgID, { name: "Website", position: 0, status }),
      ]);
    });
  }

  test("is not changed by incidents without components", async ({ ada, orgID }) => {
    await addComponent(ada, orgID);
    await addIncident(ada, orgID, { impact: "critical" });
    expect((await ada.get(at(orgID))).json).toEqual([
      expectedComponent(orgID, { name: "Website", position: 0 }),
    ]);
  });

  test("returns to the manual status when all incidents are resolved", async ({
    ada,
    orgID,
    database,
  }) => {
    const id = await addComponent(ada, orgID);
    await addIncident(ada, orgID, { impact: "critical", component_ids: [id] });
    expect(await database.query("SELECT status FROM components WHERE id = ?", id)).toEqual([
      { status: "operational" },
    ]);
    const { id: resolved } = await addIncident(ada, orgID, {
      impact: "major",
      component_ids: [id],
    });
    await database.query(
      "UPDATE incidents SET status = 'resolved' WHERE organization_id = ?",
      orgID,
    );
    await database.query("UPDATE organizations SET revision = revision + 1 WHERE id = ?", orgID);
    expect((await ada.get(at(orgID))).json).toEqual([
      expectedComponent(orgID, { name: "Website", position: 0 }),
    ]);
    await database.query(
      "UPDATE incidents SET status = 'monitoring' WHERE id = ?",
      resolved as string,
    );
    await database.query("UPDATE organizations SET revision = revision + 1 WHERE id = ?", orgID);
    expect((await ada.get(at(orgID))).json).toEqual([
      expectedComponent(orgID, { name: "Website", position: 0, status: "partial_outage" }),
    ]);
  });

  test("is never better than the manual status", async ({ ada, orgID, database }) => {
    const id = await addComponent(ada, orgID);
    await database.query("UPDATE components SET status = 'partial_outage' WHERE id = ?", id);
    await addIncident(ada, orgID, { impact: "minor", component_ids: [id] });
    expect((await ada.get(at(orgID))).json).toEqual([
      expectedComponent(orgID, {
        name: "Website",
        position: 0,
        status: "partial_outage",
        own_status: "partial_outage",
      }),
    ]);
    await addIncident(ada, orgID, { impact: "critical", component_ids: [id] });
    expect((await ada.get(at(orgID))).json).toEqual([
      expectedComponent(orgID, {
        name: "Website",
        position: 0,
        status: "major_outage",
        own_status: "partial_outage",
      }),
    ]);
  });

  test("is recorded with its time at every change, and only then", async ({
    ada,
    orgID,
    database,
  }) => {
    const id = await addComponent(ada, orgID);
    const changes: string[] = [];
    for (const impact of ["none", "major", "minor", "critical", "critical"])
      changes.push(
        (await addIncident(ada, orgID, { impact, component_ids: [id] })).started_at as string,
      );
    const rows = await database.query<{ status: string; at: string }>(
      "SELECT status, at FROM component_status_changes WHERE component_id = ? ORDER BY at, id",
      id,
    );
    const [created] = (await ada.get<{ created_at: string }[]>(at(orgID))).json;
    expect(rows.map((row) => [row.status, Date.parse(row.at)])).toEqual([
      ["operational", Date.parse(created!.created_at)],
      ["partial_outage", Date.parse(changes[1]!)],
      ["major_outage", Date.parse(changes[3]!)],
    ]);
  });
});
