import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { UserMessage } from "@/components/status-page/user-message";
import { feed, open, organization, planned, site } from "@/e2e/support/feeds";
import { hostileMarkdown } from "@/e2e/support/hostile-markdown";
import { shortenText, UserText } from "@/lib/email/templates/user-text";
import type { FormattedText } from "@/lib/markdown/values";
import { writeLlms } from "@/lib/public/crawlers/llms";
import { createFeedData } from "@/lib/public/feeds/feed-data";
import type { StatusPage } from "@/lib/public/page/schema";

const addUpdate = <Of extends typeof open | typeof planned>(entry: Of, message: FormattedText) => ({
  ...entry,
  updates: [{ ...entry.updates[0]!, ...message }],
});

const getPage = (message: FormattedText): StatusPage => ({
  organization: { ...organization, about: message.body, about_format: message.format },
  overall: { indicator: "none", sentence: "All Systems Operational", causes: [] },
  incidents: [addUpdate(open, message)],
  more_incidents: 0,
  maintenances: [addUpdate(planned, message)],
  more_maintenances: 0,
  components: [],
  groups: [],
  days: [],
  past: [],
});

/** For each output, a function that renders a message to the HTML that readers see. */
const outputs: Record<string, (message: FormattedText) => string> = {
  "the status page": (message) => renderToStaticMarkup(createElement(UserMessage, { message })),
  "a feed": (message) => {
    const entries = [addUpdate(open, message), addUpdate(planned, message)];
    return createFeedData({ ...feed, entries }, site, "/history", "status.example.com")
      .entries.map(({ content }) => content)
      .join("");
  },
  "an email": (message) =>
    renderToStaticMarkup(
      createElement(UserText, { ...shortenText(message, 1_000), lang: undefined }),
    ),
  "llms.txt": (message) => new MarkdownIt({ html: true }).render(writeLlms(getPage(message), site)),
};

const HARMLESS = "a **b** *c* `d` [e](https://e.example/)\nf\n\n- g\n\n1. h\n\n```\ni\n```";

const listTags = (html: string) =>
  [...html.matchAll(/<([a-z!?][a-z0-9]*)/gi)].map(([, tag]) => tag!);
const isHeading = (tag: string) => /^h\d$/.test(tag);

test.each(Object.entries(outputs))(
  "in %s, a message renders only supported elements and safe links, and no headings",
  (_, write) => {
    const body = "a";
    const headings = listTags(write({ body, format: "plain" })).filter(isHeading);
    const supported = new Set(listTags(write({ body: HARMLESS, format: "markdown" })));
    fc.assert(
      fc.property(
        fc.record({ body: hostileMarkdown, format: fc.constantFrom("plain", "markdown") }),
        (message) => {
          const html = write(message);
          const tags = listTags(html);
          expect(tags.filter(isHeading)).toEqual(headings);
          expect(tags.filter((tag) => !supported.has(tag))).toEqual([]);
          for (const [, href] of html.matchAll(/ href="([^"]*)"/g))
            expect(href).toMatch(/^(https?:\/\/|mailto:)/i);
        },
      ),
      { numRuns: 300, examples: [[{ body: "|\n:-", format: "plain" }]] },
    );
  },
);
