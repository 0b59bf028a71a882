import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OrganizationId } from "@/lib/organizations/scope";
import {
  csvColumns,
  findComponentIds,
  indexComponents,
  formatHeader,
  formatRows,
  parseRows as parseWithLimit,
  type ParsedSubscriber,
} from "./csv";
import { escapeFormulas, unescapeFormulas } from "./values";
import type { Subscriber } from "./queries";

const HEADER = "channel,address,components,contact_email,confirmed,component_updates,language\n";
const parseRows = (file: string) => parseWithLimit(file, 1_000);
const parseAddresses = async (file: string) =>
  (await parseRows(file)).map((row) =>
    "parsed" in row ? row.parsed.subscriber.address : row.message,
  );

const cell = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom("'", "=", "＝", "+", "-", "@", "\t", "\r", "\n", " ", ";", ",", '"', "a"),
  }),
);

describe("escapeFormulas", () => {
  test.each([
    "=1+1",
    "+1",
    "-1",
    "@x",
    "\t=1",
    "\r=1",
    "'=1",
    "''+",
    "＝1",
    "＋1",
    "－1",
    "＠x",
    " =1",
    "\u00a0=1",
    "\n=1",
  ])("escapes %j, so that no spreadsheet runs it as a formula", (text) =>
    expect(escapeFormulas(text).startsWith(`'${text[0]!}`)).toBe(true),
  );
  test.each(["a", "", "'a", "a=b", "'"])("does not change %j", (text) =>
    expect(escapeFormulas(text)).toBe(text),
  );

  test("escapes each delimited part that a spreadsheet can treat as a formula", () => {
    expect(escapeFormulas("API;=1+1; +1,@x\t-1\n＝1")).toBe("API;'=1+1;' +1,'@x\t'-1\n'＝1");
    expect(escapeFormulas("API;a=b;it's -1")).toBe("API;a=b;it's -1");
  });

  test("leaves no formula in any text, and unescapeFormulas restores the text", () => {
    fc.assert(
      fc.property(cell, (text) => {
        expect(unescapeFormulas(escapeFormulas(text))).toBe(text);
        for (const word of escapeFormulas(text).split(/[;,\t\r\n]/))
          expect(word).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
      }),
    );
  });
});

describe("findComponentIds", () => {
  const components = [
    { id: "1", name: "API" },
    { id: "2", name: "Web" },
    { id: "3", name: "Web" },
    { id: "4", name: "1" },
  ];
  test.each<[string[], string[] | string]>([
    [["API"], ["1"]],
    [["1"], ["1"]],
    [
      ["2", "API", "2"],
      ["2", "1"],
    ],
    [[], []],
    [["api"], 'component "api" not found. Use the name or ID of an existing component'],
    [["Web"], '2 components are named "Web". Use the component ID'],
  ])("for the cell %j, returns %j", (text, expected) =>
    expect(findComponentIds(text, indexComponents(components))).toEqual(expected),
  );

  test("rejects too many components, and ignores repeated ones without delay", () => {
    const named = Array.from({ length: 2_000 }, (_, n) => ({ id: `id-${n}`, name: `c${n}` }));
    const index = indexComponents(named);
    const startedAt = performance.now();
    expect(findComponentIds(Array<string>(1_000_000).fill("c0"), index)).toEqual(["id-0"]);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    const names = named.slice(0, 501).map(({ name }) => name);
    expect(findComponentIds(names, index)).toBe("components must have at most 500 entries");
  });
});

