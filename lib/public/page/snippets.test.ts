import { describe, expect, it } from "vitest";
import { badgeHtml, badgeMarkdown, frameSnippet, widgetSnippet } from "./snippets";

const badge = {
  page: "https://status.acme.example/",
  picture: "https://status.acme.example/badge.svg",
  words: "Acme status",
};

describe("embed snippets", () => {
  it("the widget has attributes only for options that differ from the default", () => {
    const script = "https://status.acme.example/widget.js";
    expect(widgetSnippet(script, { position: "bottom-right", theme: "auto", language: null })).toBe(
      `<script async src="${script}"></script>`,
    );
    expect(widgetSnippet(script, { position: "inline", theme: "dark", language: "de" })).toBe(
      `<script async src="${script}" data-position="inline" data-theme="dark" data-language="de"></script>`,
    );
  });

  it("the badge is HTML or Markdown", () => {
    expect(badgeHtml(badge)).toBe(
      '<a href="https://status.acme.example/"><img src="https://status.acme.example/badge.svg" alt="Acme status"></a>',
    );
    expect(badgeMarkdown(badge)).toBe(
      "[![Acme status](https://status.acme.example/badge.svg)](https://status.acme.example/)",
    );
  });

  it("names are escaped", () => {
    expect(badgeHtml({ ...badge, words: '"><script>alert(1)</script> & Co' })).toContain(
      'alt="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; Co"',
    );
    expect(frameSnippet("https://status.acme.example/embed", '"onload="alert(1)')).toContain(
      'title="&quot;onload=&quot;alert(1)"',
    );
    expect(badgeMarkdown({ ...badge, words: "](https://evil.example) <b>\n* Acme_" })).toContain(
      "[![\\](https://evil.example) \\<b\\> \\* Acme\\_](",
    );
  });
});
