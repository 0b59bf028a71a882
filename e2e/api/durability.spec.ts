import {
  addComponent,
  ApiClient,
  PASSWORD,
  type ApiResponse,
  signUp,
  type JsonObject,
} from "../support/api";
import { openDirectly } from "../support/test-database";
import { expect, test } from "../support/fixtures";
import { expectedIncident } from "../support/expected-responses";

const WRITERS = 12;
const RESPONSES_BEFORE_KILL = 60;

test("killing the server loses no incident whose creation returned 201, and leaves none partially stored", async ({
  launch,
  createServerStorage,
  orgID,
}) => {
  const storage = await createServerStorage();
  const server = await launch({}, storage);
  const ada = await signUp(server.url);
  const component_ids = [
    await addComponent(ada, orgID),
    await addComponent(ada, orgID),
    await addComponent(ada, orgID),
  ];
  const acknowledged: JsonObject[] = [];
  let killed: Promise<unknown> | undefined;
  let interrupted = 0;
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      for (;;) {
        const title = `Incident ${acknowledged.length}`;
        const reply = await ada
          .post(`/v1/organizations/${orgID}/incidents`, { title, impact: "major", component_ids })
          .catch(() => null);
        if (reply === null) {
          interrupted++;
          return;
        }
        expect(reply.status, reply.text).toBe(201);
        expect(reply.json).toEqual(
          expectedIncident(orgID, { title, impact: "major", component_ids }),
        );
        acknowledged.push(reply.json);
        if (acknowledged.length === RESPONSES_BEFORE_KILL) killed = server.stop("SIGKILL");
      }
    }),
  );
  expect(await killed).toBeNull();
  expect(interrupted).toBe(WRITERS);
  expect(acknowledged.length).toBeGreaterThanOrEqual(RESPONSES_BEFORE_KILL);

  const again = new ApiClient((await launch({}, storage)).url);
  again.cookie = ada.cookie;
  expect((await again.get("/v1/me")).json).toEqual(ada.user);

  const listed: JsonObject[] = [];
  for (let next: string | undefined = `/v1/organizations/${orgID}/incidents`; next !== undefined;) {
    const page: ApiResponse<JsonObject[]> = await again.get<JsonObject[]>(next);
    listed.push(...page.json);
    next = /<([^>]+)>/.exec(page.headers.get("link") ?? "")?.[1];
  }
  for (const incident of acknowledged) expect(listed).toContainEqual(incident);
  expect(
    listed.length - acknowledged.length,
    "each writer has at most one incident without a response",
  ).toBeLessThanOrEqual(WRITERS);

  const database = await openDirectly(storage.databaseUrl);
  const countByIncident = async (table: string) => {
    const rows = await database.query<{ incident_id: string; n: number | string }>(
      `SELECT incident_id, count(*) AS n FROM ${table} GROUP BY incident_id`,
    );
    return Object.fromEntries(rows.map(({ incident_id, n }) => [incident_id, Number(n)]));
  };
  const each = (n: number) => Object.fromEntries(listed.map(({ id }) => [id as string, n]));
  expect(await countByIncident("incident_updates")).toEqual(each(1));
  expect(await countByIncident("incident_components")).toEqual(each(3));
  expect(await countByIncident("notification_events")).toEqual(each(1));
  await database.close();
  const { json: components } = await again.get<JsonObject[]>(
    `/v1/organizations/${orgID}/components`,
  );
  expect(components.map(({ id, status }) => [id, status])).toEqual(
    component_ids.map((id) => [id, "partial_outage"]),
  );
  expect(
    (await again.post("/v1/auth/login", { email: ada.user!.email, password: PASSWORD })).status,
  ).toBe(200);
});

test("SQLite uses WAL, and the database file is intact after the server is killed", async ({
  launch,
  createServerStorage,
  engine,
  orgID,
}) => {
  test.skip(engine === "postgresql", "PostgreSQL manages its own files");
  const storage = await createServerStorage();
  const server = await launch({}, storage);
  const ada = await signUp(server.url);
  await addComponent(ada, orgID);
  await server.stop("SIGKILL");
  const database = await openDirectly(storage.databaseUrl);
  expect(await database.query("PRAGMA journal_mode")).toEqual([{ journal_mode: "wal" }]);
  expect(await database.query("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
  expect(await database.query("PRAGMA foreign_key_check")).toEqual([]);
  expect(
    await database.query("SELECT name FROM components WHERE organization_id = ?", orgID),
  ).toEqual([{ name: "Website" }]);
  await database.close();
});
