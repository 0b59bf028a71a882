import { addComponent, addIncident, ApiClient, signUp } from "../support/api";
import { expect, LOW_LIMITS, test } from "../support/fixtures";
import {
  expectedComponent,
  expectInvalid,
  expectPlainText,
  expectProblem,
  expectedIncident,
  expectedOrganization,
  TEXTS,
} from "../support/expected-responses";
import { createOrganizationId } from "../support/organization-id";

const LISTS = ["components", "incidents"] as const;
const writeTo = (client: ApiClient, organization: string, list: (typeof LISTS)[number]) =>
  client.post(
    `/v1/organizations/${organization}/${list}`,
    list === "components" ? { name: "Website" } : { title: "Slow responses", impact: "minor" },
  );

test.describe("an unused organization ID", () => {
  for (const list of LISTS) {
    test(`has no ${list}, and reading does not claim it`, async ({ ada, bob, orgID, database }) => {
      const reply = await ada.get(`/v1/organizations/${orgID}/${list}`);
      expect(reply.status).toBe(200);
      expect(reply.json).toEqual([]);
      expect(reply.headers.get("link")).toBeNull();
      expect(await database.query("SELECT id FROM organizations WHERE id = ?", orgID)).toEqual([]);
      expect((await writeTo(bob, orgID, list)).status).toBe(201);
    });

    test(`belongs to the first user who creates one of its ${list}`, async ({
      ada,
      bob,
      orgID,
      database,
    }) => {
      expect((await writeTo(ada, orgID, list)).status).toBe(201);
      expect((await ada.get(`/v1/organizations/${orgID}`)).json).toEqual(
        expectedOrganization(orgID),
      );
      expect((await ada.get("/v1/organizations")).json).toEqual([expectedOrganization(orgID)]);
      expect(
        await database.query(
          "SELECT user_id, role FROM memberships WHERE organization_id = ?",
          orgID,
        ),
      ).toEqual([{ user_id: ada.user!.id, role: "owner" }]);
      for (const other of LISTS) {
        expectPlainText(await bob.get(`/v1/organizations/${orgID}/${other}`), 403, TEXTS.notMember);
        expectPlainText(await writeTo(bob, orgID, other), 403, TEXTS.notMember);
      }
    });

    test(`stays unused if the first of its ${list} is invalid`, async ({
      ada,
      bob,
      orgID,
      database,
    }) => {
      expectInvalid(
        await ada.post(`/v1/organizations/${orgID}/${list}`, {}),
        ...(list === "components" ? ["name"] : ["title", "impact"]),
      );
      expect(await database.query("SELECT id FROM organizations WHERE id = ?", orgID)).toEqual([]);
      expect((await writeTo(bob, orgID, list)).status).toBe(201);
    });
  }

  test("stays unused if an incident names an unknown component", async ({ ada, bob, orgID }) => {
    const reply = await ada.post(`/v1/organizations/${orgID}/incidents`, {
      title: "Slow responses",
      impact: "minor",
      component_ids: ["nothing"],
    });
    expectInvalid(reply, "component_ids.0");
    expect((await writeTo(bob, orgID, "components")).status).toBe(201);
    expect((await ada.get("/v1/organizations")).json).toEqual([]);
  });

  test("returns 404 for the organization itself", async ({ ada, orgID }) => {
    expectProblem(await ada.get(`/v1/organizations/${orgID}`), 404);
  });
});

