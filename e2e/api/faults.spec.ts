import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { createOrganizationId } from "../support/organization-id";
import { addIncident, ApiClient, uniqueEmail, type JsonObject } from "../support/api";
import { type DirectDatabase, openDirectly } from "../support/test-database";
import {
  withSession,
  countStates,
  expectOneMessageIdPerSubscriber,
  expectStates,
  groupIdsByPath,
  readDeliveries,
  registerOwner,
  expireLeases,
  addSubscriber,
  subscribeMany,
} from "../support/deliveries";
import { expect, type ServerStorage, test as base } from "../support/fixtures";
import { listEmails, listRecipients, waitForEmail } from "../support/mailbox";
import { type Receiver, startReceiver } from "../support/receiver";
import type { TestServer } from "../support/test-server";
import { expectInvalid } from "../support/expected-responses";
import { startSmtpServer } from "../support/smtp";

const OPEN = { WEBHOOK_ALLOW_PRIVATE: "on" };
const QUARANTINE_FAILURES = 10;

type TestSetup = {
  server: TestServer;
  ada: ApiClient;
  organization: string;
  componentId: string;
  database: DirectDatabase;
};
type OwnTestSetup = TestSetup & {
  storage: ServerStorage;
  another: (env?: Record<string, string>) => Promise<{ server: TestServer; ada: ApiClient }>;
};
type Fixtures = {
  setup: TestSetup;
  open: (env?: Record<string, string>) => Promise<OwnTestSetup>;
  receiver: Receiver;
};

const test = base.extend<Fixtures>({
  setup: async ({ getServer }, use) => {
    const server = await getServer(OPEN);
    const owner = await registerOwner(server.url);
    const database = await openDirectly(server.databaseUrl);
    await use({ server, database, ...owner });
    // Cancels deliveries, because the receiver of the next test may get the same port.
    await database.query("UPDATE deliveries SET state = 'cancelled' WHERE state = 'pending'");
    await database.close();
  },
  open: async ({ launch, createServerStorage }, use) => {
    const databases: DirectDatabase[] = [];
    await use(async (env = {}) => {
      const storage = await createServerStorage();
      const server = await launch({ ...OPEN, ...env }, storage);
      const owner = await registerOwner(server.url);
      const database = await openDirectly(storage.databaseUrl);
      databases.push(database);
      const another: OwnTestSetup["another"] = async (changed = {}) => {
        const next = await launch({ ...OPEN, ...env, ...changed }, storage);
        return { server: next, ada: withSession(owner.ada, new ApiClient(next.url)) };
      };
      return { storage, server, database, another, ...owner };
    });
    for (const database of databases) await database.close();
  },
  // eslint-disable-next-line no-empty-pattern -- the runner requires a destructured first argument
  receiver: async ({}, use) => {
    const receiver = await startReceiver();
    await use(receiver);
    await receiver.stop();
  },
});

const until = (condition: () => unknown, timeout = 20_000) =>
  expect
    .poll(async () => Boolean(await condition()), { intervals: [5, 10, 20], timeout })
    .toBe(true);
/**
 * Waits until at least `count` attempts are recorded. A slow machine may record more, because the
 * first retry follows after a few seconds.
 */
const waitForAttempts = async (
  { ada, organization }: Pick<TestSetup, "ada" | "organization">,
  count: number,
  query = "",
) => {
  const countAttempts = async () => {
    const deliveries = await readDeliveries(ada, organization, query);
    return deliveries.flatMap(({ history }) => history as unknown[]).length;
  };
  await expect
    .poll(countAttempts, { intervals: [20, 50], timeout: 20_000 })
    .toBeGreaterThanOrEqual(count);
};
const only = async ({ ada, organization }: Pick<TestSetup, "ada" | "organization">) => {
  const [delivery, ...more] = await readDeliveries(ada, organization);
  expect(more).toEqual([]);
  return delivery as JsonObject & { history: JsonObject[] };
};

const waitUntilIdle = async (receiver: Receiver) => {
  for (let before = -1; before < receiver.received.length;) {
    before = receiver.received.length;
    await once(AbortSignal.timeout(1_500), "abort");
  }
};

