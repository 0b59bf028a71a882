import { describe, expect, it } from "vitest";
import {
  writeBadgeHtml,
  writeBadgeMarkdown,
  writeFrameSnippet,
  writeWidgetSnippet,
} from "./snippets";

const badge = {
  page: "https://status.acme.example/",
  image: "https://status.acme.example/badge.svg",
  text: "Acme status",
};

describe("embed snippets", () => {
  it("for the widget have attributes only for options that differ from the default", () => {
    const script = "https://status.acme.example/widget.js";
    expect(
      writeWidgetSnippet(script, { position: "bottom-right", theme: "auto", language: null }),
    ).toBe(`<script async src="${script}"></script>`);
    expect(writeWidgetSnippet(script, { position: "inline", theme: "dark", language: "de" })).toBe(
      `<script async src="${script}" data-position="inline" data-theme="dark" data-language="de"></script>`,
    );
  });

  it("for the badge are HTML or Markdown", () => {
    expect(writeBadgeHtml(badge)).toBe(
      '<a href="https://status.acme.example/"><img src="https://status.acme.example/badge.svg" alt="Acme status"></a>',
    );
    expect(writeBadgeMarkdown(badge)).toBe(
      "[![Acme status](https://status.acme.example/badge.svg)](https://status.acme.example/)",
    );
  });

  it("contain escaped names", () => {
    expect(writeBadgeHtml({ ...badge, text: '"><script>alert(1)</script> & Co' })).toContain(
      'alt="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; Co"',
    );
    expect(writeFrameSnippet("https://status.acme.example/embed", '"onload="alert(1)')).toContain(
      'title="&quot;onload=&quot;alert(1)"',
    );
    expect(
      writeBadgeMarkdown({ ...badge, text: "](https://evil.example) <b>\n* Acme_" }),
    ).toContain("[![\\](https://evil.example) \\<b\\> \\* Acme\\_](");
  });
});
