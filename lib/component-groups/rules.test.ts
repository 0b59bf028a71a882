import { describe, expect, test } from "vitest";
import {
  type Arrangement,
  arrangeComponents,
  dropRow,
  listGroupIds,
  isSameArrangement,
  moveComponent,
  moveGroup,
  listComponentIds,
  findPosition,
  listRows,
  diffArrangements,
} from "./rules";

const groups = [{ id: "G" }, { id: "H" }];
const component = (id: string, group_id: string | null) => ({ id, group_id });
const start = arrangeComponents(
  [component("a", "G"), component("b", null), component("c", "H"), component("d", "G")],
  groups,
);
const format = (arrangement: Arrangement) =>
  arrangement
    .map(({ groupId, componentIds }) => `${groupId ?? ""}:${componentIds.join("")}`)
    .join(" ");

test("arrangeComponents: components without a group come first, then those of each group", () => {
  expect(format(start)).toBe(":b G:ad H:c");
  expect(listComponentIds(start)).toEqual(["b", "a", "d", "c"]);
  expect(listGroupIds(start)).toEqual(["G", "H"]);
  expect(findPosition(start, "d")).toEqual({ groupId: "G", index: 1, count: 2 });
  expect(findPosition(start, "x")).toBeNull();
});

test("arrangeComponents: a component of an unknown group has no group", () => {
  expect(format(arrangeComponents([component("a", "new")], groups))).toBe(":a G: H:");
});

test.each([
  ["down in its group", "a", "G", 1, ":b G:da H:c"],
  ["up in its group", "d", "G", 0, ":b G:da H:c"],
  ["to its current position", "a", "G", 0, ":b G:ad H:c"],
  ["to the end if the index is beyond it", "a", "G", 9, ":b G:da H:c"],
  ["to the end of another group", "a", "H", 1, ":b G:d H:ca"],
  ["out of its group", "a", null, 0, ":ab G:d H:c"],
])("moveComponent: a component moves %s", (_, id, groupId, index, expected) =>
  expect(format(moveComponent(start, id, groupId, index))).toBe(expected),
);

test("moveGroup: a group moves with its components", () => {
  expect(format(moveGroup(start, "H", 0))).toBe(":b H:c G:ad");
  expect(format(moveGroup(start, "G", 1))).toBe(":b H:c G:ad");
  expect(format(moveGroup(start, "x", 1))).toBe(format(start));
});

describe("dropRow", () => {
  test("moves the row to the position of the target", () => {
    expect(
      listRows(start)
        .map(({ id }) => id)
        .join(""),
    ).toBe("bGadHc");
    expect(format(dropRow(start, "a", "d"))).toBe(":b G:da H:c");
    expect(format(dropRow(start, "c", "a"))).toBe(":b G:cad H:");
    expect(format(dropRow(start, "b", "c"))).toBe(": G:ad H:cb");
  });

  test("changes the group of a component dropped on a heading", () => {
    expect(format(dropRow(start, "b", "G"))).toBe(": G:bad H:c");
    expect(format(dropRow(start, "a", "G"))).toBe(":ba G:d H:c");
    expect(format(dropRow(start, "c", "H"))).toBe(":b G:adc H:");
  });

  test("moves a heading with its components", () => {
    expect(format(dropRow(start, "H", "G"))).toBe(":b H:c G:ad");
    expect(format(dropRow(start, "G", "H"))).toBe(":b H:c G:ad");
  });

  test("changes nothing for a row dropped on itself or on an unknown row", () => {
    expect(dropRow(start, "a", "a")).toBe(start);
    expect(dropRow(start, "a", "x")).toBe(start);
    expect(dropRow(start, "x", "a")).toBe(start);
  });
});

describe("diffArrangements", () => {
  test("returns nothing for equal arrangements", () => {
    expect(diffArrangements(start, start)).toEqual({ groupOrder: null, order: null, moved: [] });
    expect(isSameArrangement(start, moveComponent(start, "a", "G", 0))).toBe(true);
  });

  test("returns only the order of groups if groups moved", () => {
    expect(diffArrangements(start, moveGroup(start, "H", 0))).toEqual({
      groupOrder: ["H", "G"],
      order: null,
      moved: [],
    });
  });

  test("returns the order of components, and those that moved to another group", () => {
    expect(diffArrangements(start, moveComponent(start, "a", "G", 1))).toEqual({
      groupOrder: null,
      order: ["b", "d", "a", "c"],
      moved: [],
    });
    expect(diffArrangements(start, moveComponent(start, "a", "H", 0))).toEqual({
      groupOrder: null,
      order: ["b", "d", "a", "c"],
      moved: [{ id: "a", groupId: "H" }],
    });
  });
});
