import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeImage } from "./images";

const bytes = (...parts: (number[] | string)[]) => new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))));
const judge = (text: string) => judgeImage(bytes(text));
const SVG = 'xmlns="http://www.w3.org/2000/svg"';
const drawing = (inside: string, attributes = "") => `<svg ${SVG} ${attributes}>${inside}</svg>`;

describe("bytes say what they are", () => {
  test.each([
    ["image/png", bytes([0x89], "PNG\r\n", [0x1a, 0x0a], "rest")],
    ["image/jpeg", bytes([0xff, 0xd8, 0xff, 0xe0], "rest")],
    ["image/webp", bytes("RIFF", [1, 2, 3, 4], "WEBPVP8 ")],
    ["image/gif", bytes("GIF89a", [1])],
    ["image/gif", bytes("GIF87a", [1])],
    ["image/svg+xml", bytes(drawing(""))],
  ])("%s", (mediaType, image) => expect(judgeImage(image)).toEqual({ mediaType }));

  test.each([
    ["nothing", bytes("")],
    ["text", bytes("GIF88a")],
    ["a PDF", bytes("%PDF-1.7")],
    ["the beginning of a PNG", bytes([0x89], "PN")],
    ["an AVI", bytes("RIFF", [1, 2, 3, 4], "AVI ")],
    ["an SVG in UTF-16", new Uint8Array(Buffer.from(`\ufeff${drawing("")}`, "utf16le"))],
  ])("%s is none", (_, image) => expect(judgeImage(image)).toEqual({ refusal: "The body is no PNG, JPEG, WebP, GIF or SVG image." }));

  test("whatever they are, they are judged, and at once", () => {
    fc.assert(fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: fc.constantFrom("<", ">", "/", "!", "-", "[", "]", "svg", " a=", '"', "'", "&", "?") }).map((text) => bytes(text))), (image) => {
      expect(Object.keys(judgeImage(image))).toHaveLength(1);
    }));
    for (const piece of ["<", "<a", " ", "<!--", "<![CDATA[", "<a b='", "&#x", "url(", "<g>"]) judge(drawing(piece.repeat(60_000)));
  }, 5_000);
});

describe("an SVG that only draws is taken", () => {
  test.each([
    ["with a declaration, a DTD and comments", `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<!-- Made by hand -->\n${drawing("<path d='M0 0'/>")}\n<!-- end -->`],
    ["behind a mark of its encoding", `\ufeff${drawing("")}`],
    ["with gradients and their uses", drawing('<defs><linearGradient id="a"><stop offset="0" style="stop-color:#f00"/></linearGradient></defs><rect fill="url(#a)" mask="url( \'#b\' )"/><use xlink:href="#c" href="#c"/>', 'xmlns:xlink="http://www.w3.org/1999/xlink"')],
    ["with a style", drawing("<style>.a{fill:#f00} .b > .c{mask:url(#m)}</style><style><![CDATA[ .d > .e { fill: url('#x') } ]]></style>")],
    ["with a picture that it carries", drawing('<image href="data:image/png;base64,iVBORw0KGgo="/>')],
    ["with notes of a drawing program", drawing('<sodipodi:namedview xmlns:sodipodi="http://sodipodi.example" inkscape:export-filename="C:\\Users\\ada\\logo.png"/><metadata><rdf:RDF><cc:Work rdf:about=""><dc:type rdf:resource="http://purl.org/dc/dcmitype/StillImage"/></cc:Work></rdf:RDF></metadata>')],
    ["with words in any script, and with signs", drawing("<title>Schrödinger &amp; Söhne &#x1f680; 商标</title><text font-family='Inter'>on sale: 1 &lt; 2</text>")],
    ["under a prefix", '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:g/></s:svg>'],
    ["that moves", drawing('<circle r="1"><animate attributeName="r" values="1;2" dur="1s"/></circle>')],
  ])("%s", (_, svg) => expect(judge(svg)).toEqual({ mediaType: "image/svg+xml" }));
});

