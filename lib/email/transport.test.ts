import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { simpleParser } from "mailparser";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { removeDirectory, createTemporaryDirectory } from "@/e2e/support/test-server";
import { startSmtpServer } from "@/e2e/support/smtp";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { describeEmailDestination, getEmailDirectory } from "./email-destination";
import {
  checkMailServers,
  closeEmailConnections,
  type OutgoingEmail,
  deliverEmail,
} from "./transport";

const email: OutgoingEmail = {
  to: "ada@example.com",
  subject: "Hello",
  html: "<p>Hello</p>",
  text: "Hello\n",
  messageId: "<1@localhost>",
};
const createSignal = () => AbortSignal.timeout(20_000);
const createRejection = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

const original = { SMTP_URL: undefined, BASE_URL: undefined, ...env };
const stops: (() => unknown)[] = [];
const startSmtp = async (...options: Parameters<typeof startSmtpServer>) => {
  const server = await startSmtpServer(...options);
  env.SMTP_URL = server.url;
  stops.push(server.stop);
  return server;
};

beforeEach(() => {
  env.DATA_DIR = createTemporaryDirectory();
});

afterEach(async () => {
  closeEmailConnections();
  removeDirectory(env.DATA_DIR);
  Object.assign(env, original);
  for (const stop of stops.splice(0)) await stop();
});

test("failures of many emails are logged once per minute", async () => {
  const warned = vi.spyOn(log, "warn");
  const clock = vi.spyOn(performance, "now").mockReturnValue(1e9);
  onTestFinished(() => void vi.restoreAllMocks());
  const directory = env.DATA_DIR;
  env.DATA_DIR = join(directory, "a-file");
  writeFileSync(env.DATA_DIR, "");
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => deliverEmail(email, createSignal())),
  );
  expect(outcomes).toEqual(
    outcomes.map(() => ({
      ok: false,
      statusCode: null,
      response: "",
      isUnsent: true,
      isMailServerDown: true,
      error: expect.stringMatching(/could not be saved to the mail directory \(E\w+\)/),
    })),
  );
  expect(warned.mock.calls).toEqual([
    [{ error: outcomes[0]!.error }, "an email could not be sent and will be retried"],
  ]);
  clock.mockReturnValue(1e9 + 60_000);
  await deliverEmail(email, createSignal());
  await deliverEmail({ ...email, to: "unknown" }, createSignal());
  expect(warned).toHaveBeenCalledTimes(2);
  env.DATA_DIR = directory;
});

