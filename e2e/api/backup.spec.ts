import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { addComponent, addIncident, ApiClient, PASSWORD, signUp } from "../support/api";
import { runCli } from "../support/cli";
import { expect, test } from "../support/fixtures";
import { startObjectStorage } from "../support/object-storage";
import { startReceiver } from "../support/receiver";
import { openDirectly } from "../support/test-database";
import { removeDirectory, createTemporaryDirectory } from "../support/test-server";

const PASSPHRASE = "correct horse battery staple";
const TOKEN = "an operations token of 32 characters or more";
const BACKUP_NAME = /^candor-\d{8}T\d{6}Z-\w{8}\.backup$/;

test("a restored backup serves the same public content, and sign-in, sessions, and webhooks work", async ({
  launch,
  createServerStorage,
  orgID,
}) => {
  const receiver = await startReceiver();
  const env = { WEBHOOK_ALLOW_PRIVATE: "on" };
  const storage = await createServerStorage();
  const server = await launch(env, storage);
  const ada = await signUp(server.url);
  const componentId = await addComponent(ada, orgID, "Website");
  await addIncident(ada, orgID, { title: "Slow logins", component_ids: [componentId] });
  const subscriber = await ada.post(`/v1/organizations/${orgID}/subscribers`, {
    channel: "webhook",
    address: receiver.url,
    everything: true,
  });
  const readSummary = async (url: string) =>
    (await (await fetch(`${url}/status/${orgID}/api/v2/summary.json`)).text()).replaceAll(url, "");
  const summary = await readSummary(server.url);
  expect(summary).toContain("Slow logins");

  const file = join(createTemporaryDirectory(), "candor.backup");
  const backup = await runCli(["backup", file, "--json"], storage);
  expect([backup.code, backup.stderr]).toEqual([0, ""]);
  expect(JSON.parse(backup.stdout)).toMatchObject({
    path: file,
    bytes: statSync(file).size,
    encrypted: false,
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await server.stop();

  const refused = await runCli(["restore", file], storage);
  expect(refused).toEqual({
    code: 1,
    stdout: "",
    stderr:
      "candor: The database already has 1 user and 1 organization. " +
      "Restore into an empty one, or replace it with --force.\n",
  });
  const empty = await createServerStorage({ migrated: false });
  const restore = await runCli(["restore", file], empty);
  expect([restore.code, restore.stderr]).toEqual([0, ""]);
  const database = await openDirectly(empty.databaseUrl);
  const actions = "SELECT action, subject_name FROM audit_entries WHERE organization_id = ''";
  expect(await database.query(actions)).toEqual([
    { action: "backup.restored", subject_name: file },
  ]);
  await database.close();
  const restored = await launch(env, empty);
  expect(await readSummary(restored.url)).toBe(summary);
  const page = await (await fetch(`${restored.url}/status/${orgID}`)).text();
  expect(page).toContain("Slow logins");

  const again = new ApiClient(restored.url);
  again.cookie = ada.cookie;
  expect((await again.get("/v1/me")).status).toBe(200);
  const login = await again.post("/v1/auth/login", { email: ada.user!.email, password: PASSWORD });
  expect(login.status).toBe(200);
  await addIncident(again, orgID, { title: "After the restore" });
  await expect
    .poll(() => receiver.received.filter(({ body }) => body.includes("After the restore")).length)
    .toBe(1);
  const { headers, body } = receiver.received.find((each) =>
    each.body.includes("After the restore"),
  )!;
  new Webhook(subscriber.json.secret as string).verify(body, headers as Record<string, string>);
  await receiver.stop();
});

test(
  "backups go to a directory or, encrypted, to a bucket; old ones are deleted, and candor doctor " +
    "checks them",
  { tag: "@one-engine" },
  async ({ launch, createServerStorage }) => {
    const directory = join(createTemporaryDirectory(), "backups");
    const storage = await createServerStorage();
    const server = await launch(
      { BACKUP_TO: directory, BACKUP_KEEP: "1", OPERATIONS_TOKEN: TOKEN },
      storage,
    );
    const readAge = async () => {
      const headers = { Authorization: `Bearer ${TOKEN}` };
      const metrics = (await new ApiClient(server.url).get("/metrics", headers)).text;
      return Number(/^candor_backup_age_seconds (\S+)$/m.exec(metrics)?.[1]);
    };
    const list = () => (existsSync(directory) ? readdirSync(directory) : []);
    // A separate process writes the backup, which can take a long time on a busy machine.
    await expect.poll(list, { timeout: 60_000 }).toEqual([expect.stringMatching(BACKUP_NAME)]);
    await expect.poll(() => server.lines.map(({ msg }) => msg)).toContain("backup written");
    const [first] = list();
    const env = { BACKUP_TO: directory, BACKUP_KEEP: "1" };
    const second = await runCli(["backup", "--json"], storage, { env });
    expect(JSON.parse(second.stdout)).toMatchObject({ deleted: [first] });
    expect(list()).toHaveLength(1);
    const database = await openDirectly(storage.databaseUrl);
    await database.query("UPDATE audit_entries SET at = '2026-01-01T00:00:00.000Z'");
    await runCli(["backup", join(storage.dataDir, "by-hand")], storage);
    expect(await readAge(), "backups to another file don't count").toBeGreaterThan(86_400);
    await runCli(["backup"], storage, { env });
    expect(await readAge()).toBeLessThan(3_600);
    const actors = "SELECT actor_name FROM audit_entries WHERE organization_id = '' ORDER BY id";
    const names = (await database.query(actors)).map(({ actor_name: name }) => name);
    expect(names, "only the scheduled backup has the server as its actor").toEqual([
      "Candor",
      ...Array(3).fill("Command line"),
    ]);
    await database.query("DELETE FROM audit_entries");
    await signUp(server.url);
    await database.query("UPDATE users SET created_at = '2026-01-01T00:00:00.000Z'");
    expect(await readAge(), "no backup since the registration").toBeGreaterThan(86_400);
    await database.close();

    const bucket = await startObjectStorage();
    const remote = { BACKUP_TO: `${bucket.target().replace("@pages", "@pages/backups")}` };
    const withoutPassphrase = await runCli(["backup"], storage, { env: remote });
    expect([withoutPassphrase.code, withoutPassphrase.stderr]).toEqual([
      1,
      "candor: BACKUP_PASSPHRASE: required if BACKUP_TO is a bucket, because backups contain " +
        "secrets. Keep a copy of the passphrase\n",
    ]);
    const encrypted = { ...remote, BACKUP_PASSPHRASE: PASSPHRASE, BACKUP_KEEP: "1" };
    const third = await runCli(["backup", "--json"], storage, { env: encrypted });
    expect(JSON.parse(third.stdout)).toMatchObject({ encrypted: true, deleted: [] });
    const [written] = bucket.writes.map((name) => name.replace("backups/", ""));
    expect(written).toMatch(BACKUP_NAME);
    const fourth = await runCli(["backup", "--json"], storage, { env: encrypted });
    expect(JSON.parse(fourth.stdout).deleted).toEqual([written]);
    expect(readdirSync(storage.dataDir).filter((name) => name.endsWith(".backup"))).toEqual([]);

    const doctor = await runCli(["doctor", "--json"], storage, { env: encrypted });
    expect(doctor.code).toBe(0);
    const { checks } = JSON.parse(doctor.stdout) as { checks: { name: string; status: string }[] };
    expect(checks.filter(({ status }) => status === "fail")).toEqual([]);
    expect(
      checks.find(({ name }) => name.startsWith("backups in s3://pages/backups")),
    ).toMatchObject({
      status: "ok",
    });
    bucket.setDown(true);
    const failing = await runCli(["doctor"], storage, { env: encrypted });
    expect(failing.code).toBe(1);
    expect(failing.stdout).toMatch(/^fail {2}backups in s3:/m);
    await bucket.stop();
    removeDirectory(directory);
  },
);

test(
  "the first user administers the installation; the command line manages users and exports data",
  { tag: "@one-engine" },
  async ({ launch, createServerStorage, orgID }) => {
    const storage = await createServerStorage();
    const server = await launch({}, storage);
    const ada = await signUp(server.url);
    await addComponent(ada, orgID, "Website");
    const json = async (...args: string[]) => {
      const { code, stdout, stderr } = await runCli([...args, "--json"], storage);
      expect([code, stderr]).toEqual([0, ""]);
      return JSON.parse(stdout) as Record<string, string>;
    };
    const signIn = async (email: string, password: string) =>
      (await new ApiClient(server.url).post("/v1/auth/login", { email, password })).status;

    const { password } = await json("user", "create", "Grace@example.com", "--name", "Grace");
    expect(await signIn("grace@example.com", password!)).toBe(200);
    const database = await openDirectly(server.databaseUrl);
    const administrators = async () =>
      (
        await database.query<{ email: string }>("SELECT email FROM users WHERE is_administrator")
      ).map(({ email }) => email);
    expect(await administrators()).toEqual([ada.user!.email]);
    await json("user", "make-admin", "grace@example.com");
    await json("user", "make-admin", ada.user!.email as string, "--remove");
    expect(await administrators()).toEqual(["grace@example.com"]);
    await database.close();

    const reset = await json("user", "reset-password", ada.user!.email as string);
    expect((await ada.get("/v1/me")).status).toBe(401);
    expect(await signIn(ada.user!.email as string, reset.password!)).toBe(200);
    const chosen = await runCli(
      ["user", "reset-password", "grace@example.com", "--password-stdin"],
      storage,
      { input: "battery staple horse\n" },
    );
    expect(chosen.stdout).not.toContain("battery");
    expect(await signIn("grace@example.com", "battery staple horse")).toBe(200);

    const exported = await json("org", "export", orgID);
    expect(exported).toMatchObject({
      format: "candor-organization",
      organization: { id: orgID },
      components: [{ name: "Website" }],
      incidents: [],
      subscribers: [],
    });
    expect((await runCli(["org", "export", "unknown"], storage)).stderr).toBe(
      "candor: This organization does not exist.\n",
    );
    expect((await runCli(["user", "create", "x"], storage)).code).toBe(1);
    expect(await runCli(["restore"], storage)).toEqual({
      code: 2,
      stdout: "",
      stderr: "candor: missing required argument 'file'\nAdd --help for usage.\n",
    });
    expect(await runCli(["restore", "--json"], storage)).toEqual({
      code: 2,
      stdout: "",
      stderr: `{"error":"missing required argument 'file'"}\n`,
    });
    expect((await runCli(["--help"], storage)).stdout).toMatch(/^ {2}serve +start the server$/m);
  },
);