describe("CSV of subscribers:", () => {
  test("parseRows keeps characters of two code units at every position of a long file", async () => {
    const fire = "🔥".repeat(50_000);
    for (const padding of ["", "x"]) {
      const [row] = await parseRows(`address,components\nada@example.com,${padding}${fire}\n`);
      expect(row).toMatchObject({ parsed: { components: [padding + fire] } });
    }
  });

  test("parseRows requires only the address column, and ignores case, order, and a byte order mark", async () => {
    expect(await parseRows("\ufeffCONFIRMED , Address,note\r\nyes,ada@example.com,x\r\n")).toEqual([
      {
        line: 2,
        parsed: {
          components: [],
          subscriber: {
            channel: "email",
            address: "ada@example.com",
            contact_email: null,
            skip_confirmation: true,
          },
        },
      },
    ]);
  });

  test.each([
    ["", "the file has no header row. Add one with at least the address column"],
    ["channel\nemail\n", "the header row must contain the address column"],
    [
      "address,address\n",
      "the header row contains address more than once. Remove the repeated column",
    ],
    ["a@example.com\n", "the header row must contain the address column"],
  ])("parseRows rejects the file %j because of its header", async (file, message) => {
    await expect(parseRows(file)).rejects.toMatchObject({
      kind: "invalid",
      extra: { errors: [{ path: "", message: expect.stringContaining(message) }] },
    });
  });

  test("parseRows reports each invalid row and parses the others", async () => {
    const lines = [
      "fax,1,,,",
      "email,no-address,,,",
      "email,a@example.com,,x,",
      "email,b@example.com,,,maybe",
      "",
      ",,,,",
      "email",
      "webhook,https://example.com/,API;Web,ops@example.com,",
      "email,c@example.com,,,,often",
      "email,d@example.com,,,,,tlh",
    ];
    const file = `${HEADER}${lines.join("\n")}\n`;
    expect(
      (await parseRows(file)).map((row) => [
        row.line,
        "message" in row ? row.message : row.parsed.components,
      ]),
    ).toEqual([
      [2, "channel must be one of email, webhook, slack, discord, teams"],
      [3, "address must be an email address"],
      [4, "contact_email must be an email address"],
      [5, "confirmed must be true or false"],
      [8, "address must not be empty"],
      [9, ["API", "Web"]],
      [10, "component_updates must be true or false"],
      [11, "language must be one of en, de, fr, es, it, nl, pt, ja"],
    ]);
  });

  test("parseRows parses the other rows if a quote in one row is not closed", async () => {
    const found = await parseAddresses(
      `address\na@example.com\n"b@example.com"x\nc"@example.com\nd@example.com\n"e@example.com\n`,
    );
    expect(found.filter((one) => /^[ad]@/.test(one))).toEqual(["a@example.com", "d@example.com"]);
    expect(found.filter((one) => one.includes("quotation mark"))).toHaveLength(3);
  });

  test("parseRows accepts line breaks in quoted cells", async () => {
    expect(
      await parseAddresses('note,address\n"a\nb",a@example.com\n"x ""y""",b@example.com\n'),
    ).toEqual(["a@example.com", "b@example.com"]);
  });

  test("parseRows rejects a file with too many rows, even if a quote is not closed", async () => {
    for (const start of ["address\n", 'address\nx"\n']) {
      await expect(
        parseWithLimit(`${start}${"a@example.com\n".repeat(11)}`, 10),
      ).rejects.toMatchObject({ kind: "too_large", status: 413 });
    }
    expect(await parseWithLimit(`address\n${"a@example.com\n".repeat(10)}`, 10)).toHaveLength(10);
  });

  test("parseRows parses any content without throwing", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { maxLength: 6 })), async (rows) => {
        await parseRows(`${HEADER}${rows.map((cells) => cells.join(",")).join("\n")}`);
      }),
    );
  });

  test("parseRows restores the subscribers from a file that formatRows wrote", async () => {
    const names = fc.uniqueArray(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }).map((name) => name.trim()),
      { minLength: 1, maxLength: 5 },
    );
    const subscribers = fc.array(
      fc.record({
        channel: fc.constantFrom("email", "webhook", "slack"),
        index: fc.nat(),
        chosen: fc.array(fc.nat(4), { maxLength: 3 }),
        contactEmail: fc.option(fc.constantFrom("ops@example.com", "+ops@example.com")),
        state: fc.constantFrom("active", "unconfirmed", "quarantined"),
        componentUpdates: fc.boolean(),
        language: fc.constantFrom(null, "de", "ja"),
      }),
    );
    await fc.assert(
      fc.asyncProperty(names, fc.boolean(), subscribers, async (names, twins, drafts) => {
        const components = names.map((name, index) => ({
          id: `id-${index}`,
          name: twins ? names[0]! : name,
        }));
        const written = drafts.map(({ channel, index, chosen, ...rest }) => ({
          ...rest,
          channel,
          address:
            channel === "email"
              ? `${["", "+", "'-"][index % 3]}a${index}@example.com`
              : `https://example.com/${index}?a,b="c";d`,
          componentIds: [
            ...new Set(chosen.map((index) => components[index % components.length]!.id)),
          ],
        })) as unknown as Subscriber[];
        const rows = await parseRows(formatHeader() + formatRows(written, components));
        const read = rows.map((row) => {
          const { subscriber, components: called } = (row as { parsed: ParsedSubscriber }).parsed;
          return [
            subscriber.channel,
            subscriber.address,
            subscriber.contact_email,
            findComponentIds(called, indexComponents(components)),
            subscriber.channel === "email" && subscriber.skip_confirmation,
            subscriber.component_updates,
            subscriber.language,
          ];
        });
        expect(read).toEqual(
          written.map(({ channel, address, contactEmail, componentIds, state, ...rest }) => [
            channel,
            channel === "email" ? address : new URL(address).href,
            contactEmail,
            componentIds,
            channel === "email" && state !== "unconfirmed",
            rest.componentUpdates,
            rest.language ?? undefined,
          ]),
        );
      }),
      { numRuns: 60 },
    );
  });

  test("formatRows writes the columns in a fixed order", () => {
    expect(formatHeader()).toBe(`${csvColumns.join(",")}\r\n`);
    const row = {
      channel: "email",
      address: "=cmd@example.com",
      componentIds: ["1"],
      contactEmail: null,
      state: "active",
      componentUpdates: false,
      language: "pt",
      organizationId: "x" as OrganizationId,
    } as unknown as Subscriber;
    expect(formatRows([row], [{ id: "1", name: "=API" }])).toBe(
      "email,'=cmd@example.com,'=API,,true,false,pt\r\n",
    );
  });
});