describe("over SMTP:", () => {
  test("an email arrives complete", async () => {
    const { received } = await startSmtp();
    env.MAIL_FROM = "Acme <status@acme.example>";
    const text = "Zażółć gęślą jaźń 🔥\nمرحبا\n";
    const outcome = await deliverEmail(
      {
        ...email,
        subject: "Zażółć 🔥 مرحبا",
        text,
        html: `<p>${text}</p>`,
        headers: { "X-Extra": "1" },
      },
      createSignal(),
    );
    expect(outcome).toEqual({
      ok: true,
      statusCode: 250,
      error: null,
      response: "250 OK queued as 4711",
    });
    const [{ from, to, parsed }] = received as [(typeof received)[0]];
    expect({ from, to }).toEqual({ from: "status@acme.example", to: ["ada@example.com"] });
    expect(parsed).toMatchObject({ subject: "Zażółć 🔥 مرحبا", messageId: "<1@localhost>", text });
    expect(parsed.from?.text).toBe('"Acme" <status@acme.example>');
    expect(parsed.html).toContain(text.trim());
    expect(parsed.headers.get("auto-submitted")).toBe("auto-generated");
    expect(parsed.headers.get("x-extra")).toBe("1");
  });

  test("many emails share a few connections", async () => {
    const { received, connections } = await startSmtp();
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        deliverEmail({ ...email, to: `r${index}@example.com` }, createSignal()),
      ),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(100);
    expect(new Set(received.map(({ to }) => to.join())).size).toBe(100);
    expect(connections()).toBeLessThanOrEqual(env.SMTP_CONCURRENCY);
  });

  test("a rejected recipient fails permanently and does not affect other recipients", async () => {
    const { received } = await startSmtp({
      onRcptTo: ({ address }, _session, callback) =>
        callback(
          address.startsWith("unknown") ? createRejection(550, "5.1.1 No such user here") : null,
        ),
    });
    const addresses = ["a@example.com", "unknown@example.com", "b@example.com", "c@example.com"];
    const outcomes = await Promise.all(
      addresses.map((to) => deliverEmail({ ...email, to }, createSignal())),
    );
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, false, true, true]);
    expect(outcomes[1]).toEqual({
      ok: false,
      statusCode: 550,
      error: "The mail server rejected the recipient: 550 5.1.1 No such user here",
      response: "550 5.1.1 No such user here",
      isPermanent: true,
    });
    expect(received.map(({ to }) => to[0]).toSorted()).toEqual([
      "a@example.com",
      "b@example.com",
      "c@example.com",
    ]);
  });

  test.each([
    ["a full mailbox", "temporary", 450, "4.2.2 Mailbox full"],
    ["greylisting", "temporary", 451, "4.7.1 Greylisted, try again"],
    ["a denied relay", "temporary", 554, "5.7.1 Relay access denied"],
    ["a missing login", "temporary", 530, "5.7.0 Authentication required"],
    ["an unknown domain of the sender", "temporary", 550, "5.1.8 Sender address rejected"],
    ["an unverified sender", "temporary", 554, "Message rejected: Email address is not verified"],
    ["an address that does not exist", "permanent", 550, "No such user"],
    ["an unknown mailbox", "permanent", 550, "5.1.1 User unknown"],
    [
      "an address unknown to the organization",
      "permanent",
      550,
      "5.4.1 Recipient address rejected",
    ],
    ["a disabled mailbox", "permanent", 550, "5.2.1 Mailbox disabled"],
  ])("a rejection because of %s is %s", async (_reason, duration, code, message) => {
    await startSmtp({
      onRcptTo: (_address, _session, callback) => callback(createRejection(code, message)),
    });
    const outcome = await deliverEmail(email, createSignal());
    expect(outcome).toMatchObject({ ok: false, statusCode: code, response: `${code} ${message}` });
    expect(Boolean(outcome.isPermanent)).toBe(duration === "permanent");
  });

  test("a rejected sender address is retried", async () => {
    await startSmtp({
      onMailFrom: (_address, _session, callback) =>
        callback(createRejection(550, "Sender not allowed")),
    });
    const outcome = await deliverEmail(email, createSignal());
    expect(outcome).toMatchObject({
      ok: false,
      statusCode: 550,
      error: "The mail server rejected the sender address in MAIL_FROM: 550 Sender not allowed",
    });
    expect(outcome.isPermanent).toBeFalsy();
  });

  test("a rejected login is reported without the credentials, and the email is retried", async () => {
    const { url } = await startSmtp({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) =>
        callback(createRejection(535, "user ada, password hunter2 is wrong")),
    });
    env.SMTP_URL = url.replace("smtp://", "smtp://ada:hunter2@");
    const outcome = await deliverEmail(email, createSignal());
    expect(outcome).toMatchObject({
      ok: false,
      statusCode: 535,
      error:
        "The mail server rejected the credentials (535). " +
        "Check the username and password in SMTP_URL.",
    });
    expect(JSON.stringify(outcome)).not.toMatch(/hunter2|ada/);
    expect(outcome.isPermanent).toBeFalsy();
  });

  test("a server that does not listen is reported as unreachable", async () => {
    const { url, stop } = await startSmtpServer();
    await stop();
    env.SMTP_URL = url;
    expect(await deliverEmail(email, createSignal())).toEqual({
      ok: false,
      statusCode: null,
      error:
        "The mail server can't be reached (ECONNREFUSED). Check the host and port in SMTP_URL.",
      response: "",
      isUnsent: true,
      isMailServerDown: true,
    });
  });

  test("a restarted server is used again", async () => {
    const { url, stop } = await startSmtpServer();
    env.SMTP_URL = url;
    expect(await deliverEmail(email, createSignal())).toMatchObject({ ok: true });
    await stop();
    expect(await deliverEmail(email, createSignal())).toMatchObject({
      ok: false,
      statusCode: null,
    });
    // The port of the first server is free again.
    const { countReceived } = await restart(Number(new URL(url).port));
    expect(await deliverEmail(email, createSignal())).toMatchObject({ ok: true });
    expect(countReceived()).toBe(1);
  });

  test("a server that hangs at any step fails only the current attempt", async () => {
    const silent = await listen(() => undefined);
    env.SMTP_URL = `smtp://127.0.0.1:${silent}`;
    const timedOut = {
      ok: false,
      statusCode: null,
      error: "The mail server did not respond in time.",
      response: "",
    };
    expect(await deliverEmail(email, AbortSignal.timeout(300))).toEqual(timedOut);
    closeEmailConnections();
    const { received } = await startSmtp({ onMailFrom: () => undefined });
    expect(await deliverEmail(email, AbortSignal.timeout(300))).toEqual(timedOut);
    closeEmailConnections();
    await startSmtp({ onData: (stream) => void stream.resume() });
    expect(await deliverEmail(email, AbortSignal.timeout(300))).toEqual(timedOut);
    expect(received).toEqual([]);
  });

  test("a server that sends no greeting in time counts as unavailable", async () => {
    const silent = await listen(() => undefined);
    env.SMTP_URL = `smtp://127.0.0.1:${silent}?greetingTimeout=100`;
    expect(await deliverEmail(email, createSignal())).toMatchObject({
      ok: false,
      error: "The mail server did not respond in time.",
      isMailServerDown: true,
    });
  });

  test("the second server is used while the first one is down, but not for a rejected recipient", async () => {
    let connections = 0;
    const broken = await listen((socket) => {
      connections += 1;
      socket.destroy();
    });
    const { url, received } = await startSmtp({
      onRcptTo: ({ address }, _session, callback) =>
        callback(address.startsWith("unknown") ? createRejection(550, "No such user") : null),
    });
    env.SMTP_URL = `smtp://127.0.0.1:${broken} ${url}`;
    expect(await deliverEmail(email, createSignal())).toMatchObject({ ok: true });
    const first = connections;
    expect(first).toBeGreaterThan(0);
    expect(await deliverEmail(email, createSignal())).toMatchObject({ ok: true });
    expect(connections).toBe(first);
    expect(received).toHaveLength(2);
    env.SMTP_URL = `${url}, smtp://127.0.0.1:${broken}`;
    const unknown = { ...email, to: "unknown@example.com" };
    expect(await deliverEmail(unknown, createSignal())).toMatchObject({ isPermanent: true });
    expect(connections).toBe(first);
  });

  test("an email that hangs does not delay others", async () => {
    const { received } = await startSmtp({
      onRcptTo: ({ address }, _session, callback) =>
        void (address.startsWith("slow") ? undefined : callback()),
    });
    const [slow, ...others] = await Promise.all([
      deliverEmail({ ...email, to: "slow@example.com" }, AbortSignal.timeout(1_000)),
      ...Array.from({ length: 20 }, (_, index) =>
        deliverEmail({ ...email, to: `r${index}@example.com` }, createSignal()),
      ),
    ]);
    expect(slow).toMatchObject({ ok: false, statusCode: null });
    expect(others.every(({ ok }) => ok)).toBe(true);
    expect(received).toHaveLength(20);
  });
});