test.describe("organization IDs", () => {
  test("are compared exactly as written", async ({ ada, bob, orgID }) => {
    const upper = orgID.toUpperCase();
    expect((await writeTo(ada, orgID, "components")).status).toBe(201);
    expect((await bob.get(`/v1/organizations/${upper}/components`)).json).toEqual([]);
    expect((await writeTo(bob, upper, "components")).status).toBe(201);
    expectPlainText(await ada.get(`/v1/organizations/${upper}/components`), 403, TEXTS.notMember);
  });

  test("may have up to 64 letters, digits, hyphens, and underscores", async ({ ada, orgID }) => {
    for (const id of [
      orgID.slice(4, 5) + orgID.slice(5),
      `${orgID}_-`.padEnd(64, "Z"),
      `9${orgID}`,
    ]) {
      const reply = await writeTo(ada, id, "components");
      expect(reply.status, id).toBe(201);
      expect(reply.json).toEqual(expectedComponent(id, { name: "Website", position: 0 }));
    }
  });

  test(
    "with other characters, encoded or not, or over 64 characters return 404",
    { tag: "@one-engine" },
    async ({ ada }) => {
      for (const id of [
        "-begins",
        "with.dot",
        "with%20blank",
        "%E2%82%AC",
        "%00",
        "a".repeat(65),
        "a%2Fb",
        "a%0A",
        "%F0%9F%98%80",
        "null%27--",
      ]) {
        for (const list of LISTS) {
          expectProblem(await ada.get(`/v1/organizations/${id}/${list}`), 404);
          expectProblem(await writeTo(ada, id, list), 404);
        }
        expectProblem(await ada.get(`/v1/organizations/${id}`), 404);
      }
    },
  );
});

test.describe("POST /v1/organizations", () => {
  test("creates an organization and makes the user its owner", async ({ ada, bob, orgID }) => {
    const reply = await ada.post("/v1/organizations", {
      id: orgID,
      name: "  Analytical Engines  ",
      time_zone: "Europe/Berlin",
      created_at: "2001-01-01T00:00:00.000Z",
    });
    expect(reply.status).toBe(201);
    expect(reply.json).toEqual(
      expectedOrganization(orgID, { name: "Analytical Engines", time_zone: "Europe/Berlin" }),
    );
    expect((await ada.get(`/v1/organizations/${orgID}`)).json).toEqual(reply.json);
    expectPlainText(await bob.get(`/v1/organizations/${orgID}`), 403, TEXTS.notMember);
  });

  test("uses the ID as the name by default", async ({ ada, orgID }) => {
    expect((await ada.post("/v1/organizations", { id: orgID })).json).toEqual(
      expectedOrganization(orgID),
    );
  });

  test("returns 409 for an ID that is in use, even to its owner", async ({ ada, bob, orgID }) => {
    await addComponent(ada, orgID);
    expectProblem(await bob.post("/v1/organizations", { id: orgID }), 409);
    expectProblem(await ada.post("/v1/organizations", { id: orgID }), 409);
    expect((await bob.get("/v1/organizations")).json).toEqual([]);
  });

  test("one of many concurrent requests for an ID returns 201, the others 409", async ({
    ada,
    bob,
    orgID,
  }) => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 ? ada : bob).post("/v1/organizations", { id: orgID }),
      ),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([
      201,
      ...Array.from({ length: 11 }, () => 409),
    ]);
  });

  test(
    "returns 400 with one entry per invalid field, and creates nothing",
    { tag: "@one-engine" },
    async ({ ada }) => {
      expectInvalid(
        await ada.post("/v1/organizations", { id: "a\n", name: "\0", time_zone: "Moon" }),
        ...["id", "name", "time_zone"],
      );
      expect((await ada.get("/v1/organizations")).json).toEqual([]);
    },
  );
});

test.describe("GET /v1/organizations", () => {
  test("is empty for a new user", async ({ ada }) => {
    const reply = await ada.get("/v1/organizations");
    expect(reply.status).toBe(200);
    expect(reply.json).toEqual([]);
  });

  test("lists the user's own organizations, oldest first", async ({ ada, bob }) => {
    const ids = [createOrganizationId(), createOrganizationId(), createOrganizationId()];
    for (const id of ids) await addComponent(ada, id);
    await addComponent(bob, createOrganizationId());
    expect((await ada.get("/v1/organizations")).json).toEqual(
      ids.map((id) => expectedOrganization(id)),
    );
  });
});