test.describe("kill -9", () => {
  test("right after an incident is created loses no message on any channel", async ({
    open,
    receiver,
  }) => {
    const setup = await open();
    const { ada, organization, server, storage, database } = setup;
    await subscribeMany(ada, organization, receiver, 50);
    const addresses = Array.from({ length: 5 }, uniqueEmail);
    for (const address of addresses)
      await addSubscriber(ada, organization, { channel: "email", address });
    for (const channel of ["slack", "discord", "teams"])
      await addSubscriber(ada, organization, {
        channel,
        address: `http://127.0.0.1:${receiver.port}/${channel}`,
      });
    const incident = await addIncident(ada, organization);
    await server.stop("SIGKILL");
    await expireLeases(database);
    const after = await setup.another();
    await expectStates(after.ada, organization, incident, { delivered: 58 });
    const { slack, discord, teams, ...webhooks } = Object.fromEntries(
      Object.entries(groupIdsByPath(receiver)).map(([path, ids]) => [path.slice(1), ids]),
    );
    for (const messages of [slack, discord, teams]) expect(messages!.length).toBeGreaterThan(0);
    expect(Object.values(webhooks).map((ids) => new Set(ids).size)).toEqual(Array(50).fill(1));
    const emails = await listEmails(storage.dataDir);
    expect([...new Set(emails.flatMap(listRecipients))].toSorted()).toEqual(addresses.toSorted());
    expect(
      new Set(emails.map(({ messageId }) => messageId)).size,
      "duplicates have the same Message-ID",
    ).toBe(5);
  });

  test("during fan-out skips no subscriber", { tag: "@faults" }, async ({ open, receiver }) => {
    const setup = await open();
    const { ada, organization, server, database } = setup;
    // More than fits in one fan-out transaction, so that the kill interrupts the fan-out.
    const count = 2_500;
    await subscribeMany(ada, organization, receiver, count);
    let killed: Promise<unknown> | undefined;
    receiver.respond = (_, response) => {
      killed ??= server.stop("SIGKILL");
      response.end();
    };
    const incident = await addIncident(ada, organization);
    await until(() => killed !== undefined);
    await killed;
    await expireLeases(database);
    const after = await setup.another();
    await expectStates(after.ada, organization, incident, { delivered: count });
    expectOneMessageIdPerSubscriber(receiver, count);
  });

  test(
    "twice while sending to 1,000 subscribers skips none, and resent messages keep their ID",
    { tag: "@faults" },
    async ({ open, receiver }) => {
      const setup = await open();
      const { organization, database } = setup;
      await subscribeMany(setup.ada, organization, receiver, 1_000);
      let { server, ada } = setup;
      const incident = await addIncident(ada, organization);
      for (const killAt of [200, 600]) {
        await until(() => receiver.received.length >= killAt);
        await server.stop("SIGKILL");
        await expireLeases(database);
        ({ server, ada } = await setup.another());
      }
      await expectStates(ada, organization, incident, { delivered: 1_000 });
      expectOneMessageIdPerSubscriber(receiver, 1_000);
      expect(receiver.received.length, "few messages are resent").toBeLessThan(1_500);
    },
  );

  test(
    "between sending a message and recording the result: the message is resent with its ID after the lease expires",
    { tag: "@faults" },
    async ({ open, receiver }) => {
      const setup = await open();
      const { organization, server, database } = setup;
      await addSubscriber(setup.ada, organization, { address: receiver.url });
      let killed: Promise<unknown> | undefined;
      receiver.respond = (_, response) => {
        response.end();
        killed ??= server.stop("SIGKILL");
      };
      const first = await addIncident(setup.ada, organization, { title: "First" });
      await until(() => killed !== undefined);
      await killed;
      expect(await database.query("SELECT state, attempts, history FROM deliveries")).toEqual([
        { state: "pending", attempts: 1, history: "" },
      ]);

      const { ada } = await setup.another();
      const second = await addIncident(ada, organization, { title: "Second" });
      await expectStates(ada, organization, second, { delivered: 1 });
      expect(receiver.received).toHaveLength(2);
      await expireLeases(database);
      await expectStates(ada, organization, first, { delivered: 1 });
      const [one, , again] = receiver.received;
      expect([again!.headers["webhook-id"], again!.body]).toEqual([
        one!.headers["webhook-id"],
        one!.body,
      ]);
      expect(receiver.received).toHaveLength(3);
    },
  );
});

