import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildMessage, buildPayload } from "@/e2e/support/message-fixtures";
import { textFormats } from "@/lib/markdown/values";
import type { NotificationMessage } from "../channel";
import { type EventPayload, eventKinds } from "../notification-event";
import { discord } from "./discord";
import { slack } from "./slack";
import { teams } from "./teams";
import { buildWebhookBody } from "./webhook";

const bodies = {
  webhook: buildWebhookBody,
  slack: slack.body,
  discord: discord.body,
  teams: teams.body,
};

describe.each(Object.entries(bodies))("the messages of the channel %s", (channel, bodyOf) => {
  test("match the golden file for every kind of event", async () => {
    const all = Object.fromEntries(
      eventKinds.map((kind) => [kind, bodyOf(buildMessage(channel as keyof typeof bodies, kind))]),
    );
    await expect(`${JSON.stringify(all, null, 2)}\n`).toMatchFileSnapshot(`golden/${channel}.json`);
  });
});

test("a webhook body has the time of each update and whether subscribers were notified", () => {
  const base = buildPayload("incident.updated");
  const update = {
    ...base.updates[0]!,
    status: "monitoring",
    display_at: "2026-01-10T08:00:00.000Z",
    notified: true,
  };
  const body = buildWebhookBody(
    buildMessage("webhook", "incident.updated", {
      payload: { ...base, updates: [update, { ...update, id: "u0", notified: false }] },
    }),
  );
  expect(body).toMatchObject({
    incident: {
      incident_updates: [
        { display_at: update.display_at, deliver_notifications: true },
        { deliver_notifications: false },
      ],
      monitoring_at: update.display_at,
    },
  });
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
    "[x](https://a.example/|<!channel>) [<!here>](<https://a.example/a|b>c>) `<!channel>` ``a`b``",
    "![x](https://a.example/)[](javascript:alert(1)) <mailto:<!channel>> **\n**<@1>**\n\n``` \n<!here>",
    "- a\n  1. *b\n     c*\n\n     ~~~\n     ```\n     @everyone",
    "- ".repeat(60),
    `[a](https://a.example/${"b".repeat(5_000)})`,
  ),
);
const long = fc.oneof(
  hostile,
  fc
    .tuple(hostile, fc.integer({ min: 1, max: 25_000 }))
    .map(([text, length]) => text.repeat(Math.ceil(length / (text.length || 1))).slice(0, length)),
);
const payload = fc
  .tuple(
    hostile,
    fc.record({ body: long, format: fc.constantFrom(...textFormats) }),
    fc.array(hostile, { maxLength: 60 }),
    fc.constantFrom(...eventKinds),
  )
  .map(([title, text, names, kind]) => {
    const base = buildPayload(kind);
    const isComponent = base.incident === null;
    const at = "2026-11-20T06:00:00.000Z";
    const made: EventPayload = {
      ...base,
      incident: base.incident && {
        ...base.incident,
        title,
        url: "https://status.acme.example/status/acme/inc-1",
      },
      updates: isComponent
        ? []
        : [{ id: "u", status: base.incident!.status, ...text, created_at: at, updated_at: at }],
      components: (isComponent ? [title] : names).map((name, index) => ({
        id: String(index),
        name,
        old_status: "operational",
        new_status: "major_outage",
      })),
      ...(!isComponent && { postmortem: { ...text, published_at: at } }),
    };
    return { kind, payload: made };
  });
const isMarkdown = ({ event }: NotificationMessage) =>
  event.payload.updates[0]?.format === "markdown";
const hostileMessage = fc
  .tuple(payload, hostile)
  .map(([{ kind, payload }, name]) => buildMessage("slack", kind, { payload, name }));

