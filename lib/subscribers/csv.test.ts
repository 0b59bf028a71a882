import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OrganizationId } from "@/lib/organizations/scope";
import { columns, findNamed, formatHeader, formatRows, guard, readRows as readAtMost, unguard, type Wanted } from "./csv";
import type { Subscriber } from "./queries";

const HEADER = "channel,address,components,contact_email,confirmed\n";
const readRows = (file: string) => readAtMost(file, 1_000);
const wantedIn = async (file: string) => (await readRows(file)).map((row) => ("wanted" in row ? row.wanted.subscriber.address : row.message));

const cell = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: fc.constantFrom("'", "=", "+", "-", "@", "\t", "\r", "\n", ";", ",", '"', "a") }));

describe("a cell", () => {
  test.each(["=1+1", "+1", "-1", "@x", "\t=1", "\r=1", "'=1", "''+"])("%j is marked, so that no spreadsheet runs it", (text) => expect(guard(text)).toBe(`'${text}`));
  test.each(["a", "", "'a", "a=b", "'"])("%j is left as it is", (text) => expect(guard(text)).toBe(text));

  test("comes back as it was, and never looks like a formula", () => {
    fc.assert(
      fc.property(cell, (text) => {
        expect(unguard(guard(text))).toBe(text);
        expect(guard(text)).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  });
});

describe("components", () => {
  const components = [
    { id: "1", name: "API" },
    { id: "2", name: "Web" },
    { id: "3", name: "Web" },
    { id: "4", name: "1" },
  ];
  test.each<[string[], string[] | string]>([
    [["API"], ["1"]],
    [["1"], ["1"]],
    [["2", "API", "2"], ["2", "1"]],
    [[], []],
    [["api"], 'there is no component "api"'],
    [["Web"], 'there are 2 components "Web": use the id'],
  ])("called %j are %j", (words, expected) => expect(findNamed(words, components)).toEqual(expected));
});

describe("a file", () => {
  test("may leave out all columns but the address, in any order, after a byte order mark", async () => {
    expect(await readRows("\ufeffCONFIRMED , Address,note\r\nyes,ada@example.com,x\r\n")).toEqual([
      { line: 2, wanted: { components: [], subscriber: { channel: "email", address: "ada@example.com", contact_email: null, skip_confirmation: true } } },
    ]);
  });

  test.each([["", "the file has no header"], ["channel\nemail\n", "the header must name"], ["address,address\n", "the header names address twice"], ["a@example.com\n", "the header must name"]])(
    "with the header of %j is refused",
    async (file, message) => {
      await expect(readRows(file)).rejects.toMatchObject({ kind: "invalid", extra: { errors: [{ path: "", message: expect.stringContaining(message) }] } });
    },
  );

  test("says of each bad row what is wrong, and reads the others", async () => {
    const file = `${HEADER}fax,1,,,\nemail,nobody,,,\nemail,a@example.com,,x,\nemail,b@example.com,,,maybe\n\n,,,,\nemail\nwebhook,https://example.com/,API;Web,ops@example.com,\n`;
    expect((await readRows(file)).map((row) => [row.line, "message" in row ? row.message : row.wanted.components])).toEqual([
      [2, "channel must be one of email, webhook, slack, discord, teams"],
      [3, "address must be an email address"],
      [4, "contact_email must be an email address"],
      [5, "confirmed must be true or false"],
      [8, "address must not be empty"],
      [9, ["API", "Web"]],
    ]);
  });

  test("loses no row to the broken quotes of another", async () => {
    const found = await wantedIn(`address\na@example.com\n"b@example.com"x\nc"@example.com\nd@example.com\n"e@example.com\n`);
    expect(found.filter((one) => /^[ad]@/.test(one))).toEqual(["a@example.com", "d@example.com"]);
    expect(found.filter((one) => one.includes("quote"))).toHaveLength(3);
  });

  test("may have cells of several lines while its quotes are in order", async () => {
    expect(await wantedIn('note,address\n"a\nb",a@example.com\n"x ""y""",b@example.com\n')).toEqual(["a@example.com", "b@example.com"]);
  });

  test("of too many rows is refused, in order or not", async () => {
    for (const start of ["address\n", 'address\nx"\n']) {
      await expect(readAtMost(`${start}${"a@example.com\n".repeat(11)}`, 10)).rejects.toMatchObject({ kind: "too_large", status: 413 });
    }
    expect(await readAtMost(`address\n${"a@example.com\n".repeat(10)}`, 10)).toHaveLength(10);
  });

  test("is read without a throw, whatever is in it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { maxLength: 6 })), async (rows) => {
        await readRows(`${HEADER}${rows.map((cells) => cells.join(",")).join("\n")}`);
      }),
    );
  });

  test("that was written says when read what was written", async () => {
    const names = fc.uniqueArray(fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }).map((name) => name.trim()), { minLength: 1, maxLength: 5 });
    const subscribers = fc.array(
      fc.record({
        channel: fc.constantFrom("email", "webhook", "slack"),
        index: fc.nat(),
        chosen: fc.array(fc.nat(4), { maxLength: 3 }),
        contactEmail: fc.option(fc.constantFrom("ops@example.com", "+ops@example.com")),
        state: fc.constantFrom("active", "unconfirmed", "quarantined"),
      }),
    );
    await fc.assert(
      fc.asyncProperty(names, fc.boolean(), subscribers, async (words, twins, drafts) => {
        const components = words.map((name, index) => ({ id: `id-${index}`, name: twins ? words[0]! : name }));
        const written = drafts.map(({ channel, index, chosen, ...rest }) => ({
          ...rest,
          channel,
          address: channel === "email" ? `${["", "+", "'-"][index % 3]}a${index}@example.com` : `https://example.com/${index}?a,b="c";d`,
          componentIds: [...new Set(chosen.map((place) => components[place % components.length]!.id))],
        })) as unknown as Subscriber[];
        const rows = await readRows(formatHeader() + formatRows(written, components));
        const read = rows.map((row) => {
          const { subscriber, components: called } = (row as { wanted: Wanted }).wanted;
          return [subscriber.channel, subscriber.address, subscriber.contact_email, findNamed(called, components), subscriber.channel === "email" && subscriber.skip_confirmation];
        });
        expect(read).toEqual(
          written.map(({ channel, address, contactEmail, componentIds, state }) => [channel, channel === "email" ? address : new URL(address).href, contactEmail, componentIds, channel === "email" && state !== "unconfirmed"]),
        );
      }),
      { numRuns: 60 },
    );
  });

  test("has its columns in their order", () => {
    expect(formatHeader()).toBe(`${columns.join(",")}\r\n`);
    const row = { channel: "email", address: "=cmd@example.com", componentIds: ["1"], contactEmail: null, state: "active", organizationId: "x" as OrganizationId } as unknown as Subscriber;
    expect(formatRows([row], [{ id: "1", name: "=API" }])).toBe("email,'=cmd@example.com,'=API,,true\r\n");
  });
});
