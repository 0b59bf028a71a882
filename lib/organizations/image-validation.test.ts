import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { validateImage } from "./image-validation";
import { findSvgFault } from "./svg";

const bytes = (...parts: (number[] | string)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))));
const SVG = 'xmlns="http://www.w3.org/2000/svg"';
const drawing = (inside: string, attributes = "") => `<svg ${SVG} ${attributes}>${inside}</svg>`;

describe("validateImage", () => {
  test.each([
    ["image/png", bytes([0x89], "PNG\r\n", [0x1a, 0x0a], "rest")],
    ["image/jpeg", bytes([0xff, 0xd8, 0xff, 0xe0], "rest")],
    ["image/webp", bytes("RIFF", [1, 2, 3, 4], "WEBPVP8 ")],
    ["image/gif", bytes("GIF89a", [1])],
    ["image/gif", bytes("GIF87a", [1])],
    ["image/svg+xml", bytes(drawing(""))],
  ])("recognizes %s", async (mediaType, image) =>
    expect(await validateImage(image)).toEqual({ mediaType }),
  );

  test.each([
    ["an empty file", bytes("")],
    ["text", bytes("GIF88a")],
    ["a PDF", bytes("%PDF-1.7")],
    ["the beginning of a PNG", bytes([0x89], "PN")],
    ["an AVI", bytes("RIFF", [1, 2, 3, 4], "AVI ")],
    ["an SVG in UTF-16", new Uint8Array(Buffer.from(`\ufeff${drawing("")}`, "utf16le"))],
  ])("rejects %s", async (_, image) =>
    expect(await validateImage(image)).toEqual({
      error: "The file must be a PNG, JPEG, WebP, GIF, or SVG image.",
    }),
  );

  test("returns either a type or an error for any input", async () => {
    const text = fc
      .string({
        unit: fc.constantFrom("<", ">", "/", "!", "-", "[", "]", "svg", " a=", '"', "'", "&", "?"),
      })
      .map((text) => bytes(text));
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 300 }), text), async (image) => {
        expect(Object.keys(await validateImage(image))).toHaveLength(1);
      }),
    );
  });
});