describe("TLS:", () => {
  /** On Linux, 0.0.0.0 connects to the same machine, but is not a loopback address. */
  const getRemoteUrl = (port: number, rest = "") => `smtp://0.0.0.0:${port}${rest}`;
  const withTls = { disabledCommands: [] };
  const noTls =
    "The mail server does not offer TLS. Enable STARTTLS on it, or add ?tls=optional " +
    "to SMTP_URL to send emails unencrypted.";

  test.each(["", "?requireTLS=false", "?ignoreTLS=true", "?opportunisticTLS=true"])(
    "a server without STARTTLS gets no email, and the email is retried (%j)",
    async (query) => {
      const { port, received } = await startSmtp();
      env.SMTP_URL = getRemoteUrl(port, query);
      expect(await deliverEmail(email, createSignal())).toEqual({
        ok: false,
        statusCode: null,
        response: "",
        isUnsent: true,
        isMailServerDown: true,
        error: noTls,
      });
      expect(received).toEqual([]);
    },
  );

  test("?tls=optional sends to a server without STARTTLS", async () => {
    const { port, received } = await startSmtp();
    env.SMTP_URL = getRemoteUrl(port, "?tls=optional");
    expect(await deliverEmail(email, createSignal())).toMatchObject({ ok: true });
    expect(received).toHaveLength(1);
  });

  test.each(["127.0.0.1", "localhost"])(
    "a server on this machine (%s) needs no TLS",
    async (host) => {
      const { port } = await startSmtp();
      env.SMTP_URL = `smtp://${host}:${port}`;
      expect(await deliverEmail(email, createSignal())).toMatchObject({ ok: true });
    },
  );

  test("a self-signed certificate is rejected, and the email is retried", async () => {
    const { port, received } = await startSmtp(withTls);
    env.SMTP_URL = getRemoteUrl(port);
    const outcome = await deliverEmail(email, createSignal());
    expect(outcome).toMatchObject({
      ok: false,
      isMailServerDown: true,
      error: expect.stringMatching(
        /^The mail server's certificate is not accepted \(\w+\)\. Install one/,
      ) as unknown,
    });
    expect(received).toEqual([]);
  });

  test("STARTTLS is used if the server offers it", async () => {
    const secureFlags: boolean[] = [];
    const { port } = await startSmtp({
      ...withTls,
      onMailFrom: (_address, session, callback) => {
        secureFlags.push(session.secure);
        callback();
      },
    });
    env.SMTP_URL = getRemoteUrl(port, "?tls.rejectUnauthorized=false");
    expect(await deliverEmail(email, createSignal())).toMatchObject({ ok: true });
    expect(secureFlags).toEqual([true]);
  });

  test("a warning at startup names the setting if the server has no TLS", async () => {
    const warned = vi.spyOn(log, "warn");
    onTestFinished(() => void vi.restoreAllMocks());
    env.SMTP_URL = getRemoteUrl((await startSmtp(withTls)).port, "?tls.rejectUnauthorized=false");
    await checkMailServers();
    expect(warned).not.toHaveBeenCalled();
    env.SMTP_URL = getRemoteUrl((await startSmtp()).port);
    await checkMailServers();
    expect(warned.mock.calls).toEqual([
      [{ error: noTls }, "a mail server can't be used; without another, emails stay in the queue"],
    ]);
  });
});

