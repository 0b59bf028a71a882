import { expect, test } from "vitest";
import { getEmailTexts } from "@/lib/email/email-texts";
import { discord } from "./discord";
import { slack } from "./slack";
import { teams } from "./teams";

const LINK = "https://status.example.com/subscription/confirm?token=t";
const hostile = "<!channel> @everyone [x](https://evil.example) ".repeat(200);

test("a confirmation message in Slack escapes user text, and stays within Slack's limits", () => {
  const { text } = slack.note(hostile, LINK);
  expect(text.replaceAll(`<${LINK}>`, "")).not.toMatch(/[<>]/);
  expect(text.length).toBeLessThan(4_000);
});

test("a confirmation message in Discord mentions no one, escapes user text, and stays within the limits", () => {
  const { content, allowed_mentions: mentions } = discord.note(hostile, LINK);
  expect(mentions).toEqual({ parse: [] });
  expect(content).not.toContain("[x](");
  expect(content).toContain(`<${LINK}>`);
  expect(content.length).toBeLessThanOrEqual(2_000);
});

test("a confirmation message in Teams is plain text with a button that opens the link", () => {
  const { content } = teams.note("Acme", LINK, getEmailTexts("en")).attachments[0]!;
  expect(content.body).toMatchObject([{ type: "RichTextBlock", inlines: [{ text: "Acme" }] }]);
  expect(content).toMatchObject({ actions: [{ type: "Action.OpenUrl", url: LINK }] });
});