test.describe("a receiver", { tag: "@one-engine" }, () => {
  test("that hangs is disconnected after 10 s and delays no other receiver", async ({
    setup,
    receiver,
  }) => {
    const { ada, organization } = setup;
    const intervals: NodeJS.Timeout[] = [];
    const slow = await startReceiver((request, response) => {
      if (request.url === "/hangs") return;
      response.write("drop");
      intervals.push(setInterval(() => response.write("drop"), 500));
    });
    // The host name differs from the receiver's, so that each has its own concurrency limit.
    const hanging = await addSubscriber(ada, organization, {
      address: `http://localhost:${slow.port}/hangs`,
    });
    const dripping = await addSubscriber(ada, organization, {
      address: `http://localhost:${slow.port}/drips`,
    });
    await subscribeMany(ada, organization, receiver, 100);
    const incident = await addIncident(ada, organization);
    const startedAt = performance.now();
    await expectStates(ada, organization, incident, { pending: 2, delivered: 100 }, 5_000);
    await expectStates(ada, organization, incident, { pending: 1, delivered: 101 });
    await waitForAttempts(setup, 102);
    expect(performance.now() - startedAt).toBeGreaterThan(9_000);
    expect(performance.now() - startedAt).toBeLessThan(13_000);
    const [hung] = await readDeliveries(ada, organization, `subscriber=${hanging.id as string}`);
    expect(hung).toMatchObject({
      state: "pending",
      history: [{ status_code: null, error: "The request timed out." }],
    });
    expect(Date.parse(hung!.next_attempt_at as string)).toBeGreaterThan(Date.now());
    const [dripped] = await readDeliveries(
      ada,
      organization,
      `subscriber=${dripping.id as string}`,
    );
    expect(dripped).toMatchObject({
      state: "delivered",
      history: [{ status_code: 200, response: "" }],
    });
    for (const interval of intervals) clearInterval(interval);
    await slow.stop();
  });

  test("that returns 500 for a while gets the message eventually, with one ID, and every attempt is recorded", async ({
    setup,
    receiver,
  }) => {
    const { ada, organization, database } = setup;
    await addSubscriber(ada, organization, { address: receiver.url });
    receiver.respond = (_, response) => response.writeHead(500).end("out of order");
    const incident = await addIncident(ada, organization);
    for (let attempts = 1; attempts <= 3; attempts++) {
      await waitForAttempts(setup, attempts);
      await expireLeases(database);
    }
    await waitForAttempts(setup, 4);
    receiver.respond = (_, response) => response.end("fine");
    await expireLeases(database);
    await expectStates(ada, organization, incident, { delivered: 1 });
    const { history, attempts } = await only(setup);
    expect(history).toHaveLength(receiver.received.length);
    expect(attempts).toBe(history.length);
    const [last, ...tries] = history.map(({ status_code, error, response }) => [
      status_code,
      error,
      response,
    ]);
    // Responses from private addresses are not stored.
    expect(last).toEqual([200, null, ""]);
    expect(tries).toEqual(tries.map(() => [500, "The endpoint responded with 500.", ""]));
    expect(
      new Set(
        receiver.received.map(({ headers, body }) => `${headers["webhook-id"] as string} ${body}`),
      ).size,
    ).toBe(1);
  });

  test("that returns 410 is unsubscribed and gets no more messages", async ({
    setup,
    receiver,
  }) => {
    const { ada, organization } = setup;
    const { id } = await addSubscriber(ada, organization, { address: receiver.url });
    receiver.respond = (_, response) => response.writeHead(410).end();
    const incident = await addIncident(ada, organization);
    await expectStates(ada, organization, incident, { cancelled: 1 });
    expect(await only(setup)).toMatchObject({ attempts: 1, history: [{ status_code: 410 }] });
    expect(
      (await ada.get(`/v1/organizations/${organization}/subscribers/${id as string}`)).json.state,
    ).toBe("unsubscribed");
    const next = await addIncident(ada, organization);
    const other = await startReceiver();
    await addSubscriber(ada, organization, { address: other.url });
    await expectStates(ada, organization, await addIncident(ada, organization), { delivered: 1 });
    expect(await countStates(ada, organization, next)).toEqual({});
    expect(receiver.received).toHaveLength(1);
    await other.stop();
  });

  test("that returns 429 with Retry-After gets no request for that long", async ({
    setup,
    receiver,
  }) => {
    const { ada, organization } = setup;
    await addSubscriber(ada, organization, { address: receiver.url });
    receiver.respond = (_, response) => response.writeHead(429, { "Retry-After": "900" }).end();
    const startedAt = Date.now();
    await addIncident(ada, organization);
    await waitForAttempts(setup, 1);
    const { state, next_attempt_at } = await only(setup);
    expect(state).toBe("pending");
    const wait = Date.parse(next_attempt_at as string) - startedAt;
    expect(wait).toBeGreaterThanOrEqual(900_000);
    expect(wait).toBeLessThan(920_000);
  });

  test("that sends an endless body is disconnected", async ({ setup, receiver }) => {
    const { ada, organization } = setup;
    await addSubscriber(ada, organization, { address: receiver.url });
    let written = 0;
    let cut = false;
    const writeEndlessly = (response: ServerResponse): void => {
      const chunk = Buffer.alloc(16_384, "x");
      const more = () => {
        while (!response.destroyed) {
          written += chunk.length;
          if (!response.write(chunk)) return void response.once("drain", more);
        }
      };
      response.once("close", () => (cut = true));
      more();
    };
    receiver.respond = (_, response) => writeEndlessly(response);
    const incident = await addIncident(ada, organization);
    await expectStates(ada, organization, incident, { delivered: 1 });
    expect((await only(setup)).history).toMatchObject([{ status_code: 200, response: "" }]);
    await until(() => cut);
    expect(written).toBeLessThan(20_000_000);
  });

  test("that redirects makes the attempt fail, and the redirect is not followed", async ({
    setup,
    receiver,
  }) => {
    const { ada, organization } = setup;
    for (const status of [301, 302, 303, 307, 308])
      await addSubscriber(ada, organization, {
        address: `http://127.0.0.1:${receiver.port}/${status}`,
      });
    receiver.respond = (request, response) =>
      response
        .writeHead(Number(request.url!.slice(1)), {
          Location: `http://127.0.0.1:${receiver.port}/200`,
        })
        .end();
    await addIncident(ada, organization);
    await waitForAttempts(setup, 5);
    const deliveries = (await readDeliveries(ada, organization)) as (JsonObject & {
      history: JsonObject[];
    })[];
    expect(
      deliveries.map(({ state, history }) => [state, history[0]!.status_code]).toSorted(),
    ).toEqual([301, 302, 303, 307, 308].map((status) => ["pending", status]));
    expect(receiver.received.map(({ url }) => url)).not.toContain("/200");
  });

  test("makes the attempt fail if it disconnects, sends invalid HTTP, returns 503, or refuses the connection", async ({
    setup,
    receiver,
  }) => {
    const { ada, organization } = setup;
    const stopped = await startReceiver();
    await stopped.stop();
    const at = (port: number, path: string) =>
      addSubscriber(ada, organization, { address: `http://127.0.0.1:${port}/${path}` });
    await at(stopped.port, "refused");
    await at(receiver.port, "reset");
    await at(receiver.port, "nonsense");
    await at(receiver.port, "binary");
    receiver.respond = (request, response) => {
      if (request.url === "/reset") request.socket.destroy();
      else if (request.url === "/nonsense") request.socket.end("this is not HTTP\r\n\r\n");
      else
        response
          .writeHead(503, { "Retry-After": "soon" })
          .end(Buffer.from([0, 0xff, 0xd8, 0xed, 0xa0, 0x80, 10, 27]));
    };
    await addIncident(ada, organization);
    await waitForAttempts(setup, 4);
    const errors = (await readDeliveries(ada, organization)).map(
      ({ history }) => (history as JsonObject[])[0]!.error,
    );
    expect(errors.toSorted()).toEqual([
      "The connection was closed before a response arrived.",
      "The connection was refused.",
      "The endpoint responded with 503.",
      "The response is not valid HTTP.",
    ]);
  });

  test(
    "that fails ten times in a row is quarantined: its contact is emailed, " +
      "deliveries are held, and replayed on reactivation",
    async ({ setup, receiver }) => {
      const { ada, organization, server } = setup;
      const contact = uniqueEmail();
      const { id } = await addSubscriber(ada, organization, {
        address: receiver.url,
        contact_email: contact,
      });
      receiver.respond = (_, response) => response.writeHead(500).end();
      for (let count = 1; count <= QUARANTINE_FAILURES; count++)
        await addIncident(ada, organization, { title: `Incident ${count}` });
      const path = `/v1/organizations/${organization}/subscribers/${id as string}`;
      await expect
        .poll(async () => (await ada.get(path)).json, { intervals: [20, 50], timeout: 20_000 })
        .toMatchObject({ state: "quarantined", quarantined_at: expect.any(String) });
      const notice = await waitForEmail(server.dataDir, contact);
      expect(notice.text).toContain(`127.0.0.1:${receiver.port}`);
      const before = receiver.received.length;
      // Waits until outcomes are saved, because an email without one would be sent again.
      await expect
        .poll(() => setup.database.query("SELECT id FROM mail_jobs WHERE state = 'pending'"))
        .toEqual([]);
      await expireLeases(setup.database);
      const other = await startReceiver();
      await addSubscriber(ada, organization, { address: other.url });
      const held = await addIncident(ada, organization, { title: "Checkout is down" });
      await expectStates(ada, organization, held, { held: 1, delivered: 1 });
      await other.stop();
      expect(await readDeliveries(ada, organization, "state=held")).toHaveLength(
        QUARANTINE_FAILURES + 1,
      );
      expect(receiver.received.length, "no more messages are sent").toBe(before);
      const idsBefore = new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));

      receiver.respond = (_, response) => response.end();
      receiver.received.length = 0;
      const reply = await ada.post(`${path}/reactivate`, { replay: true });
      expect([reply.status, reply.json]).toEqual([
        200,
        expect.objectContaining({
          state: "active",
          quarantined_at: null,
          replayed: QUARANTINE_FAILURES + 1,
          cancelled: 0,
        }),
      ]);
      await expectStates(ada, organization, held, { delivered: 2 });
      await until(() => receiver.received.length === QUARANTINE_FAILURES + 1);
      const idsAfter = new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
      expect(idsAfter.size).toBe(QUARANTINE_FAILURES + 1);
      for (const id of idsBefore) expect(idsAfter).toContain(id);
      expect(
        (await listEmails(server.dataDir)).filter((email) =>
          listRecipients(email).includes(contact),
        ),
        "the contact gets one email",
      ).toHaveLength(1);
    },
  );
});