describe("header injection is prevented", () => {
  const attack = "Hello\r\nBcc: eve@example.com\r\n\r\n<script>";

  test("in the subject, the list name, and other headers", async () => {
    const { received } = await startSmtp();
    await deliverEmail(
      {
        ...email,
        subject: attack,
        headers: { References: attack },
        list: {
          id: "acme.status.localhost",
          name: attack,
          unsubscribe: `http://localhost/u?token=1\r\nBcc: eve@example.com`,
        },
      },
      createSignal(),
    );
    const [{ to, parsed, raw }] = received as [(typeof received)[0]];
    expect(to).toEqual(["ada@example.com"]);
    expect(parsed.subject).toBe("Hello Bcc: eve@example.com <script>");
    expect(parsed.bcc).toBeUndefined();
    expect(raw).not.toMatch(/^bcc:/im);
    expect(parsed.text).toBe("Hello\n");
  });

  test.each([
    "ada@example.com\r\nBcc: eve@example.com",
    "ada@example.com, eve@example.com",
    "Ada <ada@example.com>",
    "ada@example.com>",
    "@example.com",
    "ada",
    "",
    "a b@example.com",
    "ada@\u0000example.com",
    "a:b;@example.com",
  ])("by rejecting the invalid address %j permanently", async (to) => {
    const { received } = await startSmtp();
    expect(await deliverEmail({ ...email, to }, createSignal())).toEqual({
      ok: false,
      statusCode: null,
      error: "The recipient is not a valid email address. Correct the address and try again.",
      response: "",
      isPermanent: true,
    });
    expect(received).toEqual([]);
  });
});

test("a long subject is truncated to 250 characters", async () => {
  const { received } = await startSmtp();
  await deliverEmail({ ...email, subject: "🔥".repeat(1_000) }, createSignal());
  expect([...received[0]!.parsed.subject!]).toHaveLength(250);
});

