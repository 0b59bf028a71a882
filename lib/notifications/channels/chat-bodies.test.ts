import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { messageOf, payloadOf } from "@/e2e/support/messages";
import { type EventPayload, eventKinds } from "../events";
import { discordBody } from "./discord";
import { slackBody } from "./slack";
import { teamsBody } from "./teams";
import { webhookBody } from "./webhook";

const bodies = { webhook: webhookBody, slack: slackBody, discord: discordBody, teams: teamsBody };

describe.each(Object.entries(bodies))("%s", (channel, bodyOf) => {
  test("of every kind of event match the golden file", async () => {
    const all = Object.fromEntries(
      eventKinds.map((kind) => [kind, bodyOf(messageOf(channel as keyof typeof bodies, kind))]),
    );
    await expect(`${JSON.stringify(all, null, 2)}\n`).toMatchFileSnapshot(`golden/${channel}.json`);
  });
});

test("a webhook body has the time of each update and whether subscribers were notified", () => {
  const base = payloadOf("incident.updated");
  const update = {
    ...base.updates[0]!,
    status: "monitoring",
    display_at: "2026-01-10T08:00:00.000Z",
    notified: true,
  };
  const { incident } = webhookBody(
    messageOf("webhook", "incident.updated", {
      payload: { ...base, updates: [update, { ...update, id: "u0", notified: false }] },
    }),
  );
  expect(incident.incident_updates).toMatchObject([
    { display_at: update.display_at, deliver_notifications: true },
    { deliver_notifications: false },
  ]);
  expect(incident.monitoring_at).toBe(update.display_at);
});