describe("an SVG that could do more is refused", () => {
  test.each([
    ["a script", drawing("<script>alert(1)</script>")],
    ["a script in capitals", drawing("<SCRIPT/>")],
    ["a script under a prefix", '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script/></s:svg>'],
    ["an event attribute", drawing("<rect onclick='alert(1)'/>")],
    ["an event attribute of the root", drawing("", 'onload="alert(1)"')],
    ["an event attribute behind a line break", drawing("", '\nOnLoad\n=\n"alert(1)"')],
    ["foreignObject", drawing("<foreignObject><b/></foreignObject>")],
    ["a frame", drawing("<iframe/>")],
    ["parts in XHTML", drawing('<h:img xmlns:h="http://www.w3.org/1999/xhtml"/>')],
    ["parts in XHTML, spelled otherwise", drawing('<h:img xmlns:h="http://www.w3.org/1999/x&#104;tml"/>')],
    ["a link to a script", drawing('<a href="javascript:alert(1)"/>')],
    ["a link to a script in signs", drawing('<a href="java&#x73;cript&#58;alert(1)"/>')],
    ["a link to a script with a line break", drawing('<a href="java&#10;script:alert(1)"/>')],
    ["a link elsewhere", drawing('<a href="https://evil.example/"/>')],
    ["a picture elsewhere", drawing('<image xlink:href="//evil.example/a.png"/>')],
    ["a use of another file", drawing('<use href="other.svg#a"/>')],
    ["an SVG within", drawing('<image href="data:image/svg+xml;base64,PHN2Zz4="/>')],
    ["another base", drawing("", 'xml:base="https://evil.example/"')],
    ["a fill from elsewhere", drawing('<rect fill="url(https://evil.example/#a)"/>')],
    ["a style from elsewhere", drawing('<rect style="fill:URL( \'https://evil.example/\' )"/>')],
    ["a style with an escape", drawing("<style>a{fill:\\75rl(https://evil.example)}</style>")],
    ["a style that imports", drawing("<style>@import 'https://evil.example/';</style>")],
    ["a style in pieces", drawing("<style>a{fill:ur<!-- -->l(https://evil.example)}</style>")],
    ["a style in signs", drawing("<style>a{fill:ur&#108;(https://evil.example)}</style>")],
    ["a style in a section", drawing("<style><![CDATA[a{fill:url(https://evil.example)}]]></style>")],
    ["a style without an end", drawing("<style>a{fill:url(https://evil.example</style>")],
    ["a font from elsewhere", drawing("<style>@font-face{font-family:a;src:url(https://evil.example/a.woff)}</style>")],
    ["a link that moves", drawing('<a><set attributeName="href" to="x"/></a>')],
    ["an event that moves", drawing('<set attributeName="onclick" to="x"/>')],
    ["a style sheet", `<?xml-stylesheet href="https://evil.example/"?>${drawing("")}`],
    ["entities of its own", `<!DOCTYPE svg [<!ENTITY x "<script/>">]>${drawing("&x;")}`],
    ["another encoding", `<?xml version="1.0" encoding="ISO-2022-JP"?>${drawing("")}`],
    ["no namespace", "<svg></svg>"],
    ["another root", "<html></html>"],
    ["two roots", `${drawing("")}${drawing("")}`],
    ["words behind the root", `${drawing("")} x`],
    ["an element without an end", `<svg ${SVG}><g></svg>`],
    ["an attribute twice", drawing("<g a='' a=''/>")],
    ["an attribute without quotes", drawing("<g a=b/>")],
    ["a comment that does not end", drawing("<!-- ")],
    ["tags as a browser would mend them", drawing("<g><rect onclick=alert(1)></g>")],
  ])("%s", (_, svg) => expect(judge(svg)).toEqual({ refusal: expect.stringMatching(/^The SVG (must|is) .*\.$/) as unknown }));
});
