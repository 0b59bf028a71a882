import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { UserMessage } from "./user-message";

const render = (body: string, format: "plain" | "markdown" | undefined, lang?: string) =>
  renderToStaticMarkup(
    createElement(UserMessage, { message: { body, format, lang: { body: lang } } }),
  ).replaceAll(/ (class|dir|tabindex)="[^"]*"/g, "");

test("a plain message shows Markdown as typed, keeps line breaks, and links its URLs", () => {
  const html =
    '<p>**a**\n&lt;b&gt; <a href="https://a.example/" rel="nofollow noopener">https://a.example/</a></p>';
  expect(render("**a**\n<b> https://a.example/", undefined)).toBe(html);
  expect(render("**a**\n<b> https://a.example/", "plain")).toBe(html);
});

test("a Markdown message is rendered with emphasis, code, links, and lists", () => {
  expect(
    render(
      "**a** *b*\n`c<`\n\n# d\n\n- [e](https://a.example/)\n\n3. f\n\n```\ng <\n```",
      "markdown",
    ),
  ).toBe(
    "<div><p><strong>a</strong> <em>b</em><br/><code>c&lt;</code></p><p><strong>d</strong></p>" +
      '<ul><li><div><div><a href="https://a.example/" rel="nofollow noopener">e</a></div></div></li></ul>' +
      '<ol start="3"><li><div><div>f</div></div></li></ol><pre><code>g &lt;</code></pre></div>',
  );
});

test("HTML and javascript: links in Markdown are shown as text", () =>
  expect(render("<img src=x onerror=alert(1)> [a](javascript:alert(1))", "markdown")).toBe(
    "<div><p>&lt;img src=x onerror=alert(1)&gt; [a](javascript:alert(1))</p></div>",
  ));

test("a message in a language other than the page's has a lang attribute", () => {
  expect(render("a", "plain", "en")).toBe('<p lang="en">a</p>');
  expect(render("a", "markdown", "pt-BR")).toBe('<div lang="pt-BR"><p>a</p></div>');
});
