import { expect, test } from "vitest";
import { moveBack } from "./use-arrangement";

const arrange = (ungrouped: string[], grouped?: string[]) => [
  { groupId: null, componentIds: ungrouped },
  ...(grouped === undefined ? [] : [{ groupId: "payments", componentIds: grouped }]),
];

test("moveBack: reverts only the moved components, and keeps later moves of others", () => {
  const before = arrange(["a", "b", "c", "d"], ["e"]);
  expect(moveBack(arrange(["d", "c"], ["e", "a", "b"]), before, ["b", "a"])).toEqual(
    arrange(["a", "b", "d", "c"], ["e"]),
  );
});

test("moveBack: leaves components whose group was deleted, and ignores removed components", () => {
  const before = arrange(["a"], ["b", "c"]);
  expect(moveBack(arrange(["a", "b"]), before, ["b", "c"])).toEqual(arrange(["a", "b"]));
});
