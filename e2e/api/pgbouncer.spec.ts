import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { addComponent, addIncident, ApiClient, signUp } from "../support/api";
import { expect, test } from "../support/fixtures";
import { findFreePort, hasProgram, startProgram } from "../support/programs";
import { removeDirectory, createTemporaryDirectory } from "../support/test-server";

/** Starts PgBouncer in transaction mode without authentication, otherwise with its defaults. */
async function startPgBouncer(databaseUrl: string) {
  const directory = createTemporaryDirectory();
  const port = await findFreePort();
  const url = new URL(databaseUrl);
  const name = url.pathname.slice(1);
  const { hostname, username, password } = url;
  const settings = [
    "[databases]",
    `${name} = host=${url.searchParams.get("host") ?? hostname} port=${url.port || 5432}` +
      ` user=${username}${password && ` password=${decodeURIComponent(password)}`}`,
    "[pgbouncer]",
    ...["listen_addr = 127.0.0.1", `listen_port = ${port}`, "unix_socket_dir ="],
    ...["auth_type = any", "pool_mode = transaction"],
    // PgBouncer refuses to run as root.
    ...(process.getuid?.() === 0 ? ["user = daemon"] : []),
  ];
  const file = join(directory, "pgbouncer.ini");
  writeFileSync(file, `${settings.join("\n")}\n`);
  const { stop } = startProgram("pgbouncer", [file]);
  return {
    url: `postgresql://${username}@127.0.0.1:${port}/${name}`,
    stop: () => stop().finally(() => removeDirectory(directory)),
  };
}

test(
  "through PgBouncer in transaction mode, two servers migrate the database and write at the same time",
  { tag: "@postgresql" },
  async ({ engine, launch, createServerStorage, orgID }) => {
    test.skip(engine === "sqlite", "PgBouncer supports only PostgreSQL");
    test.skip(!hasProgram("pgbouncer", "--version"), "PgBouncer is not installed");
    const storage = await createServerStorage({ migrated: false });
    const pgBouncer = await startPgBouncer(storage.databaseUrl);
    try {
      const pooled = { ...storage, databaseUrl: pgBouncer.url };
      const servers = await Promise.all([launch({}, pooled), launch({}, pooled)]);
      for (const { url } of servers)
        await expect.poll(async () => (await new ApiClient(url).get("/readyz")).status).toBe(200);
      const ada = await signUp(servers[0].url);
      const other = new ApiClient(servers[1].url);
      other.cookie = ada.cookie;
      const component = await addComponent(ada, orgID);
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          addIncident([ada, other][index % 2]!, orgID, { component_ids: [component] }),
        ),
      );
      const { json } = await other.get(`/v1/organizations/${orgID}/incidents`);
      expect(json).toHaveLength(20);
    } finally {
      await pgBouncer.stop();
    }
  },
);
