import { expect, test } from "vitest";
import {
  type TextEdit,
  insertLink,
  type TextSelection,
  toggleCode,
  toggleList,
  toggleMark,
} from "./markdown-edits";

/** Selections are in braces: `a {b} c`. */
function parse(text: string): TextSelection {
  const [start, end] = [text.indexOf("{"), text.indexOf("}") - 1];
  return { value: text.replace(/[{}]/g, ""), start, end };
}

function apply(text: string, toEdit: (selection: TextSelection) => TextEdit): string {
  const selection = parse(text);
  const { from, to, text: inserted, select } = toEdit(selection);
  const value = selection.value.slice(0, from) + inserted + selection.value.slice(to);
  const [start, end] = select;
  return `${value.slice(0, start)}{${value.slice(start, end)}}${value.slice(end)}`;
}

const bold = (selection: TextSelection) => toggleMark(selection, "**");
const italic = (selection: TextSelection) => toggleMark(selection, "*");

test.each([
  ["a {b} c", "a **{b}** c"],
  ["a{ b }c", "a **{b}** c"],
  ["{}", "**{}**"],
  ["a **{b}** c", "a {b} c"],
  ["*{b}*", "***{b}***"],
  ["***{b}***", "*{b}*"],
  ["**`{b}`**", "**`**{b}**`**"],
])("bold: %s becomes %s", (before, after) => expect(apply(before, bold)).toBe(after));

test.each([
  ["a {b}", "a *{b}*"],
  ["*{b}*", "{b}"],
  ["**{b}**", "***{b}***"],
  ["***{b}***", "**{b}**"],
])("italic: %s becomes %s", (before, after) => expect(apply(before, italic)).toBe(after));

test.each([
  ["see {this} now", "see [this]({https://}) now"],
  ["see {https://a.example/} now", "see [{}](https://a.example/) now"],
  ["see {}", "see [{}](https://)"],
])("link: %s becomes %s", (before, after) => expect(apply(before, insertLink)).toBe(after));

test.each([
  ["run {df} now", "run `{df}` now"],
  ["run `{df}` now", "run {df} now"],
  ["***`{df}`***", "***{df}***"],
  ["{a\nb}", "```\n{a\nb}\n```\n"],
  ["x {a\nb\n}\nc", "x \n```\n{a\nb\n}```\nc"],
])("code: %j becomes %j", (before, after) => expect(apply(before, toggleCode)).toBe(after));

test.each([
  ["a\n{}", "a\n- {}"],
  ["a{}b\nc", "- ab{}\nc"],
  ["x\n{a\nb}\ny", "x\n{- a\n- b}\ny"],
  ["{- a\n- b}", "{a\nb}"],
  ["{- a\nb}", "{- a\n- b}"],
  ["{a\n}b", "{- a}\nb"],
])("list: %j becomes %j", (before, after) => expect(apply(before, toggleList)).toBe(after));
