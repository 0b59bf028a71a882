export type TextSelection = { value: string; start: number; end: number };
export type TextEdit = {
  from: number;
  to: number;
  text: string;
  select: [start: number, end: number];
};

/** Adds or removes marks such as `**`. Spaces at the ends of the selection stay outside of them. */
export function toggleMark({ value, start, end }: TextSelection, mark: string): TextEdit {
  const selected = value.slice(start, end);
  const from = start + (selected.trim() === "" ? 0 : selected.length - selected.trimStart().length);
  const to = selected.trim() === "" ? end : end - (selected.length - selected.trimEnd().length);
  const text = value.slice(from, to);
  const [before, after] = [value.slice(0, from), value.slice(to)];
  if (hasMark(before, mark, "end") && hasMark(after, mark, "start")) {
    const outer = { from: from - mark.length, to: to + mark.length };
    return { ...outer, text, select: [outer.from, outer.from + text.length] };
  }
  const inner = from + mark.length;
  return { from, to, text: mark + text + mark, select: [inner, inner + text.length] };
}

function hasMark(text: string, mark: string, side: "start" | "end"): boolean {
  const found = side === "end" ? /(\*{1,4}|`{1,4})$/.exec(text.slice(-4)) : /^(\*+|`+)/.exec(text);
  // Three asterisks are both bold and italic.
  return found?.[0] === mark || (found?.[0] === "***" && mark !== "`");
}

const URL_PATTERN = /^(https?:\/\/|mailto:)\S+$/i;
const PLACEHOLDER = "https://";

/** Inserts a link, and selects the part that the user must type: its URL or its label. */
export function insertLink({ value, start, end }: TextSelection): TextEdit {
  const selected = value.slice(start, end);
  if (URL_PATTERN.test(selected))
    return { from: start, to: end, text: `[](${selected})`, select: [start + 1, start + 1] };
  const url = start + selected.length + "[](".length;
  const text = `[${selected}](${PLACEHOLDER})`;
  const select: TextEdit["select"] =
    selected === "" ? [start + 1, start + 1] : [url, url + PLACEHOLDER.length];
  return { from: start, to: end, text, select };
}

const BLOCK_MARK = "```";

/** Turns several lines into a code block. Within one line, adds or removes inline code. */
export function toggleCode(selection: TextSelection): TextEdit {
  const { value, start, end } = selection;
  const selected = value.slice(start, end);
  if (!selected.includes("\n")) return toggleMark(selection, "`");
  const open = `${start === 0 || value[start - 1] === "\n" ? "" : "\n"}${BLOCK_MARK}\n`;
  const close = `${selected.endsWith("\n") ? "" : "\n"}${BLOCK_MARK}${value[end] === "\n" ? "" : "\n"}`;
  const from = start + open.length;
  return {
    from: start,
    to: end,
    text: open + selected + close,
    select: [from, from + selected.length],
  };
}

export function toggleList({ value, start, end }: TextSelection): TextEdit {
  const from = value.lastIndexOf("\n", start - 1) + 1;
  const next = value.indexOf("\n", Math.max(start, end - 1));
  const to = next === -1 ? value.length : next;
  const lines = value.slice(from, to).split("\n");
  const isList = lines.every((line) => line.startsWith("- "));
  const changed = lines.map((line) => (isList ? line.slice(2) : `- ${line.replace(/^- /, "")}`));
  const text = changed.join("\n");
  const caret = from + text.length;
  return { from, to, text, select: start === end ? [caret, caret] : [from, caret] };
}
