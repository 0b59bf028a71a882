import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { removeDirectory, temporaryDirectory } from "@/e2e/support/server";
import { startSmtpServer } from "@/e2e/support/smtp";
import { env } from "@/lib/env";
import { closeEmailConnections } from "@/lib/email/transport";
import type { NotificationMessage } from "../channel";
import { type EventKind, eventKinds, type EventPayload } from "../events";
import { sendEmail } from "./email";

const AT = "2026-11-20T09:30:00.000Z";
const patient = () => AbortSignal.timeout(60_000);
let server: Awaited<ReturnType<typeof startSmtpServer>>;

beforeAll(() => {
  env.DATA_DIR = temporaryDirectory();
});
afterAll(() => removeDirectory(env.DATA_DIR));
beforeEach(async () => {
  server = await startSmtpServer();
  env.SMTP_URL = server.url;
  env.BASE_URL = "https://status.example.com";
});
afterEach(async () => {
  closeEmailConnections();
  await server.stop();
  delete env.BASE_URL;
});

const incident: EventPayload["incident"] = {
  id: "incident-1",
  organization_id: "acme",
  title: "Checkout fails",
  status: "investigating",
  impact: "major",
  started_at: AT,
  resolved_at: null,
  created_at: AT,
  updated_at: AT,
  component_ids: ["c1"],
};
const update = (body: string, status = "investigating") => ({
  id: `u-${body.length}-${status}`,
  status,
  body,
  created_at: AT,
  updated_at: AT,
});

let events = 0;
type Changes = {
  kind?: EventKind;
  payload?: Partial<Omit<EventPayload, "incident">> & {
    incident?: Partial<EventPayload["incident"]>;
  };
  name?: string;
};

function message({
  kind = "incident.created",
  payload = {},
  name = "Acme",
}: Changes = {}): NotificationMessage {
  return {
    id: `delivery-${++events}`,
    event: {
      id: `event-${events}`,
      kind,
      createdAt: new Date(AT),
      payload: {
        updates: [update("We are looking into it.")],
        components: [
          { id: "c1", name: "Checkout", old_status: "operational", new_status: "partial_outage" },
        ],
        ...payload,
        incident: { ...incident, ...payload.incident },
      },
    },
    organization: { id: "acme", name, url: "https://status.acme.example" },
    subscriber: {
      id: "s1",
      channel: "email",
      address: "ada@example.com",
      secrets: [],
      links: {
        manage: "https://status.example.com/subscription?token=manage-1",
        unsubscribe: "https://status.example.com/v1/unsubscribe?token=unsub-1",
      },
      isSelfService: false,
    },
    now: new Date(AT),
  };
}

async function receive(sent: NotificationMessage) {
  expect(await sendEmail(sent, patient())).toMatchObject({ ok: true });
  const { raw, parsed } = server.received.at(-1)!;
  return {
    ...parsed,
    html: parsed.html as string,
    text: parsed.text!,
    raw,
    unfolded: raw.replaceAll(/\r\n[ \t]/g, " "),
  };
}