test.describe("a mail server", () => {
  test(
    "that rejects one recipient still gets the emails to all others",
    { tag: "@one-engine" },
    async ({ open }) => {
      const [refused, busy] = ["refused@example.com", "busy@example.com"];
      const smtp = await startSmtpServer({
        onRcptTo: ({ address }, _session, callback) => {
          if (address === refused)
            callback(Object.assign(new Error("5.1.1 no such mailbox"), { responseCode: 550 }));
          else if (address === busy)
            callback(Object.assign(new Error("4.2.1 mailbox busy"), { responseCode: 451 }));
          else callback();
        },
      });
      const setup = await open({ SMTP_URL: smtp.url });
      const { ada, organization } = setup;
      const addresses = Array.from({ length: 20 }, uniqueEmail);
      const ids: Record<string, string> = {};
      for (const address of [...addresses.slice(0, 10), refused, busy, ...addresses.slice(10)]) {
        ids[address] = (await addSubscriber(ada, organization, { channel: "email", address }))
          .id as string;
      }
      const incident = await addIncident(ada, organization);
      await expectStates(ada, organization, incident, { delivered: 20, dead: 1, pending: 1 });
      await waitForAttempts(setup, 22);
      const readDelivery = async (address: string) =>
        (await readDeliveries(ada, organization, `subscriber=${ids[address]}`))[0];
      expect(await readDelivery(refused)).toMatchObject({
        state: "dead",
        attempts: 1,
        history: [{ status_code: 550, error: expect.stringContaining("5.1.1 no such mailbox") }],
      });
      expect(await readDelivery(busy)).toMatchObject({
        state: "pending",
        history: expect.arrayContaining([expect.objectContaining({ status_code: 451 })]),
      });
      expect(smtp.received.flatMap(({ to }) => to).toSorted()).toEqual(addresses.toSorted());
      expect(
        (await ada.get(`/v1/organizations/${organization}/subscribers/${ids[refused]}`)).json.state,
      ).toBe("active");
      await smtp.stop();
    },
  );

  test(
    "that is down for a while and then disconnects gets every email eventually",
    { tag: "@one-engine" },
    async ({ open }) => {
      const down = await startSmtpServer();
      await down.stop();
      const setup = await open({ SMTP_URL: down.url });
      const { ada, organization, database } = setup;
      const addresses = Array.from({ length: 10 }, uniqueEmail);
      for (const address of addresses)
        await addSubscriber(ada, organization, { channel: "email", address });
      const incident = await addIncident(ada, organization);
      await waitForAttempts(setup, 10);
      expect(await countStates(ada, organization, incident)).toEqual({ pending: 10 });
      for (const { history } of await readDeliveries(ada, organization))
        expect((history as JsonObject[])[0]).toMatchObject({
          status_code: null,
          error: expect.stringContaining("can't be reached"),
        });

      const breaking = await startSmtpServer(
        {
          onMailFrom: ({ address: _ }, session, callback) =>
            callback(
              Object.assign(new Error(`shutting down ${session.id}`), { responseCode: 421 }),
            ),
        },
        down.port,
      );
      await expireLeases(database);
      await waitForAttempts(setup, 20);
      await breaking.stop();
      const restarted = await startSmtpServer({}, down.port);
      await expireLeases(database);
      await expectStates(ada, organization, incident, { delivered: 10 });
      expect(restarted.received.flatMap(({ to }) => to).toSorted()).toEqual(addresses.toSorted());
      await restarted.stop();
    },
  );

  test(
    "that hangs does not delay webhooks; at most 16 emails are claimed, and none is lost if Candor is killed",
    { tag: "@faults" },
    async ({ open, receiver }) => {
      const hanging = await startSmtpServer({ onMailFrom: () => undefined });
      const setup = await open({ SMTP_URL: hanging.url });
      const { ada, organization, server, database } = setup;
      const addresses = Array.from({ length: 60 }, uniqueEmail);
      const imported = await ada.call(
        "POST",
        `/v1/organizations/${organization}/subscribers/import`,
        {
          rawBody: `channel,address\n${addresses.map((address) => `email,${address}\n`).join("")}`,
          headers: { "Content-Type": "text/csv" },
        },
      );
      expect(imported.json.created).toBe(60);
      await until(() => hanging.connections() > 0);
      await addSubscriber(ada, organization, { address: receiver.url });
      await expectStates(ada, organization, await addIncident(ada, organization), { delivered: 1 });
      const taken = await database.query("SELECT id FROM mail_jobs WHERE attempts > 0");
      expect(taken.length).toBeLessThanOrEqual(16);
      await server.stop("SIGKILL");
      await hanging.stop();

      const smtp = await startSmtpServer();
      await expireLeases(database);
      await setup.another({ SMTP_URL: smtp.url });
      await expect.poll(() => smtp.received.length, { timeout: 30_000 }).toBe(60);
      expect(smtp.received.flatMap(({ to }) => to).toSorted()).toEqual(addresses.toSorted());
      await smtp.stop();
    },
  );
});

