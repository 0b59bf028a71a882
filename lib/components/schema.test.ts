import { describe, expect, test } from "vitest";
import { listInvalidPaths } from "@/e2e/support/invalid-paths";
import {
  componentChange,
  componentFilter,
  componentOrder,
  newComponent,
  newComponents,
  statusHistoryQuery,
} from "./schema";

describe("a new component", () => {
  test.each([
    ["a name of 255 characters", { name: "n".repeat(255) }],
    ["a name of 255 emoji", { name: "😀".repeat(255) }],
    ["a description of 2,000 characters", { name: "Website", description: "d".repeat(2_000) }],
    ["a description of 2,000 emoji", { name: "Website", description: "😀".repeat(2_000) }],
    [
      "markup, quotes, and other scripts, which stay unchanged",
      { name: `<b>"Wéb" & 'サイト'</b> \u202e`, description: "a\nb\u0001" },
    ],
  ])("accepts %s", (_name, body) =>
    expect(newComponent.parse(body)).toEqual({ description: "", ...body }),
  );

  test("has a trimmed name and description; the description is optional", () => {
    expect(newComponent.parse({ name: "\t Web site ", description: "\n a  b \u00a0" })).toEqual({
      name: "Web site",
      description: "a  b",
    });
    for (const description of [undefined, "", " "])
      expect(newComponent.parse({ name: "Website", description }).description).toBe("");
  });

  test.each<[string, unknown, string[]]>([
    ["an empty object", {}, ["name"]],
    ["a blank name", { name: " \t\n" }, ["name"]],
    ["fields that are null", { name: null, description: null }, ["name", "description"]],
    ["wrong types", { name: 1, description: ["d"] }, ["name", "description"]],
    [
      "a name of 256 characters and a description of 2,001",
      { name: "n".repeat(256), description: "d".repeat(2_001) },
      ["name", "description"],
    ],
    [
      "a name of 256 emoji and a description of 2,001",
      { name: "😀".repeat(256), description: "😀".repeat(2_001) },
      ["name", "description"],
    ],
    ["NULs", { name: "a\0b", description: "\0" }, ["name", "description"]],
    ["lone surrogates", { name: "\ud83d", description: "\ude00 a" }, ["name", "description"]],
    [
      "an invalid group, date, and status",
      { name: "New", group_id: [], start_date: "soon", status: "up" },
      ["group_id", "start_date", "status"],
    ],
    ["an array", [{ name: "Website" }], [""]],
    ["a string", "Website", [""]],
    ["null", null, [""]],
  ])("with %s gets an error for each invalid field", (_name, body, paths) =>
    expect(listInvalidPaths(newComponent, body)).toEqual(paths),
  );
});

describe("new components", () => {
  test.each<[string, unknown, string[]]>([
    [
      "invalid fields",
      [{ name: "API" }, { name: " " }, { name: "Mail", description: 1 }, {}],
      ["components.1.name", "components.2.description", "components.3.name"],
    ],
    [
      "entries that are not objects",
      [{ name: "API" }, "Mail", null],
      ["components.1", "components.2"],
    ],
    ["no components", undefined, ["components"]],
    ["null for a list", null, ["components"]],
    ["a string for a list", "API", ["components"]],
    ["an empty string for a list", "", ["components"]],
    ["a long string for a list", "x".repeat(101), ["components"]],
    ["an empty list", [], ["components"]],
    ["101 entries", Array.from({ length: 101 }, () => ({ name: "API" })), ["components"]],
    ["50,000 numbers", Array.from({ length: 50_000 }, () => 0), ["components"]],
    ["100 entries", Array.from({ length: 100 }, () => ({ name: "API" })), []],
  ])("with %s have one error for each invalid field, with its path", (_name, components, paths) =>
    expect(listInvalidPaths(newComponents, { components })).toEqual(paths),
  );

  test("with an entry that is not an object have an error that explains the format", () =>
    expect(newComponents.safeParse({ components: ["Mail"] }).error!.issues).toMatchObject([
      { path: ["components", 0], message: "must be an object with a name" },
    ]));
});

test.each<[unknown, string[]]>([
  [
    {
      name: " ",
      description: null,
      group_id: 7,
      start_date: 0,
      status: "under_maintenance",
      archived: "no",
    },
    ["name", "description", "group_id", "start_date", "status", "archived"],
  ],
  [
    { name: "n".repeat(256), description: "d".repeat(2_001), status: null, archived: null },
    ["name", "description", "status", "archived"],
  ],
  [{ group_id: "\0" }, ["group_id"]],
  ...[
    "1969-12-31",
    "2026-02-30",
    "2026-2-3",
    "2026-11-20T00:00:00Z",
    "",
    "-000001-01-01",
    "+010000-01-01",
  ].map((start_date): [unknown, string[]] => [{ start_date }, ["start_date"]]),
  [[], [""]],
  [null, [""]],
])("the component change %j gets an error for each invalid field", (body, paths) =>
  expect(listInvalidPaths(componentChange, body)).toEqual(paths),
);

test("an order of components requires a list of strings", () => {
  for (const body of [{}, { component_ids: null }, { component_ids: "all" }])
    expect(listInvalidPaths(componentOrder, body)).toEqual(["component_ids"]);
  expect(listInvalidPaths(componentOrder, { component_ids: ["a", 1] })).toEqual([
    "component_ids.1",
  ]);
});

test("lists of components and of status changes reject invalid query values", () => {
  expect(listInvalidPaths(componentFilter, { archived: "maybe" })).toEqual(["archived"]);
  expect(listInvalidPaths(statusHistoryQuery, { before: "yesterday" })).toEqual(["before"]);
});
