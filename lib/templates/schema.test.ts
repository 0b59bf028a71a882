import { expect, test } from "vitest";
import { listInvalidPaths } from "@/e2e/support/invalid-paths";
import { newTemplate, templateFilter } from "./schema";

test.each<[Record<string, unknown>, string[]]>([
  [{}, ["kind"]],
  [{ kind: "postmortem" }, ["kind"]],
  [{ kind: "incident", component_ids: ["\0"] }, ["name", "title", "component_ids.0", "impact"]],
  [{ kind: "incident" }, ["name", "title", "impact"]],
  [
    { kind: "maintenance", name: " ", title: "x".repeat(256), status: "monitoring", body: "a\0" },
    ["name", "title", "body", "status"],
  ],
  [
    {
      kind: "incident",
      name: "a\0",
      title: "\ud800",
      impact: "huge",
      status: "scheduled",
      component_ids: [1],
    },
    ["name", "title", "component_ids.0", "status", "impact"],
  ],
  [
    { kind: "update", name: "Fixed", title: "Fixed", component_ids: ["x"] },
    ["title", "body", "component_ids", "status"],
  ],
])("a new template with %j is rejected with an error for every invalid field", (body, paths) =>
  expect(listInvalidPaths(newTemplate, body)).toEqual(paths),
);

test("the filter of the template list rejects an unknown kind", () => {
  expect(listInvalidPaths(templateFilter, { kind: "postmortem" })).toEqual(["kind"]);
});