test.describe("two processes on one database", () => {
  test(
    "share the work: every subscriber is notified exactly once",
    { tag: "@faults" },
    async ({ open, receiver }) => {
      const setup = await open();
      const { ada, organization } = setup;
      const other = await setup.another();
      await subscribeMany(ada, organization, receiver, 500);
      const incidents = await Promise.all([
        addIncident(ada, organization),
        addIncident(other.ada, organization),
        addIncident(ada, organization),
      ]);
      for (const incident of incidents)
        await expectStates(ada, organization, incident, { delivered: 500 });
      expect(receiver.received).toHaveLength(1_500);
      expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(
        1_500,
      );
      expect(Object.values(groupIdsByPath(receiver)).map((ids) => ids.length)).toEqual(
        Array(500).fill(3),
      );
    },
  );

  test(
    "lose nothing when one of them is killed while sending",
    { tag: "@postgresql" },
    async ({ open, receiver }) => {
      const setup = await open();
      const { organization, server, database } = setup;
      const { ada } = await setup.another();
      await subscribeMany(ada, organization, receiver, 500);
      const incident = await addIncident(setup.ada, organization);
      await until(() => receiver.received.length >= 150);
      await server.stop("SIGKILL");
      // Expires the killed process's claims after the other process has finished its own.
      await waitUntilIdle(receiver);
      await expireLeases(database);
      await expectStates(ada, organization, incident, { delivered: 500 });
      expectOneMessageIdPerSubscriber(receiver, 500);
    },
  );
});

