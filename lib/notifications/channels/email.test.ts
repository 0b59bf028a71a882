import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { removeDirectory, createTemporaryDirectory } from "@/e2e/support/test-server";
import { startSmtpServer } from "@/e2e/support/smtp";
import { env } from "@/lib/env";
import { closeEmailConnections } from "@/lib/email/transport";
import type { Language } from "@/lib/organizations/values";
import type { NotificationMessage } from "../channel";
import {
  type EventIncident,
  type EventKind,
  eventKinds,
  type EventPayload,
} from "../notification-event";
import { sendEmail } from "./email";

const AT = "2026-11-20T09:30:00.000Z";
const createSignal = () => AbortSignal.timeout(60_000);
let server: Awaited<ReturnType<typeof startSmtpServer>>;

beforeAll(() => {
  env.DATA_DIR = createTemporaryDirectory();
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

const incident: EventIncident = {
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
    incident?: Partial<EventIncident>;
  };
  name?: string;
  replyTo?: string;
  language?: Language;
};

function message({
  kind = "incident.created",
  payload = {},
  name = "Acme",
  replyTo,
  language = "en",
}: Changes = {}): NotificationMessage {
  return {
    id: `delivery-${++events}`,
    event: {
      id: `event-${events}`,
      kind,
      language,
      createdAt: new Date(AT),
      payload: {
        updates: [update("We are looking into it.")],
        components: [
          { id: "c1", name: "Checkout", old_status: "operational", new_status: "partial_outage" },
        ],
        ...payload,
        incident: kind === "component.updated" ? null : { ...incident, ...payload.incident },
      },
    },
    organization: {
      ...{ id: "acme", name, url: "https://status.acme.example" },
      ...(replyTo !== undefined && { replyTo }),
    },
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
  expect(await sendEmail(sent, createSignal())).toMatchObject({ ok: true });
  const { raw, parsed } = server.received.at(-1)!;
  return {
    ...parsed,
    html: parsed.html as string,
    text: parsed.text!,
    raw,
    unfolded: raw.replaceAll(/\r\n[ \t]/g, " "),
  };
}

function expectDarkMode(html: string) {
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
  expect(html).toContain("@media (prefers-color-scheme:dark){");
}

test("an email has the incident, its components, and unsubscribe links", async () => {
  const sent = message();
  const email = await receive(sent);
  expect(email.subject).toBe("[Acme] Checkout fails");
  for (const text of [
    "Checkout fails",
    "We are looking into it.",
    "Major impact",
    "November 20, 2026, 09:30 UTC",
    "Checkout: Partial outage (was operational)",
  ]) {
    expect(email.text).toContain(text);
  }
  for (const link of [
    "https://status.acme.example",
    "https://status.example.com/subscription?token=manage-1",
    "https://status.example.com/subscription/unsubscribe?token=unsub-1",
  ]) {
    expect(email.text).toContain(link);
    expect(email.html).toContain(`href="${link}"`);
  }
  expect(email.unfolded).toContain(
    "\r\nList-Unsubscribe: <https://status.example.com/v1/unsubscribe?token=unsub-1>\r\n",
  );
  expect(email.unfolded).toContain("\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
  expect(email.unfolded).toContain("\r\nPrecedence: bulk\r\n");
  expect(email.headers.get("auto-submitted")).toBe("auto-generated");
  expect(email.headers.get("list")).toMatchObject({
    id: { name: "Acme", id: "acme.status.localhost" },
  });
});

test("a retried email has the same message ID, and all emails of an incident share a thread", async () => {
  const sent = message();
  const [first, repeat, reply] = [
    await receive(sent),
    await receive(sent),
    await receive(message({ kind: "incident.resolved" })),
  ];
  expect(first.messageId).toBe(`<${sent.id}@localhost>`);
  expect(repeat.messageId).toBe(first.messageId);
  expect(reply.messageId).not.toBe(first.messageId);
  expect(first.inReplyTo).toBeUndefined();
  expect(first.references).toBe("<thread.incident-1@localhost>");
  expect([reply.references, reply.inReplyTo]).toEqual([first.references, first.references]);
});

test("all emails of an incident have the title of the first one as their subject", async () => {
  const payload = {
    incident: { title: "Checkout and search fail" },
    thread: { title: "Checkout fails" },
  };
  const { subject, text } = await receive(message({ kind: "incident.updated", payload }));
  expect(subject).toBe("[Acme] Checkout fails");
  expect(text).toContain("Checkout and search fail");
});

test("an email lists the previous impact of an incident and the previous times of a maintenance", async () => {
  const updates = [update("Worse.", "identified"), update("We are looking into it.")];
  const before = { impact: "minor" };
  const changed = await receive(
    message({ kind: "incident.updated", payload: { updates, before } }),
  );
  expect(changed.text).toContain(
    "What changed\n\n * Status: Identified (was investigating)\n" +
      " * Major impact (was minor impact)\n",
  );
  const times = (day: number) => ({
    scheduled_for: `2026-11-${day}T22:00:00.000Z`,
    scheduled_until: `2026-11-${day}T23:30:00.000Z`,
  });
  const receiveMoved = (from: number, to: number) =>
    receive(
      message({
        kind: "maintenance.rescheduled",
        payload: { incident: times(to), before: { impact: "maintenance", ...times(from) } },
      }),
    );
  const moved = await receiveMoved(27, 28);
  expect(moved.text).toContain(
    "Scheduled for: November 28, 2026, 22:00 to 23:30 UTC\n" +
      "Before: November 27, 2026, 22:00 to 23:30 UTC",
  );
  expect((await receiveMoved(28, 28)).text).not.toContain("Before:");
});

test.each(eventKinds)("the email about %s is complete and supports dark mode", async (kind) => {
  const scheduled = kind.startsWith("maintenance.")
    ? { scheduled_for: "2026-11-28T22:00:00.000Z", scheduled_until: "2026-11-29T01:30:00.000Z" }
    : {};
  const mail = await receive(message({ kind, payload: { incident: scheduled } }));
  expectDarkMode(mail.html);
  expect(mail.raw.length).toBeLessThan(20_000);
  expect(mail.subject).toMatch(
    kind === "component.updated"
      ? /^\[Acme\] Checkout: Partial outage$/
      : /^\[Acme\] (Maintenance: |Test: )?Checkout fails$/,
  );
  expect(mail.text).not.toMatch(/undefined|null|NaN|\[object|_/);
  expect(mail.text.includes("November 28, 2026, 22:00 to November 29, 2026, 01:30 UTC")).toBe(
    kind.startsWith("maintenance."),
  );
});

test("an email about a backfilled update has the update's time", async () => {
  const display_at = "2026-01-10T08:00:00.000Z";
  const email = await receive(
    message({
      payload: {
        updates: [
          { ...update("Fixed.", "resolved"), display_at },
          { ...update("Broken."), display_at },
        ],
      },
    }),
  );
  for (const status of ["Resolved", "Investigating"])
    expect(email.text).toContain(`${status} · January 10, 2026, 08:00 UTC`);
});

test("an email about a postmortem has the complete postmortem before the earlier updates", async () => {
  const postmortem = {
    body: "What happened:\n\nA disk was full.",
    published_at: "2026-11-22T10:00:00.000Z",
  };
  const { text } = await receive(
    message({
      kind: "incident.postmortem_published",
      payload: {
        incident: { status: "resolved", resolved_at: AT },
        updates: [update("Payments work again.", "resolved")],
        postmortem,
      },
    }),
  );
  expect(text).toMatch(
    /Postmortem · November 22, 2026, 10:00 UTC\s+What happened:\s+A disk was full\./,
  );
  expect(text.indexOf("Payments work again.")).toBeGreaterThan(text.indexOf("A disk was full."));
});

test("an email links to the page of the incident or maintenance", async () => {
  const url = "https://status.example.com/status/acme/incidents/incident-1";
  for (const [kind, what] of [
    ["incident.updated", "incident"],
    ["maintenance.reminder", "maintenance"],
  ] as const) {
    const email = await receive(message({ kind, payload: { incident: { url } } }));
    expect(email.text).toContain(`View ${what} ${url}`);
    expect(email.html).toContain(`href="${url}"`);
  }
});

test("the sender of an email is the organization, and replies go to its reply-to address", async () => {
  const email = await receive(message({ replyTo: "help@acme.example" }));
  expect(email.from!.value[0]!.name).toBe("Acme Status");
  expect(email.replyTo!.value[0]!.address).toBe("help@acme.example");
  expect((await receive(message())).replyTo).toBeUndefined();
});

test("an email about a component's status has the previous status and no thread", async () => {
  const mail = await receive(message({ kind: "component.updated" }));
  for (const words of ["Checkout", "Partial outage", "Before: Operational", "View status page"])
    expect(mail.text).toContain(words);
  expect(mail.references).toBeUndefined();
  expect(mail.inReplyTo).toBeUndefined();
});

test("an event without optional fields can be rendered as an email", async () => {
  for (const kind of eventKinds.filter((one) => one !== "component.updated"))
    expect(
      (await receive(message({ kind, payload: { updates: [], components: [] } }))).text,
    ).toContain("Checkout fails");
});

describe("a user's text in an email", () => {
  test("is shown as text, never as HTML", async () => {
    const attack = `<script>alert(1)</script><img src=x onerror=alert(1)> " ' & </title></style><!--`;
    const email = await receive(
      message({
        name: attack,
        payload: {
          incident: { title: attack },
          updates: [update(attack), update(`${attack}${attack}`)],
          components: [{ id: "c", name: attack, old_status: "x<y", new_status: "<i>" }],
        },
      }),
    );
    expect(email.html).not.toMatch(/<script|<img|<i>|x<y|onerror=alert\(1\)>/);
    expect(email.html.match(/<\/(title|style)>/g)).toHaveLength(2);
    expect(email.html.match(/<!--(?!\[if mso\])/g)).toBeNull();
    expect(email.text).toContain(attack);
    expect(email.subject).toContain("<script>");
  });

  test("cannot add headers", async () => {
    const attack = "Down\r\nBcc: eve@example.com\r\nX-Evil: 1\r\n\r\nbody";
    const email = await receive(
      message({ name: attack, payload: { incident: { title: attack } } }),
    );
    expect(server.received.at(-1)!.to).toEqual(["ada@example.com"]);
    expect(email.raw.split("\r\n\r\n", 1)[0]).not.toMatch(/^(bcc|x-evil):/im);
    expect(email.subject).toBe(
      "[Down Bcc: eve@example.com X-Evil: 1 body] Down Bcc: eve@example.com X-Evil: 1 body",
    );
    const evil: NotificationMessage = message();
    evil.subscriber.address = "ada@example.com\r\nBcc: eve@example.com";
    expect(await sendEmail(evil, createSignal())).toMatchObject({ ok: false, isPermanent: true });
  });

  test("keeps right-to-left characters, emoji, paragraphs, and line breaks", async () => {
    const body = "انقطاع في الخدمة 🔥\nالسطر الثاني\n\n👩‍🚒 שלום";
    const email = await receive(
      message({
        name: "شركة 🏢",
        payload: { incident: { title: "انقطاع 🔥" }, updates: [update(body)], components: [] },
      }),
    );
    expect(email.subject).toBe("[شركة 🏢] انقطاع 🔥");
    expect(email.text).toContain(body);
    expect(email.html).toMatch(
      /<p[^>]* dir="auto"[^>]*>انقطاع في الخدمة 🔥<br\/>السطر الثاني<\/p>/,
    );
    expect(email.html).toMatch(/<h1[^>]* dir="auto"[^>]*><bdi>انقطاع 🔥<\/bdi><\/h1>/);
  });

  test("is complete in the newest update and shortened in older ones", async () => {
    const long = (word: string) => `${`${word} `.repeat(25_000 / (word.length + 1)).trim()}`;
    const components = Array.from({ length: 500 }, (_, index) => ({
      id: `c${index}`,
      name: `Component ${index}`,
      old_status: "operational",
      new_status: "major_outage",
    }));
    const email = await receive(
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
    expect(email.text).toContain(long("newest"));
    expect(email.text.match(/older/g)!.length).toBeLessThan(200);
    expect(email.text).toContain("and 471 more");
    expect(email.text).toContain("47 more on the status page.");
    // Gmail clips emails over 102 KB, which hides the unsubscribe link.
    expect(email.html.length).toBeLessThan(100_000);
  });
});

const markdown = (body: string) => ({ ...update(body), format: "markdown" as const });

test("a Markdown update is HTML in one part of an email and plain text in the other", async () => {
  const source =
    "We **fixed** it, see [the report](https://a.example/r?a=1&b=2).\n\n- `a < b`\n- c\n\n```\nd\n```";
  const mail = await receive(message({ payload: { updates: [markdown(source)] } }));
  expect(mail.text).toContain(
    "We fixed it, see the report https://a.example/r?a=1&b=2.\n\n * a < b\n * c\n\nd\n",
  );
  const html = mail.html.replaceAll(/ (style|class|dir)="[^"]*"/g, "");
  expect(html).toContain(
    "<p>We <strong>fixed</strong> it, see " +
      '<a href="https://a.example/r?a=1&amp;b=2" rel="nofollow noopener">the report</a>.</p>' +
      "<ul><li><code>a &lt; b</code></li><li>c</li></ul><pre>d</pre>",
  );
  expect(html).toContain(
    ">Investigating: We fixed it, see the report (https://a.example/r?a=1&amp;b=2).",
  );
});

test("HTML in a Markdown update is shown as text in an email", async () => {
  const source =
    "<script>alert(1)</script> [a](javascript:alert(1)) ![b](data:text/html,x) </p></body>";
  const { html } = await receive(message({ payload: { updates: [markdown(source)] } }));
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt; [a](javascript:alert(1))");
  expect(html).not.toMatch(/<script|href="(javascript|data):/);
});

test.each([
  ["with lists", "- a\n".repeat(6_250)],
  ["with links", "[a](https://a.b) ".repeat(1_470)],
  ["with emphasis", "**a** _b_ ".repeat(2_500)],
])(
  "an email with long Markdown %s stays below 90 kB and links to the rest",
  async (_name, body) => {
    const mail = await receive(message({ payload: { updates: [markdown(body)] } }));
    expect(mail.raw.length).toBeLessThan(90_000);
    expect(mail.text).toContain("Read the rest on the status page");
  },
);

const longUrl = `https://a.example/${"b".repeat(2_000)}`;

test.each([
  ["many long links", `[a](${longUrl}) `.repeat(12)],
  ["a long URL", longUrl.padEnd(9_000, "b")],
  ["a very long link", `[a](${longUrl.repeat(10)})`],
])("an email with %s in earlier updates stays below 40 kB", async (_name, body) => {
  const updates = [update("The newest."), ...Array.from({ length: 3 }, () => markdown(body))];
  const mail = await receive(message({ payload: { updates } }));
  expect(mail.raw.length).toBeLessThan(40_000);
  expect(mail.text).toContain("The newest.");
  expect(mail.text).not.toContain("Read the rest on the status page");
});

test("an email has the complete text of a short update whose URLs are longer when encoded", async () => {
  const body = `[Störung](https://a.example/${"störungsübersicht".repeat(3)}) behoben.`;
  const mail = await receive(message({ payload: { updates: [markdown(body)] } }));
  expect(mail.text).toContain(
    `https://a.example/${"st%C3%B6rungs%C3%BCbersicht".repeat(3)} behoben.`,
  );
});

test.each([
  ["many paragraphs", "a\n\n".repeat(8_300)],
  ["many three-byte characters", "目".repeat(25_000)],
  ["more Latin letters than three-byte characters", "abcde目目".repeat(3_500)],
  ["many characters that are escaped in HTML", "<&>".repeat(8_300)],
])("an email with %s stays below 90 kB and links to the rest", async (_name, body) => {
  const email = await receive(message({ payload: { updates: [update(body)] } }));
  expect(email.raw.length).toBeLessThan(90_000);
  expect(email.text).toContain("Read the rest on the status page");
});

test("the inbox preview of an email starts with the status, and for maintenance also with the time", async () => {
  const receivePreview = async (changes: Changes) =>
    /data-skip-in-text="true">([^<]*)</.exec((await receive(message(changes))).html)![1];
  expect(await receivePreview({})).toBe("Investigating: We are looking into it.");
  const incident = {
    status: "scheduled",
    scheduled_for: "2026-11-28T22:00:00.000Z",
    scheduled_until: "2026-11-28T23:30:00.000Z",
  };
  expect(await receivePreview({ kind: "maintenance.scheduled", payload: { incident } })).toBe(
    "Maintenance scheduled: November 28, 2026, 22:00 to 23:30 UTC. We are looking into it.",
  );
  expect(await receivePreview({ kind: "component.updated" })).toMatch(/^Partial outage: /);
});

test("an email about an update lists changed components first, and then the others", async () => {
  const components = ["API", "Search"].map((name, index) => ({
    id: name,
    name,
    old_status: "partial_outage",
    new_status: ["major_outage", "partial_outage"][index]!,
  }));
  const receiveText = async (...statuses: string[]) => {
    const updates = statuses.map((status) => update("Text.", status));
    const mail = await receive(
      message({ kind: "incident.updated", payload: { updates, components } }),
    );
    return mail.text.replaceAll(/\s+/g, " ");
  };
  expect(await receiveText("identified", "investigating")).toContain(
    "What changed * Status: Identified (was investigating) * API: Major outage " +
      "(was partial outage) Other affected components * Search: Partial outage Earlier updates",
  );
  expect(await receiveText("identified", "identified")).toContain(
    "What changed * API: Major outage",
  );
  expect(await receiveText("identified")).toContain(
    "Affected components * API: Major outage (was partial outage) * Search: Partial outage View",
  );
});

describe("the organization's brand in an email", () => {
  const logo = "https://status.example.com/status/acme/logo?v=1";
  const logo_dark = "https://status.example.com/status/acme/logo_dark?v=2";
  async function receiveFrom(brand: Partial<NotificationMessage["organization"]>) {
    const branded = message();
    branded.organization = { ...branded.organization, ...brand };
    const mail = await receive(branded);
    return { ...mail, logos: mail.html.match(/<img [^>]*>/g) ?? [] };
  }

  test("has a logo for each color scheme, which is linked, not attached", async () => {
    const { attachments, logos, text } = await receiveFrom({ logos: { logo, logo_dark } });
    expect(attachments).toEqual([]);
    expect(text).not.toContain(logo);
    expect(logos).toEqual([
      expect.stringMatching(/ src="[^"]*\/logo\?v=1" .*class="light"/),
      expect.stringMatching(/ src="[^"]*\/logo_dark\?v=2" .*class="dark" style="display:none/),
    ]);
  });

  test.each([
    [{ logos: { logo } }, logo],
    [{ logos: { logo_dark } }, logo_dark],
    [{ logos: { logo, logo_dark }, headerColor: "#0b1f4b" }, logo_dark],
    [{ logos: { logo, logo_dark }, headerColor: "#ffd43b" }, logo],
  ])(
    "has one logo if only one exists or the header has the same color in both color schemes: %j",
    async (brand, expected) => {
      const { logos } = await receiveFrom(brand);
      expect(logos).toHaveLength(1);
      expect(logos[0]).toContain(`src="${expected}"`);
    },
  );

  test.each([
    ["#ffd43b", "#000000"],
    ["#0b1f4b", "#ffffff"],
  ])("has the color %s for buttons and the header, with text in %s", async (color, ink) => {
    const { html } = await receiveFrom({ accentColor: color, headerColor: color });
    expect(html).toMatch(new RegExp(`<a [^>]*color:${ink};background-color:${color}`));
    expect(html).toMatch(new RegExp(`<td [^>]*background-color:${color}"><p [^>]*color:${ink}`));
  });
});

test("the status in an email has the same background color as on the status page", async () => {
  const css = readFileSync("app/tokens.css", "utf8");
  for (const [impact, token] of [
    ["none", "unknown"],
    ["minor", "caution"],
    ["major", "warning"],
    ["critical", "critical"],
  ]) {
    const color = new RegExp(`--color-solid-${token}: (#\\w{6});`).exec(css)![1]!;
    const { html } = await receive(message({ payload: { incident: { impact } } }));
    expect(html).toMatch(new RegExp(`<td [^>]*background-color:${color}[^>]*><p [^>]*>.*Investig`));
  }
});

test("times in an email are in the organization's time zone, and the sender is its status page", async () => {
  const zoned = message();
  zoned.organization = { ...zoned.organization, timeZone: "America/New_York" };
  const email = await receive(zoned);
  expect(email.text).toContain("November 20, 2026, 04:30 EST");
  expect(email.from?.text).toBe('"Acme Status" <status@localhost>');
});

test("each of 50 recipients of the same email gets their own links", async () => {
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
  const outcomes = await Promise.all(others.map((other) => sendEmail(other, createSignal())));
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

test("sendEmail: returns a failure if the email can't be rendered", async () => {
  const broken = message();
  broken.event.payload.updates = null as never;
  expect(await sendEmail(broken, createSignal())).toMatchObject({
    ok: false,
    statusCode: null,
    error: expect.stringContaining("could not be created"),
  });
});
