import { expect, test } from "vitest";
import { renumber } from "./renumber";

const graphOf = (...bytes: number[]) => Buffer.from(bytes).toString("base64url");
const bytesOf = (graph: string) => [...Buffer.from(graph, "base64url")];
/** `name` from 2048 on, in base 128. */
const moved = (name: number) => [128 + name, 16];

const strings = ["where", "State", "id"];
const graph = graphOf(
  ...[2, 1, 1], // two nodes of input, one of output, one root
  ...[1, ...[0, ...[5, 0], 1, 2, 9]], // one edge: where, two bytes, the first node, the enum State, flags
  ...[0],
  ...[2, ...[2, 0, 200, 1], ...[0, 1, 0]], // two edges, one of them with a number of two bytes
  ...[2, 1, 0], // the root
);

test("names are numbered from 2048 on, all other numbers stay, and none stays none", () => {
  const { strings: names, graph: renumbered } = renumber({ strings, graph });
  expect(names.slice(-3)).toEqual(strings);
  expect(names.indexOf("where")).toBe(2_048);
  expect(bytesOf(renumbered)).toEqual([
    ...[2, 1, 1],
    ...[1, ...moved(0), 5, 0, 1, ...[130, 16], 9],
    ...[0],
    ...[2, ...moved(2), 0, 200, 1, ...moved(0), 1, 0],
    ...[...moved(2), 1, 0],
  ]);
});

test.each([
  ["ends too early", graphOf(...bytesOf(graph).slice(0, -1)), "too early"],
  ["goes on behind its end", graphOf(...bytesOf(graph), 0), "behind its end"],
  ["names what is in no list", graphOf(0, 0, 1, 3, 0, 0), "in no list"],
])("a graph that %s is refused", (_, graph, message) => {
  expect(() => renumber({ strings, graph })).toThrow(message);
});
