import { expect, test } from "vitest";
import { getOEmbedUrl } from "./document";
import { describeEmbed } from "./machine-formats";

test("the oEmbed response contains a frame with the status, and its size as numbers", () => {
  const site = {
    name: 'Acme "&" Co',
    url: "https://status.acme.example/",
    frame: "https://status.acme.example/embed",
    title: 'Acme "&" Co status',
  };
  const response = describeEmbed(site);
  expect(response).toMatchObject({
    version: "1.0",
    type: "rich",
    title: site.title,
    provider_name: site.name,
    provider_url: site.url,
    width: 320,
    height: 160,
  });
  expect(response.html).toContain('<iframe src="https://status.acme.example/embed" ');
  expect(response.html).toContain('title="Acme &quot;&amp;&quot; Co status"');
});

test("the oEmbed URL contains the page's URL and the format", () => {
  const { searchParams } = new URL(
    getOEmbedUrl("https://a.example/status/x/oembed.json", "https://a.example/status/x?b=1&c"),
  );
  expect(Object.fromEntries(searchParams)).toEqual({
    format: "json",
    url: "https://a.example/status/x?b=1&c",
  });
});