const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 255, size: "max" }),
  fc.stringMatching(/^[\\*_~`|>#\-[\]()<&@!:a-z \n]{0,255}$/),
  fc.constantFrom(
    "<!channel> <!here> <@U123> <https://evil.example|https://acme.example>",
    "@everyone @here <@&1> <@1> <#1> <t:0:R> [https://acme.example](https://evil.example)",
    "https://a.example/[x](https://evil.example)",
    "https://a.example|label> <!channel>",
    "עברית\u202e *x*\r\n# y",
  ),
);
const long = fc.oneof(
  hostile,
  fc
    .tuple(hostile, fc.integer({ min: 1, max: 25_000 }))
    .map(([text, length]) => text.repeat(Math.ceil(length / (text.length || 1))).slice(0, length)),
);
const payload = fc
  .tuple(hostile, long, fc.array(hostile, { maxLength: 60 }), fc.constantFrom(...eventKinds))
  .map(([title, body, names, kind]) => {
    const base = payloadOf(kind);
    const made: EventPayload = {
      ...base,
      incident: { ...base.incident, title, url: "https://status.acme.example/status/acme/inc-1" },
      updates: [
        {
          id: "u",
          status: base.incident.status,
          body,
          created_at: base.incident.created_at,
          updated_at: base.incident.created_at,
        },
      ],
      components: names.map((name, index) => ({
        id: String(index),
        name,
        old_status: "operational",
        new_status: "major_outage",
      })),
      postmortem: { body, published_at: base.incident.created_at },
    };
    return { kind, payload: made };
  });
const hostileMessage = fc
  .tuple(payload, hostile)
  .map(([{ kind, payload }, name]) => messageOf("slack", kind, { payload, name }));

describe("whatever people write", () => {
  test("Slack's limits hold, and no text opens a mention or a link of its own", () => {
    fc.assert(
      fc.property(hostileMessage, (message) => {
        const { text, blocks } = slackBody(message);
        expect(blocks.length).toBeLessThanOrEqual(50);
        expect(blocks[0]).toMatchObject({ type: "header", text: { type: "plain_text" } });
        const texts = blocks.flatMap((block) =>
          "text" in block
            ? [block.text!.text]
            : "elements" in block
              ? block.elements!.map((element) => element.text)
              : [],
        );
        expect(texts[0]!.length).toBeLessThanOrEqual(150);
        for (const one of [text, ...texts]) {
          expect(one.length).toBeGreaterThan(0);
          expect(one.length).toBeLessThanOrEqual(3_000);
          expect(one.isWellFormed()).toBe(true);
          const rest = one.replace(/<https?:\/\/[^<>|\s]+>/g, "").replace(/&(amp|lt|gt);/g, "");
          expect(rest).not.toMatch(/[<>&]/);
        }
      }),
    );
  });

  test("Discord messages keep to its limits, escape Markdown and mention no one", () => {
    fc.assert(
      fc.property(hostileMessage, (message) => {
        const body = discordBody(message);
        const [embed] = body.embeds as [(typeof body.embeds)[0]];
        expect(body.allowed_mentions).toEqual({ parse: [] });
        expect(embed.title.length).toBeLessThanOrEqual(256);
        expect(embed.description.length).toBeLessThanOrEqual(4_096);
        const fields = embed.fields ?? [];
        for (const field of fields) expect(field.value.length).toBeLessThanOrEqual(1_024);
        const total =
          embed.title.length +
          embed.description.length +
          embed.footer.text.length +
          fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
        expect(total).toBeLessThanOrEqual(6_000);
        // The first bold pair is our own; then URLs in brackets and escapes go, and no mark may be
        // left.
        for (const one of [
          embed.title,
          embed.description.replace(/^\*\*(.*?)\*\*/, "$1"),
          ...fields.map(({ value }) => value),
        ]) {
          expect(one.isWellFormed()).toBe(true);
          expect(
            one.replace(/(?<!\\)<https?:\/\/[^<>\s]+>/g, "").replace(/\\[\\*_~`|>#\-[\]()<]/g, ""),
          ).not.toMatch(/[\\*_~`|>#[\]()<]/);
        }
      }),
    );
  });

  test("Teams' 28 KB hold, and all words are plain runs", () => {
    fc.assert(
      fc.property(hostileMessage, (message) => {
        const body = teamsBody(message);
        expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(28_000);
        for (const block of body.attachments[0]!.content.body) {
          expect(block.type).toBe("RichTextBlock");
          for (const run of block.inlines) {
            expect(run.type).toBe("TextRun");
            expect(run.text.isWellFormed()).toBe(true);
          }
        }
      }),
    );
  });

  test("Teams' 28 KB hold at the worst", () => {
    for (const character of ["\u0001", "😀", "א", '"', "\n", "x\n"]) {
      const text = character.repeat(25_000);
      const base = payloadOf("maintenance.scheduled");
      const components = Array.from({ length: 500 }, () => ({
        id: "1",
        name: character.repeat(255),
        old_status: "operational",
        new_status: "major_outage",
      }));
      const made = {
        ...base,
        incident: {
          ...base.incident,
          title: character.repeat(255),
          url: `https://a.example/${"x".repeat(2_000)}`,
        },
        updates: [{ ...base.updates[0]!, body: text }],
        components,
      };
      expect(
        Buffer.byteLength(
          JSON.stringify(
            teamsBody(
              messageOf("teams", "maintenance.scheduled", {
                payload: made,
                name: character.repeat(255),
              }),
            ),
          ),
        ),
      ).toBeLessThanOrEqual(28_000);
    }
  });

  test("right-to-left text arrives as it was written", () => {
    const words = "ה-API לא זמין. خدمة غير متاحة";
    const base = payloadOf("incident.created", words);
    const message = messageOf("slack", "incident.created", {
      payload: { ...base, updates: [{ ...base.updates[0]!, body: words }] },
    });
    expect(slackBody(message).blocks[2]).toMatchObject({ text: { text: words } });
    expect(discordBody(message).embeds[0]!.description).toBe(
      `**Investigating**\n${words.replaceAll("-", "\\-")}`,
    );
    expect(teamsBody(message).attachments[0]!.content.body[2]!.inlines[0]!.text).toBe(words);
  });
});