test.describe("SIGTERM while sending", { tag: "@one-engine" }, () => {
  test("releases deliveries that were not started: the next process sends them immediately, each once", async ({
    open,
    receiver,
  }) => {
    const setup = await open();
    const { organization, server } = setup;
    await subscribeMany(setup.ada, organization, receiver, 300);
    receiver.respond = (_, response) => setTimeout(() => response.end(), 10);
    const incident = await addIncident(setup.ada, organization);
    await until(() => receiver.received.length >= 50);
    const startedAt = performance.now();
    expect(await server.stop("SIGTERM")).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(
      receiver.received.length,
      "the process stopped before it had sent all messages",
    ).toBeLessThan(300);
    const { ada } = await setup.another();
    await expectStates(ada, organization, incident, { delivered: 300 });
    expect(receiver.received).toHaveLength(300);
    expectOneMessageIdPerSubscriber(receiver, 300);
    const attempts = new Set(
      (await readDeliveries(ada, organization)).map((delivery) => delivery.attempts),
    );
    expect([...attempts], "releasing an unstarted delivery does not count as an attempt").toEqual([
      1,
    ]);
  });

  test(
    "does not wait for a receiver that hangs",
    { tag: "@faults" },
    async ({ open, receiver }) => {
      const setup = await open();
      const { organization, server, database } = setup;
      await addSubscriber(setup.ada, organization, { address: receiver.url });
      receiver.respond = () => undefined;
      const incident = await addIncident(setup.ada, organization);
      await until(() => receiver.received.length === 1);
      const startedAt = performance.now();
      expect(await server.stop("SIGTERM")).toBe(0);
      expect(performance.now() - startedAt).toBeLessThan(10_000);
      receiver.respond = (_, response) => response.end();
      await expireLeases(database);
      const { ada } = await setup.another();
      await expectStates(ada, organization, incident, { delivered: 1 });
      expectOneMessageIdPerSubscriber(receiver, 1);
    },
  );
});

/** The value of CLAIMS_PER_TARGET (lib/notifications/claim.ts). */
const CLAIMED_AT_ONCE = 32;