describe("user text in chat", () => {
  test("stays within Slack's limits, and plain text adds no mention or link label", () => {
    fc.assert(
      fc.property(hostileMessage, (message) => {
        const { text, blocks } = slack.body(message);
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
          const links = isMarkdown(message)
            ? /<(https?:\/\/|mailto:)[^<>|\s]+(\|[^<>]+)?>/g
            : /<https?:\/\/[^<>|\s]+>/g;
          const rest = one.replace(links, "").replace(/&(amp|lt|gt);/g, "");
          expect(rest).not.toMatch(/[<>&]/);
        }
      }),
    );
  });

  test.each(["*\n", "1.\n", "```\n```\n", "\\\n"])(
    "stays within the limits if Markdown has thousands of blocks or line breaks without text: %j",
    (block) => {
      const base = buildPayload("incident.updated");
      const update = {
        ...base.updates[0]!,
        body: block.repeat(3_000),
        format: "markdown",
      } as const;
      const event = { payload: { ...base, updates: [update] } };
      const message = buildMessage("slack", "incident.updated", event);
      expect(discord.body(message).embeds[0]!.description.length).toBeLessThanOrEqual(4_096);
      const sections = slack
        .body(message)
        .blocks.flatMap((part) => ("text" in part ? [part.text!] : []));
      for (const { text } of sections) expect(text.length).toBeLessThanOrEqual(3_000);
    },
  );

  test("stays within Discord's limits, and plain text adds no formatting or mention", () => {
    fc.assert(
      fc.property(hostileMessage, (message) => {
        const body = discord.body(message);
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
        // Without its URLs, escapes, and bold status, plain text must contain no Markdown.
        for (const one of [
          embed.title,
          embed.description.replace(/^\*\*(.*?)\*\*/, "$1"),
          ...fields.map(({ value }) => value),
        ]) {
          expect(one.isWellFormed()).toBe(true);
          if (isMarkdown(message)) continue;
          expect(
            one.replace(/(?<!\\)<https?:\/\/[^<>\s]+>/g, "").replace(/\\[\\*_~`|>#\-[\]()<]/g, ""),
          ).not.toMatch(/[\\*_~`|>#[\]()<]/);
        }
      }),
    );
  });

  test("stays within 28 KB in Teams, and is sent as text runs", () => {
    fc.assert(
      fc.property(hostileMessage, (message) => {
        const body = teams.body(message);
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

  test("stays within 28 KB in Teams, even in the longest message", () => {
    for (const character of ["\u0001", "😀", "א", '"', "\n", "x\n"]) {
      const text = character.repeat(25_000);
      const base = buildPayload("maintenance.scheduled");
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
            teams.body(
              buildMessage("teams", "maintenance.scheduled", {
                payload: made,
                name: character.repeat(255),
              }),
            ),
          ),
        ),
      ).toBeLessThanOrEqual(28_000);
    }
  });

  test("stays the same if it is right-to-left, apart from Discord's escapes", () => {
    const text = "ה-API לא זמין. خدمة غير متاحة";
    const base = buildPayload("incident.created", text);
    const message = buildMessage("slack", "incident.created", {
      payload: { ...base, updates: [{ ...base.updates[0]!, body: text }] },
    });
    expect(slack.body(message).blocks[2]).toMatchObject({ text: { text } });
    expect(discord.body(message).embeds[0]!.description).toBe(
      `**Investigating**\n${text.replaceAll("-", "\\-")}`,
    );
    expect(teams.body(message).attachments[0]!.content.body[2]!.inlines[0]!.text).toBe(text);
  });
});

const MARKDOWN = [
  "We **fixed** *most* of it, see [the *report*](https://a.example/r?a=1&b=(2)) and https://b.example/.",
  "Next line: `a < b`, snake_case & 2 \\* 2 <!channel>",
  "",
  "## Causes",
  "",
  "- disk",
  "- cpu",
  "  1. one",
  "  2. two",
  "",
  "```sh",
  "df *",
  "  | sort",
  "```",
].join("\n");
const withMarkdown = (body: string) => {
  const base = buildPayload("incident.created");
  const payload = {
    ...base,
    updates: [{ ...base.updates[0]!, body, format: "markdown" as const }],
  };
  return buildMessage("slack", "incident.created", { payload });
};

describe("a Markdown message", () => {
  test("becomes Slack's mrkdwn in Slack", () =>
    expect(slack.body(withMarkdown(MARKDOWN)).blocks[2]).toMatchObject({
      text: {
        text: [
          "We *fixed* _most_ of it, see <https://a.example/r?a=1&amp;b=(2)|the report> and <https://b.example/>.",
          "Next line: `a &lt; b`, snake_case &amp; 2 * 2 &lt;!channel&gt;",
          "",
          "*Causes*",
          "",
          "• disk",
          "• cpu",
          "    1. one",
          "    2. two",
          "",
          "```",
          "df *",
          "  | sort",
          "```",
        ].join("\n"),
      },
    }));

  test("becomes Discord's Markdown in Discord", () =>
    expect(
      discord.body(withMarkdown(MARKDOWN)).embeds[0]!.description.split("\n").slice(1),
    ).toEqual([
      "We **fixed** *most* of it, see [the *report*](https://a.example/r?a=1&b=%282%29) and <https://b.example/>.",
      "Next line: `a < b`, snake\\_case & 2 \\* 2 \\<!channel\\>",
      "",
      "**Causes**",
      "",
      "- disk",
      "- cpu",
      "  1. one",
      "  2. two",
      "",
      "```",
      "df *",
      "  | sort",
      "```",
    ]));

  test("becomes text runs with formatting in Teams", () => {
    const url = "https://a.example/r?a=1&b=(2)";
    const selectAction = { type: "Action.OpenUrl", url };
    const run = (text: string, style: object = {}) => ({ type: "TextRun", text, ...style });
    const mono = { fontType: "Monospace" };
    const { body } = teams.body(withMarkdown(MARKDOWN)).attachments[0]!.content;
    expect(body.slice(2, 11).map(({ inlines }) => inlines)).toEqual([
      [
        ...[
          run("We "),
          run("fixed", { weight: "Bolder" }),
          run(" "),
          run("most", { italic: true }),
        ],
        ...[run(" of it, see "), run("the ", { selectAction })],
        ...[run("report", { italic: true, selectAction }), run(" and ")],
        run("https://b.example/", {
          selectAction: { type: "Action.OpenUrl", url: "https://b.example/" },
        }),
        run("."),
      ],
      [run("Next line: "), run("a < b", mono), run(", snake_case & 2 * 2 <!channel>")],
      [run("Causes", { weight: "Bolder" })],
      [run("• "), run("disk")],
      [run("• "), run("cpu")],
      [run("\u2003"), run("1. "), run("one")],
      [run("\u2003"), run("2. "), run("two")],
      [run("df *", mono)],
      [run("  | sort", mono)],
    ]);
  });

  test("is unchanged in a webhook", () =>
    expect(buildWebhookBody(withMarkdown(MARKDOWN))).toMatchObject({
      incident: { incident_updates: [{ body: MARKDOWN }] },
    }));

  test("that is too long ends with an ellipsis, and its formatting is closed", () => {
    const text = `**${"word ".repeat(4_000)}end**`;
    const section = JSON.stringify(slack.body(withMarkdown(text)).blocks[2]);
    expect(section).toMatch(/word…\*"/);
    expect(discord.body(withMarkdown(text)).embeds[0]!.description).toMatch(/word…\*\*$/);
  });
});