test("an email to subscribers has headers for one-click unsubscribe", async () => {
  const { received } = await startSmtp();
  const unsubscribe = `https://status.example.com/v1/unsubscribe?token=${"x".repeat(43)}`;
  await deliverEmail(
    { ...email, list: { id: "acme.status.localhost", name: 'Łódź, "Inc"', unsubscribe } },
    createSignal(),
  );
  const { raw, parsed } = received[0]!;
  const unfolded = raw.replaceAll(/\r\n[ \t]/g, " ");
  expect(unfolded).toContain(`\r\nList-Unsubscribe: <${unsubscribe}>\r\n`);
  expect(unfolded).toContain("\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
  expect(unfolded).toMatch(/\r\nList-ID: .*<acme\.status\.localhost>\r\n/i);
  expect(parsed.headers.get("list")).toMatchObject({ id: { id: "acme.status.localhost" } });
});

describe("without SMTP_URL:", () => {
  test("each email is written to a file that only the server's user can read; names sort by time", async () => {
    for (let i = 0; i < 5; i++) {
      const outcome = await deliverEmail(
        { ...email, subject: `Mail ${i} 🔥`, text: "x".repeat(5_000) },
        createSignal(),
      );
      expect(outcome).toMatchObject({ ok: true, statusCode: null, error: null });
    }
    const names = readdirSync(getEmailDirectory()).toSorted();
    expect(
      names.every((name) =>
        /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[0-9a-f-]{36}\.eml$/.test(name),
      ),
    ).toBe(true);
    const contents = names.map((name) => readFileSync(join(getEmailDirectory(), name)));
    const parsed = await Promise.all(contents.map((content) => simpleParser(content)));
    expect(parsed.map(({ subject }) => subject)).toEqual(
      [0, 1, 2, 3, 4].map((i) => `Mail ${i} 🔥`),
    );
    expect(parsed[0]).toMatchObject({ messageId: "<1@localhost>", text: "x".repeat(5_000) });
    for (const content of contents)
      expect(
        Math.max(
          ...content
            .toString("latin1")
            .split("\r\n")
            .map(({ length }) => length),
        ),
      ).toBeLessThanOrEqual(998);
    for (const name of names)
      expect(statSync(join(getEmailDirectory(), name)).mode & 0o777).toBe(0o600);
    expect(statSync(getEmailDirectory()).mode & 0o777).toBe(0o700);
  });

  test("an email that cannot be written is retried", async () => {
    writeFileSync(join(env.DATA_DIR, "mail"), "a file where the directory should be");
    const outcome = await deliverEmail(email, createSignal());
    expect(outcome).toMatchObject({
      ok: false,
      statusCode: null,
      error: expect.stringMatching(
        /^The email could not be saved to the mail directory \(E\w+\)\. Check its permissions and free disk space\.$/,
      ),
    });
    expect(outcome.isPermanent).toBeFalsy();
  });
});

test("the log line at startup states where emails go, without credentials", () => {
  expect(describeEmailDestination()).toBe(
    `Emails are written to ${join(env.DATA_DIR, "mail")}, because SMTP_URL is not set.`,
  );
  env.SMTP_URL = "smtps://ada:hunter2@mail.example.com:465/?pool=true";
  expect(describeEmailDestination()).toBe(
    "Emails are sent from Candor <status@localhost> through smtps://mail.example.com:465. " +
      `Their links point to http://localhost:${env.PORT}, because BASE_URL is not set.`,
  );
  env.BASE_URL = "https://status.example.com";
  expect(describeEmailDestination()).toBe(
    "Emails are sent from Candor <status@localhost> through smtps://mail.example.com:465.",
  );
});

/** Starts a TCP server and returns its port. */
async function listen(onConnect: Parameters<typeof createServer>[1], port = 0): Promise<number> {
  const server = createServer(onConnect);
  const sockets = new Set<{ destroy: () => unknown }>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  stops.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Starts a minimal SMTP server on the given port. */
async function restart(port: number): Promise<{ countReceived: () => number }> {
  let receivedCount = 0;
  await listen((socket) => {
    let inData = false;
    socket.write("220 ready\r\n");
    socket.on("data", (chunk) => {
      for (const line of chunk.toString().split("\r\n").slice(0, -1)) {
        if (inData && line !== ".") continue;
        if (line === ".") receivedCount++;
        inData = line === "DATA";
        socket.write(inData ? "354 go on\r\n" : "250 ok\r\n");
      }
    });
  }, port);
  return { countReceived: () => receivedCount };
}
