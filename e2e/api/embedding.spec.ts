import { addComponent } from "../support/api";
import { expect, test } from "../support/fixtures";

const findAttribute = (html: string, element: RegExp, name: string) =>
  new RegExp(`${name}="([^"]*)"`)
    .exec(element.exec(html)?.[0] ?? "")?.[1]
    ?.replaceAll("&amp;", "&");

test(
  "a site that follows the oEmbed link of a status page gets a frame that any site may embed",
  { tag: "@one-engine" },
  async ({ server, ada, orgID }) => {
    await addComponent(ada, orgID);
    const html = await (await fetch(`${server.url}/status/${orgID}`)).text();
    const endpoint = findAttribute(html, /<link [^>]*application\/json\+oembed[^>]*>/, "href")!;
    const local = (url: string) => server.url + new URL(url).pathname + new URL(url).search;
    const response = await fetch(`${local(endpoint)}&maxwidth=600`);
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([
      200,
      "*",
    ]);
    const description = (await response.json()) as { type: string; html: string };
    expect(description.type).toBe("rich");
    const frame = await fetch(local(findAttribute(description.html, /<iframe [^>]*>/, "src")!));
    expect([
      frame.status,
      frame.headers.get("cross-origin-resource-policy"),
      frame.headers.get("content-security-policy")?.includes("frame-ancestors *"),
    ]).toEqual([200, "cross-origin", true]);
    const [script, widget] = await Promise.all(
      ["/embed/script.js", "/widget.js"].map(async (path) =>
        (await fetch(`${server.url}/status/${orgID}${path}`)).text(),
      ),
    );
    expect(script).toBe(widget);
    expect(script).toContain("attachShadow");
  },
);
