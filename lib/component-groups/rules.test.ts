import { describe, expect, test } from "vitest";
import { type Arrangement, arrange, dropRow, groupOrderOf, isSameArrangement, moveComponent, moveGroup, orderOf, placeOf, rowsOf, stepsBetween } from "./rules";

const groups = [{ id: "G" }, { id: "H" }];
const component = (id: string, group_id: string | null) => ({ id, group_id });
const start = arrange([component("a", "G"), component("b", null), component("c", "H"), component("d", "G")], groups);
const written = (arrangement: Arrangement) => arrangement.map(({ groupId, componentIds }) => `${groupId ?? ""}:${componentIds.join("")}`).join(" ");

test("components stand under their groups, those of none first", () => {
  expect(written(start)).toBe(":b G:ad H:c");
  expect(orderOf(start)).toEqual(["b", "a", "d", "c"]);
  expect(groupOrderOf(start)).toEqual(["G", "H"]);
  expect(placeOf(start, "d")).toEqual({ groupId: "G", index: 1, count: 2 });
  expect(placeOf(start, "x")).toBeNull();
});

test("a component of a group that is not known yet stands with those of none", () => {
  expect(written(arrange([component("a", "new")], groups))).toBe(":a G: H:");
});

test.each([
  ["down in its group", "a", "G", 1, ":b G:da H:c"],
  ["up in its group", "d", "G", 0, ":b G:da H:c"],
  ["to where it stands", "a", "G", 0, ":b G:ad H:c"],
  ["beyond the end", "a", "G", 9, ":b G:da H:c"],
  ["to the end of another group", "a", "H", 1, ":b G:d H:ca"],
  ["out of its group", "a", null, 0, ":ab G:d H:c"],
])("a component moves %s", (_, id, groupId, index, expected) => expect(written(moveComponent(start, id, groupId, index))).toBe(expected));

test("a group moves with all that is in it", () => {
  expect(written(moveGroup(start, "H", 0))).toBe(":b H:c G:ad");
  expect(written(moveGroup(start, "G", 1))).toBe(":b H:c G:ad");
  expect(written(moveGroup(start, "x", 1))).toBe(written(start));
});

describe("a row that is dropped", () => {
  test("comes to stand where the other stood", () => {
    expect(rowsOf(start).map(({ id }) => id).join("")).toBe("bGadHc");
    expect(written(dropRow(start, "a", "d"))).toBe(":b G:da H:c");
    expect(written(dropRow(start, "c", "a"))).toBe(":b G:cad H:");
    expect(written(dropRow(start, "b", "c"))).toBe(": G:ad H:cb");
  });

  test("changes its group over a heading", () => {
    expect(written(dropRow(start, "b", "G"))).toBe(": G:bad H:c");
    expect(written(dropRow(start, "a", "G"))).toBe(":ba G:d H:c");
    expect(written(dropRow(start, "c", "H"))).toBe(":b G:adc H:");
  });

  test("takes a group along", () => {
    expect(written(dropRow(start, "H", "G"))).toBe(":b H:c G:ad");
    expect(written(dropRow(start, "G", "H"))).toBe(":b H:c G:ad");
  });

  test("stays on itself, and on what is not there", () => {
    expect(dropRow(start, "a", "a")).toBe(start);
    expect(dropRow(start, "a", "x")).toBe(start);
    expect(dropRow(start, "x", "a")).toBe(start);
  });
});

describe("the way from one arrangement to another", () => {
  test("is nothing where they are the same", () => {
    expect(stepsBetween(start, start)).toEqual({ groupOrder: null, order: null, moved: [] });
    expect(isSameArrangement(start, moveComponent(start, "a", "G", 0))).toBe(true);
  });

  test("is an order of groups alone when groups moved", () => {
    expect(stepsBetween(start, moveGroup(start, "H", 0))).toEqual({ groupOrder: ["H", "G"], order: null, moved: [] });
  });

  test("is an order of components, and of those that changed their group", () => {
    expect(stepsBetween(start, moveComponent(start, "a", "G", 1))).toEqual({ groupOrder: null, order: ["b", "d", "a", "c"], moved: [] });
    expect(stepsBetween(start, moveComponent(start, "a", "H", 0))).toEqual({ groupOrder: null, order: ["b", "d", "a", "c"], moved: [{ id: "a", groupId: "H" }] });
  });
});