test.describe("every subscriber is notified", () => {
  test(
    "if connections to the database break while sending",
    { tag: "@postgresql" },
    async ({ open, receiver, engine }) => {
      test.skip(engine === "sqlite", "SQLite has no network connections");
      const setup = await open();
      const { server, ada, organization, database } = setup;
      await subscribeMany(ada, organization, receiver, 500);
      receiver.respond = (_, response) => setTimeout(() => response.end(), 5);
      const incident = await addIncident(ada, organization);
      for (const breakAt of [50, 150, 250]) {
        await until(() => receiver.received.length >= breakAt);
        await database.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname " +
            "= current_database() AND pid <> pg_backend_pid()",
        );
      }
      await waitUntilIdle(receiver);
      // If the connection breaks during COMMIT, a claim may be stored although claiming failed. Its
      // deliveries are sent only after the lease expires.
      const failed = server.lines.filter(({ msg }) =>
        msg?.startsWith("notification delivery failed"),
      );
      const { length } = receiver.received;
      const message = "sent deliveries are recorded, and claimed ones released";
      expect(length, message).toBeGreaterThanOrEqual(500 - failed.length * CLAIMED_AT_ONCE);
      expect(length, message).toBeLessThanOrEqual(500);
      await expireLeases(database);
      await expectStates(ada, organization, incident, { delivered: 500 });
      expectOneMessageIdPerSubscriber(receiver, 500);
    },
  );

  test(
    "exactly once if another process locks the database for a while",
    { tag: "@faults" },
    async ({ open, receiver, engine }) => {
      test.skip(engine === "postgresql", "PostgreSQL locks rows, not the database");
      const setup = await open();
      const { ada, organization, database } = setup;
      await subscribeMany(ada, organization, receiver, 300);
      receiver.respond = (_, response) => setTimeout(() => response.end(), 5);
      const incident = await addIncident(ada, organization);
      await until(() => receiver.received.length >= 50);
      await database.query("BEGIN IMMEDIATE");
      await once(AbortSignal.timeout(3_000), "abort");
      await database.query("COMMIT");
      await expectStates(ada, organization, incident, { delivered: 300 });
      expect(receiver.received).toHaveLength(300);
      expectOneMessageIdPerSubscriber(receiver, 300);
    },
  );
});

test("deleting a subscriber while it is being notified leaves the deliveries of others intact", async ({
  setup,
  receiver,
}) => {
  const { ada, organization } = setup;
  const { id } = await addSubscriber(ada, organization, {
    address: `http://127.0.0.1:${receiver.port}/deleted`,
  });
  for (const name of ["a", "b", "c"])
    await addSubscriber(ada, organization, {
      address: `http://127.0.0.1:${receiver.port}/${name}`,
    });
  const waiting: ServerResponse[] = [];
  receiver.respond = (_, response) => void waiting.push(response);
  const incident = await addIncident(ada, organization);
  await until(() => waiting.length === 4);
  expect(
    (await ada.call("DELETE", `/v1/organizations/${organization}/subscribers/${id as string}`))
      .status,
  ).toBe(204);
  for (const response of waiting) response.end();
  await expectStates(ada, organization, incident, { delivered: 3 }, 5_000);
});

test("a subscriber whose tokens cannot be decrypted does not stop the notification of others", async ({
  setup,
  receiver,
}) => {
  const { ada, organization, database } = setup;
  const { id } = await addSubscriber(ada, organization, {
    address: `http://127.0.0.1:${receiver.port}/damaged`,
  });
  await subscribeMany(ada, organization, receiver, 20);
  await database.query("UPDATE subscribers SET tokens = 'damaged' WHERE id = ?", id as string);
  for (let round = 0; round <= QUARANTINE_FAILURES; round++) {
    const incident = await addIncident(ada, organization);
    await expectStates(ada, organization, incident, { delivered: 20, pending: 1 }, 20_000);
  }
  const [damaged] = await readDeliveries(ada, organization, `subscriber=${id as string}`);
  expect(damaged).toMatchObject({
    state: "pending",
    history: [{ status_code: null, error: expect.stringContaining("can't be decrypted") }],
  });
  expect(Object.keys(groupIdsByPath(receiver))).not.toContain("/damaged");
});