describe("checking an SVG takes less than 10 seconds", () => {
  test.each([
    "<",
    "<a",
    " ",
    "<!--",
    "<![CDATA[",
    "<a b='",
    "&#x",
    "url(",
    "url(#",
    "url('",
    "<g>",
    "a='' ",
  ])("for repetitions of %j", (piece) => {
    const start = performance.now();
    findSvgFault(drawing(piece.repeat(250_000)));
    findSvgFault(drawing(`<style>${piece.repeat(250_000)}</style>`));
    findSvgFault(drawing(`<g a="${piece.repeat(250_000)}"/>`));
    findSvgFault(drawing(`<g ${piece.repeat(250_000)}/>`));
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  test.each([4_000, 900_000])("for url( followed by %i spaces", (count) => {
    const start = performance.now();
    expect(findSvgFault(drawing(`<rect fill="url(${" ".repeat(count)}"/>`))).toBe(
      "must not reference external resources (url)",
    );
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});

test("an SVG that takes too long to check is rejected, and the next one is checked", async () => {
  const large = bytes(drawing("<g/>".repeat(200_000)));
  expect(await validateImage(large, { svgTimeoutMs: 1 })).toEqual({
    error: "The SVG is too complex to check. Simplify it or upload a PNG.",
  });
  expect(await validateImage(bytes(drawing("")))).toEqual({ mediaType: "image/svg+xml" });
});

describe("a safe SVG is accepted", () => {
  test.each([
    [
      "with a declaration, a DTD, and comments",
      [
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">',
        "<!-- Made by hand -->",
        drawing("<path d='M0 0'/>"),
        "<!-- end -->",
      ].join("\n"),
    ],
    ["with a byte order mark", `\ufeff${drawing("")}`],
    [
      "with gradients and references to them",
      drawing(
        '<defs><linearGradient id="a"><stop offset="0" style="stop-color:#f00"/></linearGradient></defs>' +
          '<rect fill="url(#a)" mask="url( \'#b\' )"/><use xlink:href="#c" href="#c"/>',
        'xmlns:xlink="http://www.w3.org/1999/xlink"',
      ),
    ],
    [
      "with a style",
      drawing(
        "<style>.a{fill:#f00} .b > .c{mask:url(#m)}</style><style><![CDATA[ .d > .e { fill: url('#x') } ]]></style>",
      ),
    ],
    ["with an embedded bitmap", drawing('<image href="data:image/png;base64,iVBORw0KGgo="/>')],
    [
      "with metadata of a drawing program",
      drawing(
        '<sodipodi:namedview xmlns:sodipodi="http://sodipodi.example" ' +
          'inkscape:export-filename="C:\\Users\\ada\\logo.png"/>' +
          '<metadata><rdf:RDF><cc:Work rdf:about="">' +
          '<dc:type rdf:resource="http://purl.org/dc/dcmitype/StillImage"/>' +
          "</cc:Work></rdf:RDF></metadata>",
      ),
    ],
    [
      "with text in any script and with entities",
      drawing(
        "<title>Schrödinger &amp; Söhne &#x1f680; 商标</title><text font-family='Inter'>on sale: 1 &lt; 2</text>",
      ),
    ],
    ["with a namespace prefix", '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:g/></s:svg>'],
    [
      "with an animation",
      drawing('<circle r="1"><animate attributeName="r" values="1;2" dur="1s"/></circle>'),
    ],
  ])("%s", (_, svg) => expect(findSvgFault(svg)).toBeNull());
});

describe("an unsafe or malformed SVG is rejected", () => {
  test.each([
    ["a script", drawing("<script>alert(1)</script>")],
    ["a script in uppercase", drawing("<SCRIPT/>")],
    [
      "a script with a namespace prefix",
      '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script/></s:svg>',
    ],
    ["an event attribute", drawing("<rect onclick='alert(1)'/>")],
    ["an event attribute on the root element", drawing("", 'onload="alert(1)"')],
    ["an event attribute after a line break", drawing("", '\nOnLoad\n=\n"alert(1)"')],
    ["foreignObject", drawing("<foreignObject><b/></foreignObject>")],
    ["an iframe", drawing("<iframe/>")],
    ["XHTML elements", drawing('<h:img xmlns:h="http://www.w3.org/1999/xhtml"/>')],
    [
      "XHTML elements with an encoded namespace",
      drawing('<h:img xmlns:h="http://www.w3.org/1999/x&#104;tml"/>'),
    ],
    ["a link to a script", drawing('<a href="javascript:alert(1)"/>')],
    ["a link to a script, encoded", drawing('<a href="java&#x73;cript&#58;alert(1)"/>')],
    ["a link to a script with a line break", drawing('<a href="java&#10;script:alert(1)"/>')],
    ["an external link", drawing('<a href="https://evil.example/"/>')],
    ["an external image", drawing('<image xlink:href="//evil.example/a.png"/>')],
    ["a use element that references a file", drawing('<use href="other.svg#a"/>')],
    ["an embedded SVG", drawing('<image href="data:image/svg+xml;base64,PHN2Zz4="/>')],
    ["an external base URL", drawing("", 'xml:base="https://evil.example/"')],
    ["an external fill", drawing('<rect fill="url(https://evil.example/#a)"/>')],
    ["an external style", drawing("<rect style=\"fill:URL( 'https://evil.example/' )\"/>")],
    ["a style with an escape", drawing("<style>a{fill:\\75rl(https://evil.example)}</style>")],
    ["a style with an import", drawing("<style>@import 'https://evil.example/';</style>")],
    [
      "a style split by a comment",
      drawing("<style>a{fill:ur<!-- -->l(https://evil.example)}</style>"),
    ],
    ["an encoded style", drawing("<style>a{fill:ur&#108;(https://evil.example)}</style>")],
    [
      "a style in a CDATA section",
      drawing("<style><![CDATA[a{fill:url(https://evil.example)}]]></style>"),
    ],
    [
      "an external style after an internal one",
      drawing("<style>a{fill:url(#a);mask:url(https://evil.example)}</style>"),
    ],
    [
      "an external style inside an internal one",
      drawing("<style>a{fill:url(#a url(https://evil.example)}</style>"),
    ],
    [
      "a style with an unclosed quote",
      drawing(`<style>a{fill:url("#a)}b{fill:url(https://evil.example)}"</style>`),
    ],
    ["an unclosed style", drawing("<style>a{fill:url(https://evil.example</style>")],
    [
      "an external font",
      drawing("<style>@font-face{font-family:a;src:url(https://evil.example/a.woff)}</style>"),
    ],
    ["an animated link", drawing('<a><set attributeName="href" to="x"/></a>')],
    ["an animated event attribute", drawing('<set attributeName="onclick" to="x"/>')],
    ["a style sheet", `<?xml-stylesheet href="https://evil.example/"?>${drawing("")}`],
    ["custom entities", `<!DOCTYPE svg [<!ENTITY x "<script/>">]>${drawing("&x;")}`],
    ["an encoding other than UTF-8", `<?xml version="1.0" encoding="ISO-2022-JP"?>${drawing("")}`],
    ["a missing namespace", "<svg></svg>"],
    ["another root element", "<html></html>"],
    ["two root elements", `${drawing("")}${drawing("")}`],
    ["text after the root element", `${drawing("")} x`],
    ["an unclosed element", `<svg ${SVG}><g></svg>`],
    ["a duplicate attribute", drawing("<g a='' a=''/>")],
    ["an unquoted attribute", drawing("<g a=b/>")],
    ["an unclosed comment", drawing("<!-- ")],
    ["tags that a browser would repair", drawing("<g><rect onclick=alert(1)></g>")],
  ])("because of %s", (_, svg) => expect(findSvgFault(svg)).toMatch(/^(must|is) /));
});
