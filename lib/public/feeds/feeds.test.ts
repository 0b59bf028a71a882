import { parseFeed } from "@rowanmanning/feed-parser";
import fc from "fast-check";
import RssParser from "rss-parser";
import { SaxesParser } from "saxes";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  cancelled,
  feed,
  HOSTILE,
  open,
  organization,
  planned,
  resolved,
  site,
} from "@/e2e/support/feeds";
import type { Site } from "@/lib/publishing/site";
import type { Feed, FeedEntry } from "@/lib/public/page/schema";
import { writeAtom } from "./atom";
import { createFeedData } from "./feed-data";
import { writeRss } from "./rss";

const HOST = "status.example.com";
const SELF = "https://status.example.com:8443/status/acme/history";
const atom = (of: Feed = feed, at: Site = site) =>
  writeAtom(createFeedData(of, at, "/history", HOST), `${SELF}.atom`);
const rss = (of: Feed = feed) =>
  writeRss(createFeedData(of, site, "/history", HOST), `${SELF}.rss`);

/** Returns the text of each element with the given name. Throws if the XML is not well-formed. */
function strictly(xml: string, elementName: string): string[] {
  const texts: string[] = [];
  let text: string | null = null;
  const parser = new SaxesParser({ xmlns: true });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name }) => (text = name === elementName ? "" : text));
  parser.on("text", (more) => (text = text === null ? null : text + more));
  parser.on("closetag", ({ name }) => {
    if (name === elementName) texts.push(text!);
    text = null;
  });
  parser.write(xml).close();
  return texts;
}

test("feeds match the golden files byte for byte", async () => {
  await expect(atom()).toMatchFileSnapshot("golden/history.atom");
  await expect(rss()).toMatchFileSnapshot("golden/history.rss");
  const of = {
    ...feed,
    organization: { ...organization, languages: ["de" as const], time_zone: "Etc/UTC" },
    component: { name: "API", group: "Europe" },
    entries: [resolved],
  };
  await expect(
    writeAtom(
      createFeedData(of, { ...site, base: "" }, "/components/a1/history", HOST),
      "https://status.example.com:8443/components/a1/history.atom",
    ),
  ).toMatchFileSnapshot("golden/component.atom");
});

test("updates in feeds have the HTML format of Statuspage", () => {
  const { content } = createFeedData(
    { ...feed, organization: { ...organization, time_zone: "Etc/UTC" }, entries: [open] },
    site,
    "/history",
    HOST,
  ).entries[0]!;
  expect(content).toBe(
    "<p><small>Jun <var data-var='date'>20</var>, <var data-var='time'>09:10</var> UTC</small><br>" +
      "<strong>Investigating</strong> - We are currently investigating this issue.</p>",
  );
  const [postmortem, last, ...earlier] = createFeedData(
    { ...feed, entries: [resolved] },
    site,
    "/history",
    HOST,
  ).entries[0]!.content.split("</p><p>");
  expect(postmortem).toContain(
    "<strong>Postmortem</strong> - Certificates were renewed by hand.<br><br>They are now renewed automatically.",
  );
  expect(last).toContain(
    "<var data-var='time'>20:09</var> GMT+2</small><br><strong>Resolved</strong> - All logins succeed again.",
  );
  expect(earlier[0]).toContain(
    'see <a href="https://acme.example/a?b=1&amp;c=2">https://acme.example/a?b=1&amp;c=2</a>.' +
      "<br>We are renewing it,<br>by hand.",
  );
  expect(earlier[1]).toContain("Logins &lt;b&gt;fail&lt;/b&gt;.");
});

test("a Markdown message becomes HTML in feeds, without HTML elements that its author wrote", () => {
  const renderContent = (body: string) => {
    const updates = [{ ...open.updates[0]!, body, format: "markdown" as const }];
    const of = { ...feed, entries: [{ ...open, updates }] };
    strictly(atom(of), "content");
    return createFeedData(of, site, "/history", HOST).entries[0]!.content.replace(
      /^.*?<\/strong> - /,
      "",
    );
  };
  expect(
    renderContent("We **fixed** [it](https://a.example/?a=1&b)\nnow.\n\n- `a < b`\n\n```\nc\n```"),
  ).toBe(
    'We <strong>fixed</strong> <a href="https://a.example/?a=1&amp;b">it</a><br>now.</p>' +
      "<ul><li><code>a &lt; b</code></li></ul><pre><code>c</code></pre>",
  );
  expect(renderContent("- a")).toBe("</p><ul><li>a</li></ul>");
  expect(renderContent(HOSTILE)).not.toMatch(/<(?!\/?p>|br>)/);
});

test("a feed has the time of its newest entry, or of the page's creation if it has no entries", () => {
  expect(parseFeed(atom()).updated?.toISOString()).toBe(open.updated_at);
  expect(parseFeed(rss()).updated?.toISOString()).toBe(open.updated_at);
  expect(parseFeed(atom({ ...feed, entries: [] })).updated?.toISOString()).toBe(feed.since);
});

test("a feed does not depend on the time of rendering", () => {
  const written = [atom(), rss()];
  vi.setSystemTime(new Date("2031-01-01T00:00:00Z"));
  onTestFinished(() => void vi.useRealTimers());
  expect([atom(), rss()]).toEqual(written);
});

test("feed IDs contain the installation's host without its port, and the page's path", () => {
  const ids = strictly(atom(), "id");
  expect(ids).toEqual([
    "tag:status.example.com,2005:/status/acme/history",
    ...[open, resolved, planned, cancelled].map(
      ({ id }) => `tag:status.example.com,2005:Incident/${id}`,
    ),
  ]);
});

