import { readFileSync } from "node:fs";
import { isCompatible, listMigrationNames } from "../../lib/migrations";
import { applyMigrations } from "../../prisma/engine";
import { addComponent, addIncident, ApiClient, PASSWORD, signUp } from "../support/api";
import { expect, test } from "../support/fixtures";
import { openDirectly } from "../support/test-database";

const RELEASE = { migration: "20261122130600_degraded_days", file: "release-0.1.0.sql" };
const RELEASE_SECRET = "a secret of release 0.1.0 that is long enough";

test(
  "the data of release 0.1.0 is migrated at startup: its page, accounts, and subscribers still work",
  { tag: "@postgresql" },
  async ({ engine, createServerStorage, launch }) => {
    const storage = await createServerStorage({ migrated: false });
    const names = listMigrationNames(engine);
    await applyMigrations(
      storage.databaseUrl,
      names.filter((name) => name <= RELEASE.migration),
    );
    const database = await openDirectly(storage.databaseUrl);
    for (const statement of readFileSync(`e2e/support/${RELEASE.file}`, "utf8").split(/;\n/))
      if (statement.trim() !== "") await database.query(statement);
    await database.close();

    const server = await launch({ SESSION_SECRET: RELEASE_SECRET }, storage);
    const applied = server.lines.flatMap(({ migration }) => migration ?? []);
    expect(applied).toEqual(names.filter((name) => name > RELEASE.migration));
    const client = new ApiClient(server.url);
    expect((await client.get("/readyz")).text).toBe("ready\n");
    await expect
      .poll(async () => (await client.get("/status/acme")).text, { timeout: 15_000 })
      .toMatch(/Uploads fail.*The issue has been identified and a fix is being implemented\./s);

    await client.post("/v1/auth/login", { email: "ada@example.com", password: PASSWORD });
    const read = async (path: string) =>
      (await client.get(`/v1/organizations/acme/${path}`)).json as unknown as Record<
        string,
        unknown
      >[];
    const pick = (rows: Record<string, unknown>[], ...fields: string[]) =>
      rows.map((row) => fields.map((field) => row[field]));
    expect(pick(await read("incidents"), "title", "status", "impact")).toEqual([
      ["Uploads fail", "identified", "major"],
      ["Slow responses", "resolved", "minor"],
    ]);
    const components = await read("components");
    expect(pick(components, "name", "status")).toEqual([
      ["API", "operational"],
      ["Website", "major_outage"],
    ]);
    const subscribers = await read("subscribers");
    expect(pick(subscribers, "channel", "address", "state").toSorted()).toEqual([
      ["email", "grace@example.com", "active"],
      ["webhook", "https://hooks.example.com/candor", "active"],
    ]);
    expect(pick(await read("maintenances"), "title")).toEqual([["Database upgrade"]]);
    expect(pick(await read("templates"), "name", "impact")).toEqual([["Outage", "major"]]);
    expect(await read("audit-log")).toHaveLength(14);

    const [incident] = await read("incidents");
    const update = await client.post(
      `/v1/organizations/acme/incidents/${String(incident!.id)}/updates`,
      { status: "resolved", body: "Uploads work again." },
    );
    expect(update.status).toBe(201);
    await expect
      .poll(async () => (await client.get("/status/acme")).text, { timeout: 15_000 })
      .toContain("Uploads work again.");
  },
);

/** Reports an incident on each server. Members and visitors must see both incidents on each. */
async function expectSameIncidents(clients: ApiClient[], orgID: string, componentId: string) {
  const titles = ["Reported on the running server", "Reported on the new server"];
  for (const [index, client] of clients.entries())
    await addIncident(client, orgID, {
      title: titles[index]!,
      components: [{ id: componentId, status: "partial_outage" }],
    });
  for (const client of clients) {
    const { json } = await client.get(`/v1/organizations/${orgID}/incidents`);
    expect((json as unknown as { title: string }[]).map(({ title }) => title)).toEqual(
      titles.toReversed(),
    );
    await expect.poll(async () => (await client.get("/readyz")).status).toBe(200);
    await expect
      .poll(async () => (await client.get(`/status/${orgID}`)).text, { timeout: 15_000 })
      .toMatch(new RegExp(titles.toReversed().join(".*"), "s"));
  }
}

test(
  "a running server and a new one work side by side after a compatible migration",
  { tag: "@postgresql" },
  async ({ createServerStorage, launch, orgID }) => {
    const storage = await createServerStorage();
    const running = await launch({ SESSION_SECRET: RELEASE_SECRET }, storage);
    const ada = await signUp(running.url);
    const componentId = await addComponent(ada, orgID, "API");

    const name = "29990101000000_later_compatible";
    expect(isCompatible(name)).toBe(true);
    const database = await openDirectly(storage.databaseUrl);
    for (const table of ["users", "sessions", "organizations", "components", "incidents"])
      for (const column of ["later_optional TEXT", "later_default TEXT NOT NULL DEFAULT 'x'"])
        await database.query(`ALTER TABLE ${table} ADD COLUMN ${column}`);
    await database.query("CREATE TABLE later_rows (id TEXT NOT NULL PRIMARY KEY)");
    await database.query(
      "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, " +
        `applied_steps_count) VALUES ('${name}', '', '${name}', CURRENT_TIMESTAMP, 1)`,
    );

    const started = await launch({ SESSION_SECRET: RELEASE_SECRET }, storage);
    const grace = new ApiClient(started.url);
    grace.cookie = ada.cookie;
    await expectSameIncidents([ada, grace], orgID, componentId);
    await signUp(running.url, "Bob Bell");
    expect(await database.query("SELECT DISTINCT later_default AS value FROM incidents")).toEqual([
      { value: "x" },
    ]);
    await database.close();
  },
);

// Runs only if PREVIOUS_BUILD is the directory of an earlier build, as in the CI workflow.
test(
  "a server of the previous build and one of this build work side by side",
  { tag: "@postgresql" },
  async ({ createServerStorage, launch, orgID }) => {
    const previousBuild = process.env.PREVIOUS_BUILD;
    test.skip(previousBuild === undefined, "PREVIOUS_BUILD is not set");
    const storage = await createServerStorage({ migrated: false });
    const running = await launch({}, storage, previousBuild);
    const ada = await signUp(running.url);
    const componentId = await addComponent(ada, orgID, "API");

    const started = await launch({}, storage);
    const applied = started.lines.flatMap(({ migration }) => migration ?? []) as string[];
    test.skip(!applied.every(isCompatible), "this build has a breaking migration");
    const grace = new ApiClient(started.url);
    grace.cookie = ada.cookie;
    await expectSameIncidents([ada, grace], orgID, componentId);
    await signUp(running.url, "Bob Bell");
  },
);