test("an email has the incident, its components, and how to unsubscribe", async () => {
  const sent = message();
  const mail = await receive(sent);
  expect(mail.subject).toBe("[Acme] Checkout fails");
  for (const words of [
    "Checkout fails",
    "We are looking into it.",
    "Impact: Major",
    "November 20, 2026, 09:30 UTC",
    "Checkout: Partial outage (was operational)",
  ]) {
    expect(mail.text).toContain(words);
  }
  for (const link of [
    "https://status.acme.example",
    "https://status.example.com/subscription?token=manage-1",
    "https://status.example.com/subscription/unsubscribe?token=unsub-1",
  ]) {
    expect(mail.text).toContain(link);
    expect(mail.html).toContain(`href="${link}"`);
  }
  expect(mail.unfolded).toContain(
    "\r\nList-Unsubscribe: <https://status.example.com/v1/unsubscribe?token=unsub-1>\r\n",
  );
  expect(mail.unfolded).toContain("\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
  expect(mail.unfolded).toContain("\r\nPrecedence: bulk\r\n");
  expect(mail.headers.get("auto-submitted")).toBe("auto-generated");
  expect(mail.headers.get("list")).toMatchObject({
    id: { name: "Acme", id: "acme.status.localhost" },
  });
});

test("a repeat is the same message, and all of an incident are one thread", async () => {
  const sent = message();
  const [first, repeat, answer] = [
    await receive(sent),
    await receive(sent),
    await receive(message({ kind: "incident.resolved" })),
  ];
  expect(first.messageId).toBe(`<${sent.id}@localhost>`);
  expect(repeat.messageId).toBe(first.messageId);
  expect(answer.messageId).not.toBe(first.messageId);
  expect(first.inReplyTo).toBeUndefined();
  expect(first.references).toBe("<thread.incident-1@localhost>");
  expect([answer.references, answer.inReplyTo]).toEqual([first.references, first.references]);
});

test.each(eventKinds)("%s has its words", async (kind) => {
  const scheduled = kind.startsWith("maintenance.")
    ? { scheduled_for: "2026-11-28T22:00:00.000Z", scheduled_until: "2026-11-29T01:30:00.000Z" }
    : {};
  const mail = await receive(message({ kind, payload: { incident: scheduled } }));
  expect(mail.subject).toMatch(/^\[Acme\] (Maintenance: |Test: )?Checkout fails$/);
  expect(mail.text).not.toMatch(/undefined|null|NaN|\[object|_/);
  expect(mail.text.includes("November 28, 2026, 22:00 to November 29, 2026, 01:30 UTC")).toBe(
    kind.startsWith("maintenance."),
  );
});

test("an update that was reported late has the time when it happened", async () => {
  const display_at = "2026-01-10T08:00:00.000Z";
  const mail = await receive(
    message({
      payload: {
        updates: [
          { ...update("Mended.", "resolved"), display_at },
          { ...update("Broken."), display_at },
        ],
      },
    }),
  );
  for (const status of ["Resolved", "Investigating"])
    expect(mail.text).toContain(`${status} · January 10, 2026, 08:00 UTC`);
});

test("a postmortem is complete and precedes the earlier updates", async () => {
  const postmortem = {
    body: "What happened:\n\nA disk was full.",
    published_at: "2026-11-22T10:00:00.000Z",
  };
  const { text } = await receive(
    message({
      kind: "incident.postmortem_published",
      payload: {
        incident: { status: "resolved", resolved_at: AT },
        updates: [update("It is over.", "resolved")],
        postmortem,
      },
    }),
  );
  expect(text).toMatch(
    /What happened:\s+A disk was full\.\s+Postmortem · November 22, 2026, 10:00 UTC/,
  );
  expect(text.indexOf("It is over.")).toBeGreaterThan(text.indexOf("A disk was full."));
});

test("leads to the page of the incident where there is one", async () => {
  const url = "https://status.example.com/status/acme/incidents/incident-1";
  for (const [kind, what] of [
    ["incident.updated", "incident"],
    ["maintenance.reminder", "maintenance"],
  ] as const) {
    const mail = await receive(message({ kind, payload: { incident: { url } } }));
    expect(mail.text).toContain(`View ${what} ${url}`);
    expect(mail.html).toContain(`href="${url}"`);
  }
});

test("a payload of which only the least is there becomes a mail", async () => {
  for (const kind of eventKinds)
    expect(
      (await receive(message({ kind, payload: { updates: [], components: [] } }))).text,
    ).toContain("Checkout fails");
});

describe("what people write", () => {
  test("is text, never markup", async () => {
    const attack = `<script>alert(1)</script><img src=x onerror=alert(1)> " ' & </title></style><!--`;
    const mail = await receive(
      message({
        name: attack,
        payload: {
          incident: { title: attack },
          updates: [update(attack), update(`${attack}${attack}`)],
          components: [{ id: "c", name: attack, old_status: "x<y", new_status: "<i>" }],
        },
      }),
    );
    expect(mail.html).not.toMatch(/<script|<img|<i>|x<y|onerror=alert\(1\)>/);
    expect(mail.html.match(/<\/(title|style)>/g)).toHaveLength(2);
    expect(mail.html.match(/<!--(?!\[if mso\])/g)).toBeNull();
    expect(mail.text).toContain(attack);
    expect(mail.subject).toContain("<script>");
  });

  test("cannot reach the headers", async () => {
    const attack = "Down\r\nBcc: eve@example.com\r\nX-Evil: 1\r\n\r\nbody";
    const mail = await receive(message({ name: attack, payload: { incident: { title: attack } } }));
    expect(server.received.at(-1)!.to).toEqual(["ada@example.com"]);
    expect(mail.raw.split("\r\n\r\n", 1)[0]).not.toMatch(/^(bcc|x-evil):/im);
    expect(mail.subject).toBe(
      "[Down Bcc: eve@example.com X-Evil: 1 body] Down Bcc: eve@example.com X-Evil: 1 body",
    );
    const evil: NotificationMessage = message();
    evil.subscriber.address = "ada@example.com\r\nBcc: eve@example.com";
    expect(await sendEmail(evil, patient())).toMatchObject({ ok: false, permanent: true });
  });

  test("keeps its scripts, emoji, paragraphs and lines", async () => {
    const body = "انقطاع في الخدمة 🔥\nالسطر الثاني\n\n👩‍🚒 שלום";
    const mail = await receive(
      message({
        name: "شركة 🏢",
        payload: { incident: { title: "انقطاع 🔥" }, updates: [update(body)], components: [] },
      }),
    );
    expect(mail.subject).toBe("[شركة 🏢] انقطاع 🔥");
    expect(mail.text).toContain(body);
    expect(mail.html).toMatch(/<p[^>]* dir="auto"[^>]*>انقطاع في الخدمة 🔥<br\/>السطر الثاني<\/p>/);
    expect(mail.html).toMatch(/<h1[^>]* dir="auto"[^>]*>انقطاع 🔥<\/h1>/);
  });

  test("however long, is whole when new and short when old", async () => {
    const long = (word: string) => `${`${word} `.repeat(25_000 / (word.length + 1)).trim()}`;
    const components = Array.from({ length: 500 }, (_, index) => ({
      id: `c${index}`,
      name: `Component ${index}`,
      old_status: "operational",
      new_status: "major_outage",
    }));
    const mail = await receive(
      message({
        payload: {
          updates: [
            update(long("newest")),
            ...Array.from({ length: 50 }, () => update(long("older"), "identified")),
          ],
          components,
        },
      }),
    );
    expect(mail.text).toContain(long("newest"));
    expect(mail.text.match(/older/g)!.length).toBeLessThan(200);
    expect(mail.text).toContain("and 470 more");
    expect(mail.text).toContain("47 more on the status page.");
    // Beyond this, large mail services cut a mail and hide its end, where the link to unsubscribe
    // is.
    expect(mail.html.length).toBeLessThan(100_000);
  });
});

test.each([
  ["many paragraphs", "a\n\n".repeat(8_300)],
  ["three bytes per character", "目".repeat(25_000)],
  ["characters that HTML escapes", "<&>".repeat(8_300)],
])("an email stays below 90 kB and links to the rest: %s", async (_name, body) => {
  const mail = await receive(message({ payload: { updates: [update(body)] } }));
  expect(mail.raw.length).toBeLessThan(90_000);
  expect(mail.text).toContain("Read the rest on the status page");
});

test("times are in the organization's time zone, and the sender is its status page", async () => {
  const zoned = message();
  zoned.organization = { ...zoned.organization, timeZone: "America/New_York" };
  const mail = await receive(zoned);
  expect(mail.text).toContain("November 20, 2026, 04:30 EST");
  expect(mail.from?.text).toBe('"Acme Status" <status@localhost>');
});

test("every recipient gets the own links, from one rendering", async () => {
  const first = message();
  const others = Array.from({ length: 50 }, (_, index) => ({
    ...first,
    id: `${first.id}-${index}`,
    subscriber: {
      ...first.subscriber,
      address: `r${index}@example.com`,
      links: {
        manage: `https://status.example.com/subscription?token=m${index}&x="<`,
        unsubscribe: `https://status.example.com/v1/unsubscribe?token=u${index}`,
      },
    },
  }));
  const outcomes = await Promise.all(others.map((other) => sendEmail(other, patient())));
  expect(outcomes.every(({ ok }) => ok)).toBe(true);
  expect(server.received).toHaveLength(50);
  for (const { to, parsed } of server.received) {
    const index = /r(\d+)@/.exec(to[0]!)![1];
    expect(parsed.text).toContain(`https://status.example.com/subscription?token=m${index}&x="<`);
    expect(parsed.text).toContain(
      `https://status.example.com/subscription/unsubscribe?token=u${index}\n`,
    );
    expect(parsed.html).toContain(
      `href="https://status.example.com/subscription?token=m${index}&amp;x=&quot;&lt;"`,
    );
    expect(parsed.html).not.toContain(".invalid");
    expect(parsed.headers.get("list")).toMatchObject({
      unsubscribe: { url: `https://status.example.com/v1/unsubscribe?token=u${index}` },
    });
  }
});

test("what cannot be rendered is an outcome", async () => {
  const broken = message();
  broken.event.payload.updates = null as never;
  expect(await sendEmail(broken, patient())).toMatchObject({
    ok: false,
    statusCode: null,
    error: expect.stringContaining("could not be rendered"),
  });
});
