import { CsvError, parse } from "csv-parse";
import { parse as parseNow } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { invalid, Problem } from "@/lib/errors";
import type { Subscriber } from "./queries";
import { newSubscriber, type NewSubscriber } from "./schema";

/** The columns of a file of subscribers. Only `address` must be there. */
export const columns = ["channel", "address", "components", "contact_email", "confirmed"] as const;
type Column = (typeof columns)[number];
type Cells = Record<Column, string>;

type Named = { id: string; name: string };

/** A row of a file: what it asks for, or why it cannot be understood. `line` is where it ends, from 1. */
export type Row = { line: number } & ({ wanted: Wanted } | { message: string });
export type Wanted = { subscriber: NewSubscriber; /** Ids or names of components; none means everything. */ components: string[] };

const SEPARATOR = ";";
const CHUNK_LENGTH = 65_536;
const LINE_END = /\r\n|\n|\r/;
/** Rows that are read before others get their turn. */
const ROWS_PER_TURN = 100;
/** What a spreadsheet takes for a formula, or for our mark before one. */
const FORMULA = /^'*[=+\-@\t\r]/;
const MARKED = /^'+[=+\-@\t\r]/;

/** A cell that no spreadsheet runs: a mark goes before what looks like a formula. {@link unguard} takes it away. */
export const guard = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell);
export const unguard = (cell: string): string => (MARKED.test(cell) ? cell.slice(1) : cell);

/** Writes a file's header. */
export const formatHeader = (): string => write([[...columns]]);

/** Writes rows of a file. A component is called by its name where that says which one is meant, else by its id. */
export function formatRows(subscribers: readonly Subscriber[], components: readonly Named[]): string {
  const words = wordsOf(components);
  return write(
    subscribers.map(({ channel, address, componentIds, contactEmail, state }) => [
      channel,
      address,
      componentIds.map((id) => words.get(id) ?? id).join(SEPARATOR),
      contactEmail ?? "",
      String(state !== "unconfirmed"),
    ]),
  );
}

const write = (rows: string[][]): string =>
  stringify(
    rows.map((cells) => cells.map(guard)),
    { record_delimiter: "windows" },
  );

function wordsOf(components: readonly Named[]): Map<string, string> {
  const ids = new Set(components.map(({ id }) => id));
  const count = new Map<string, number>();
  for (const { name } of components) count.set(name, (count.get(name) ?? 0) + 1);
  const isClear = (name: string) => count.get(name) === 1 && !ids.has(name) && !name.includes(SEPARATOR) && name === name.trim() && name !== "";
  return new Map(components.map(({ id, name }) => [id, isClear(name) ? name : id]));
}

/** Ids of the components that a row calls by id or exact name, once each; or why it cannot be said which they are. */
export function findNamed(words: readonly string[], components: readonly Named[]): string[] | string {
  const byId = new Set(components.map(({ id }) => id));
  const found = new Set<string>();
  for (const word of words) {
    const ids = byId.has(word) ? [word] : components.filter(({ name }) => name === word).map(({ id }) => id);
    if (ids.length === 0) return `there is no component ${JSON.stringify(word)}`;
    if (ids.length > 1) return `there are ${ids.length} components ${JSON.stringify(word)}: use the id`;
    found.add(ids[0]!);
  }
  return [...found];
}

/** Reads a file. A row that cannot be understood says so and spoils no other; 400 when the header cannot be, 413 past `maxRows`. */
export async function readRows(file: string, maxRows: number): Promise<Row[]> {
  const [header, ...records] = await readRecords(file, maxRows + 1);
  if (header === undefined) throw invalid([{ path: "", message: "the file has no header" }]);
  const places = readHeader("cells" in header ? header.cells : []);
  const rows: Row[] = [];
  for (const [index, record] of records.entries()) {
    if (index % ROWS_PER_TURN === 0) await nextTurn();
    if ("message" in record) rows.push(record);
    else if (record.cells.some((cell) => cell.trim() !== "")) rows.push({ line: record.line, ...readRow(places, record.cells) });
  }
  return rows;
}

type RawRecord = { line: number } & ({ cells: string[] } | { message: string });

async function readRecords(file: string, most: number): Promise<RawRecord[]> {
  const records: RawRecord[] = [];
  const add = (record: RawRecord) => {
    if (records.push(record) > most) throw new Problem("too_large", `A file may have at most ${most - 1} rows.`);
  };
  try {
    const parser = Readable.from(chunksOf(file)).pipe(parse({ bom: true, info: true, relax_column_count: true, skip_empty_lines: true }));
    for await (const { info, record } of parser as AsyncIterable<{ info: { lines: number }; record: string[] }>) {
      add({ line: info.lines, cells: record });
      // The stream alone would not let go: it has the next rows already.
      if (records.length % ROWS_PER_TURN === 0) await nextTurn();
    }
    return records;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
  }
  // A quote is out of order somewhere. Each line is a row of its own then, so that none swallows those behind it.
  records.length = 0;
  for (const [index, line] of file.split(LINE_END).entries()) {
    if (line !== "") add({ line: index + 1, ...readLine(line) });
    if (index % ROWS_PER_TURN === 0) await nextTurn();
  }
  return records;
}

function readLine(line: string): { cells: string[] } | { message: string } {
  try {
    return { cells: (parseNow(line, { bom: true, relax_column_count: true }) as string[][])[0] ?? [] };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { message: error.code === "CSV_QUOTE_NOT_CLOSED" ? "a quote is opened and not closed" : "the quotes are not in order" };
  }
}

function* chunksOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += CHUNK_LENGTH) yield text.slice(start, start + CHUNK_LENGTH);
}

function readHeader(record: readonly string[]): (Column | undefined)[] {
  const names = record.map((name) => name.trim().toLowerCase());
  const header = names.map((name) => columns.find((column) => column === name));
  if (!header.includes("address")) throw invalid([{ path: "", message: `the header must name the columns, of which there are ${columns.join(", ")}` }]);
  const twice = header.find((column, index) => column !== undefined && header.indexOf(column) !== index);
  if (twice !== undefined) throw invalid([{ path: "", message: `the header names ${twice} twice` }]);
  return header;
}

const words: Record<string, boolean> = { "": false, true: true, yes: true, 1: true, false: false, no: false, 0: false };

function readRow(header: readonly (Column | undefined)[], record: readonly string[]): { wanted: Wanted } | { message: string } {
  const cells: Cells = { channel: "", address: "", components: "", contact_email: "", confirmed: "" };
  header.forEach((column, index) => {
    if (column !== undefined) cells[column] = unguard(record[index] ?? "").trim();
  });
  const confirmed = words[cells.confirmed.toLowerCase()];
  if (confirmed === undefined) return { message: "confirmed must be true or false" };
  const parsed = newSubscriber.safeParse({
    channel: cells.channel.toLowerCase() || "email",
    address: cells.address,
    contact_email: cells.contact_email || null,
    skip_confirmation: confirmed,
  });
  if (!parsed.success) return { message: parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`).join("; ") };
  const components = cells.components.split(SEPARATOR).map((word) => word.trim()).filter(Boolean);
  return { wanted: { subscriber: parsed.data, components } };
}