test("the feed of a page is the same at each of the page's URLs", () => {
  const own = "https://status.acme.example";
  const [underPath, root] = [
    { ...site, canonical: own },
    { orgID: "acme", origin: own, base: "" },
  ];
  expect(createFeedData(feed, underPath, "/history", HOST)).toEqual(
    createFeedData(feed, root, "/history", HOST),
  );
  expect(createFeedData(feed, underPath, "/history", HOST).page).toBe(`${own}/`);
});

test("feed IDs stay the same after a custom domain is verified or removed", () => {
  const listIds = (at: Site) => strictly(atom(feed, at), "id");
  expect(listIds({ ...site, canonical: "https://status.acme.example" })).toEqual(listIds(site));
  expect(listIds({ orgID: "acme", origin: "https://status.acme.example", base: "" })).toEqual(
    listIds(site),
  );
});

test("a resolved incident moves to the top of both feeds, with the time of its newest update", async () => {
  const resolvedAt = "2026-06-21T12:00:00.000Z";
  const start = cancelled.created_at;
  const [first] = open.updates;
  const entry: FeedEntry = {
    ...open,
    id: "long",
    created_at: start,
    started_at: start,
    updates: [
      { ...first!, status: "resolved", body: "Fixed.", at: resolvedAt },
      { ...first!, at: start },
    ],
  };
  const entries = [resolved, planned, entry];
  for (const [xml, published] of [
    [rss({ ...feed, entries }), resolvedAt],
    [atom({ ...feed, entries }), start],
  ] as const) {
    const [item] = (await new RssParser().parseString(xml)).items;
    expect([item!.title, new Date(item!.pubDate!).toISOString()]).toEqual([entry.title, published]);
  }
  const [item] = parseFeed(atom({ ...feed, entries })).items;
  expect([item!.published, item!.updated].map((time) => time?.toISOString())).toEqual([
    start,
    resolvedAt,
  ]);
});

test("an edit changes neither the time nor the order of feed entries", () => {
  const edited = { ...planned, updated_at: "2026-07-01T00:00:00.000Z" };
  const times = (entries: FeedEntry[]) =>
    createFeedData({ ...feed, entries }, site, "/history", HOST).entries.map(({ id, updated }) => [
      id,
      updated,
    ]);
  expect(times([edited, open])).toEqual(times([open, planned]));
});

test("a feed has only the first 50 entries of its data", () => {
  const many = Array.from({ length: 70 }, (_, index): FeedEntry => ({
    ...open,
    id: `id-${99 - index}`,
  }));
  expect(parseFeed(atom({ ...feed, entries: many })).items.map(({ id }) => id)).toEqual(
    many.slice(0, 50).map(({ id }) => `tag:status.example.com,2005:Incident/${id}`),
  );
});

test("third-party feed readers read the same entries from Atom and RSS", async () => {
  const expected = [
    {
      title: open.title,
      url: `${site.origin}/status/acme/incidents/${open.id}`,
      categories: [],
    },
    {
      title: resolved.title,
      url: `${site.origin}/status/acme/incidents/${resolved.id}`,
      categories: ["Europe › API", "Website"],
    },
    {
      title: "New disks",
      url: `${site.origin}/status/acme/maintenances/${planned.id}`,
      categories: ["Website"],
    },
    {
      title: "Network cable replacement",
      url: `${site.origin}/status/acme/maintenances/${cancelled.id}`,
      categories: [],
    },
  ];
  for (const [format, xml] of [
    ["atom", atom()],
    ["rss", rss()],
  ] as const) {
    const read = parseFeed(xml);
    expect(read).toMatchObject({
      meta: { type: format },
      title: "Acme & Söhne status · History",
      language: "en",
      url: `${site.origin}/status/acme`,
      self: `${SELF}.${format}`,
      description: "Engines for everyone.",
    });
    expect(
      read.items.map(({ title, url, categories }) => ({
        title,
        url,
        categories: categories.map(({ term }) => term),
      })),
    ).toEqual(expected);
    const other = await new RssParser().parseString(xml);
    expect(other.items.map(({ title, link }) => ({ title, link }))).toEqual(
      expected.map(({ title, url: link }) => ({ title, link })),
    );
    expect(
      other.items.map(({ content, pubDate }) => [content, pubDate && new Date(pubDate).getTime()]),
    ).toEqual(
      createFeedData(feed, site, "/history", HOST).entries.map(
        ({ content, published, updated }) => [
          content,
          Date.parse(format === "rss" ? updated : published),
        ],
      ),
    );
  }
});

/** Returns the characters of a text that XML can represent, with normalized line breaks. */
const kept = (text: string) =>
  text.replace(/[\p{Cs}\ufffe\uffff]|[^\P{Cc}\t\n\r\u007f-\u009f]/gu, "").replace(/\r\n?/g, "\n");

test("feeds with any text are well-formed, keep titles, and contain no HTML elements that users wrote", () => {
  const anything = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom(...HOSTILE) }),
    fc.constant(HOSTILE),
  );
  fc.assert(
    fc.property(anything, anything, anything, (title, body, name) => {
      const entry = {
        ...open,
        title,
        updates: [{ ...open.updates[0]!, body }],
        components: [{ id: "a", name, group: null, status: "major_outage" as const }],
      };
      const hostile = {
        ...feed,
        organization: { ...organization, name, about: body },
        entries: [entry],
      };
      for (const xml of [atom(hostile), rss(hostile)]) {
        expect(strictly(xml, "title")[1]).toBe(kept(title));
        const [html] = [...strictly(xml, "content"), ...strictly(xml, "description").slice(1)];
        expect(html!.replace(/<\/?(p|br|small|strong|var|a)( [^>]*)?>/g, "")).not.toMatch(/[<>]/);
      }
    }),
    { numRuns: 100 },
  );
});