test.describe("the limit on claimed organizations", { tag: "@one-engine" }, () => {
  test("is 100", async ({ ada, database }) => {
    await database.query(
      "UPDATE users SET claimed_organizations = 99 WHERE id = ?",
      ada.user!.id as string,
    );
    const [last, limitReached] = [createOrganizationId(), createOrganizationId()];
    expect((await writeTo(ada, last, "components")).status).toBe(201);
    expectProblem(await writeTo(ada, limitReached, "components"), 429);
    expect(
      (await writeTo(ada, last, "incidents")).status,
      "existing organizations can still be changed",
    ).toBe(201);
  });

  test("rejects every way of claiming with 429 and a reason, and does not affect other users", async ({
    getServer,
  }) => {
    const { url } = await getServer(LOW_LIMITS);
    const [ada, bob] = [await signUp(url), await signUp(url)];
    const held = [createOrganizationId(), createOrganizationId()];
    for (const id of held) await addComponent(ada, id);
    const requestedId = createOrganizationId();
    for (const reply of [
      await writeTo(ada, requestedId, "components"),
      await writeTo(ada, requestedId, "incidents"),
      await ada.post("/v1/organizations", { id: requestedId }),
    ]) {
      expectProblem(reply, 429, { detail: expect.stringMatching(/\b2 organizations\b/) });
      expect(reply.headers.get("retry-after")).toMatch(/^\d+$/);
    }
    expect(
      (await ada.get(`/v1/organizations/${requestedId}/components`)).json,
      "reads still work",
    ).toEqual([]);
    expect((await ada.get("/v1/organizations")).json).toEqual(
      held.map((id) => expectedOrganization(id)),
    );
    expect((await writeTo(bob, requestedId, "components")).status).toBe(201);
  });

  test("cannot be exceeded by concurrent claims", async ({ getServer }) => {
    const { url } = await getServer(LOW_LIMITS);
    const ada = await signUp(url);
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => writeTo(ada, createOrganizationId(), "components")),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([
      201,
      201,
      ...Array.from({ length: 10 }, () => 429),
    ]);
  });

  test("does not count failed claims", async ({ getServer, orgID }) => {
    const { url } = await getServer(LOW_LIMITS);
    const [ada, bob] = [await signUp(url), await signUp(url)];
    await addComponent(bob, orgID);
    await addComponent(ada, createOrganizationId());
    const requestedId = createOrganizationId();
    expectInvalid(
      await ada.post(`/v1/organizations/${requestedId}/incidents`, {
        title: "Slow responses",
        impact: "minor",
        component_ids: ["nothing"],
      }),
      "component_ids.0",
    );
    expectProblem(await ada.post("/v1/organizations", { id: orgID }), 409);
    expect((await writeTo(ada, requestedId, "components")).status).toBe(201);
    expectProblem(await writeTo(ada, createOrganizationId(), "components"), 429);
  });
});

test.describe("with ORGANIZATION_CLAIMS=off", { tag: "@one-engine" }, () => {
  test("an unknown organization returns 404 for reads and writes, and existing ones work", async ({
    launch,
    createServerStorage,
    orgID,
  }) => {
    const storage = await createServerStorage();
    const ada = await signUp((await launch({}, storage)).url);
    const component = await addComponent(ada, orgID);
    const strict = new ApiClient((await launch({ ORGANIZATION_CLAIMS: "off" }, storage)).url);
    strict.cookie = ada.cookie;
    const unknown = createOrganizationId();
    for (const list of LISTS) {
      expectProblem(await strict.get(`/v1/organizations/${unknown}/${list}`), 404);
      expectProblem(await writeTo(strict, unknown, list), 404);
      expectPlainText(
        await new ApiClient(strict.url).get(`/v1/organizations/${unknown}/${list}`),
        401,
        TEXTS.noSession,
      );
    }
    expectProblem(await strict.get(`/v1/organizations/${unknown}`), 404);
    const incident = await addIncident(strict, orgID, { component_ids: [component] });
    expect(incident).toEqual(
      expectedIncident(orgID, {
        title: "Slow responses",
        impact: "minor",
        component_ids: [component],
      }),
    );
    expect((await strict.get(`/v1/organizations/${orgID}/components`)).json).toEqual([
      expectedComponent(orgID, { name: "Website", position: 0, status: "degraded_performance" }),
    ]);
  });
});