test(
  "line breaks in names and titles add no email header or recipient; email addresses cannot contain them",
  { tag: "@one-engine" },
  async ({ open }) => {
    const smtp = await startSmtpServer();
    const { ada, server } = await open({ SMTP_URL: smtp.url });
    const attack =
      "Down\r\nBcc: all@evil.example\r\nX-Evil: yes\n\n<script>alert(1)</script>\u2028\u0085x";
    const organization = createOrganizationId();
    expect(
      (await ada.post("/v1/organizations", { id: organization, name: `Acme ${attack}` })).status,
    ).toBe(201);
    const component = await ada.post(`/v1/organizations/${organization}/components`, {
      name: attack,
    });
    const receiver = await startReceiver();
    for (const address of [
      "a@example.com\r\nBcc: all@evil.example",
      "a@example.com\nX: y",
      "a@example.com, b@example.com",
      "A <a@example.com>",
      "a@example.com b@example.com",
      "a\u0000@example.com",
    ]) {
      expectInvalid(
        await ada.post(`/v1/organizations/${organization}/subscribers`, {
          channel: "email",
          address,
          skip_confirmation: true,
        }),
        "address",
      );
    }
    const address = uniqueEmail();
    await addSubscriber(ada, organization, { channel: "email", address });
    await addSubscriber(ada, organization, {
      address: `${receiver.url}&x=\r\nX-Evil:%0d%0aX-Evil:yes`,
    });
    const incident = await addIncident(ada, organization, {
      title: attack,
      impact: "major",
      body: attack,
      component_ids: [component.json.id],
    });
    await expectStates(ada, organization, incident, { delivered: 2 });
    const [email, ...more] = smtp.received;
    expect(more).toEqual([]);
    expect(email!.to).toEqual([address]);
    expect(listRecipients(email!.parsed)).toEqual([address]);
    const keys = email!.parsed.headerLines.map(({ key }) => key);
    expect(keys).not.toContain("bcc");
    expect(keys).not.toContain("x-evil");
    expect(email!.raw.split("\r\n\r\n", 1)[0], "headers contain no control characters").not.toMatch(
      /[^\P{Cc}\r\n\t]/u,
    );
    expect(email!.parsed.html).not.toContain("<script>");
    expect(email!.parsed.subject).toContain("Down Bcc: all@evil.example X-Evil: yes");
    const [request] = receiver.received;
    expect(request!.headers["x-evil"]).toBeUndefined();
    expect((JSON.parse(request!.body) as { incident: JsonObject }).incident.name).toBe(attack);
    expect(server.stderr()).toBe("");
    await receiver.stop();
    await smtp.stop();
  },
);

test.describe("without WEBHOOK_ALLOW_PRIVATE", { tag: "@one-engine" }, () => {
  test("subscribers with private addresses are rejected", async ({ open, receiver }) => {
    const { ada, organization } = await open({ WEBHOOK_ALLOW_PRIVATE: "off" });
    const hosts = [
      "127.0.0.1",
      "localhost",
      "LOCALHOST.",
      "a.localhost",
      "[::1]",
      "[::]",
      "0.0.0.0",
      "2130706433",
      "0x7f000001",
      "0177.0.0.1",
      "127.1",
      "[::ffff:127.0.0.1]",
      "[::ffff:7f00:1]",
      "[64:ff9b::7f00:1]",
      "169.254.169.254",
      "[fd00:ec2::254]",
      "10.0.0.1",
      "192.168.1.1",
      "172.16.0.1",
      "100.100.100.200",
    ];
    for (const address of [
      ...hosts.map((host) => `http://${host}:${receiver.port}/`),
      "http://203.0.114.1:22/",
      "http://user:pass@example.com/",
      "ftp://example.com/",
      "file:///etc/passwd",
    ]) {
      const reply = await ada.post(`/v1/organizations/${organization}/subscribers`, {
        channel: "webhook",
        address,
      });
      expect(reply.status, address).toBe(400);
      expectInvalid(reply, "address");
    }
    const file = `channel,address\n${hosts.map((host) => `webhook,http://${host}:${receiver.port}/\n`).join("")}`;
    const imported = await ada.call(
      "POST",
      `/v1/organizations/${organization}/subscribers/import`,
      { rawBody: file, headers: { "Content-Type": "text/csv" } },
    );
    expect(imported.json).toMatchObject({ created: 0, updated: 0 });
    expect(receiver.connections).toBe(0);
  });

  test("existing subscribers with private addresses are not notified, and the reason is recorded", async ({
    open,
    receiver,
  }) => {
    const setup = await open();
    const { organization } = setup;
    for (const [channel, host] of [
      ["webhook", "127.0.0.1"],
      ["webhook", "localhost"],
      ["webhook", "[::1]"],
      ["slack", "127.0.0.1"],
      ["discord", "localhost"],
      ["teams", "2130706433"],
    ] as const) {
      await addSubscriber(setup.ada, organization, {
        channel,
        address: `http://${host}:${receiver.port}/${channel}`,
      });
    }
    await setup.server.stop();
    const { ada } = await setup.another({ WEBHOOK_ALLOW_PRIVATE: "off" });
    const incident = await addIncident(ada, organization);
    await expectStates(ada, organization, incident, { dead: 6 });
    for (const { history } of await readDeliveries(ada, organization))
      expect(history).toMatchObject([
        { status_code: null, error: "The URL must not point to a loopback address." },
      ]);
    expect(receiver.connections).toBe(0);
  });
});
