import { CsvError, parse } from "csv-parse";
import { parse as parseSync } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { Readable } from "node:stream";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { invalidField, Problem } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { groupRows } from "@/lib/relations";
import { escapeFormulas, unescapeFormulas } from "./values";
import type { Subscriber } from "./queries";
import { newSubscriber, type NewSubscriber } from "./schema";

export const csvColumns = [
  "channel",
  "address",
  "components",
  "contact_email",
  "confirmed",
  "component_updates",
  "language",
] as const;
type Column = (typeof csvColumns)[number];
type Cells = Record<Column, string>;

type Named = { id: string; name: string };

/** A row of an imported file. `line` is the number of its last line, starting at 1. */
export type CsvRow = { line: number } & ({ parsed: ParsedSubscriber } | { message: string });
export type ParsedSubscriber = {
  subscriber: NewSubscriber;
  components: string[];
};

const SEPARATOR = ";";
const CHUNK_LENGTH = 65_536;
const LINE_END = /\r\n|\n|\r/;
const ROWS_PER_YIELD = 100;

export const formatHeader = (): string => write([[...csvColumns]]);

/** Returns subscribers as CSV rows, with component names, or IDs if imports can't use the name. */
export function formatRows(
  subscribers: readonly Subscriber[],
  components: readonly Named[],
): string {
  const labels = createComponentLabels(components);
  return write(
    subscribers.map(({ channel, address, componentIds, ...subscriber }) => [
      channel,
      address,
      componentIds.map((id) => labels.get(id) ?? id).join(SEPARATOR),
      subscriber.contactEmail ?? "",
      String(subscriber.state !== "unconfirmed"),
      String(subscriber.componentUpdates),
      subscriber.language ?? "",
    ]),
  );
}

const write = (rows: string[][]): string =>
  stringify(
    rows.map((cells) => cells.map(escapeFormulas)),
    { record_delimiter: "windows" },
  );

function createComponentLabels(components: readonly Named[]): Map<string, string> {
  const ids = new Set(components.map(({ id }) => id));
  const counts = new Map<string, number>();
  for (const { name } of components) counts.set(name, (counts.get(name) ?? 0) + 1);
  const isUnambiguous = (name: string) =>
    counts.get(name) === 1 &&
    !ids.has(name) &&
    !name.includes(SEPARATOR) &&
    name === name.trim() &&
    name !== "";
  return new Map(components.map(({ id, name }) => [id, isUnambiguous(name) ? name : id]));
}

/** Finds components by ID and by name. */
export type ComponentIndex = { ids: ReadonlySet<string>; byName: ReadonlyMap<string, Named[]> };

export const indexComponents = (components: readonly Named[]): ComponentIndex => ({
  ids: new Set(components.map(({ id }) => id)),
  byName: groupRows(components, ({ name }) => name),
});

/** Returns the IDs of components by their names or IDs, or an error. */
export function findComponentIds(
  words: readonly string[],
  { ids: known, byName }: ComponentIndex,
): string[] | string {
  const unique = new Set(words);
  if (unique.size > limits.componentIds)
    return `components must have at most ${limits.componentIds} entries`;
  const found = new Set<string>();
  for (const word of unique) {
    const ids = known.has(word) ? [word] : (byName.get(word) ?? []).map(({ id }) => id);
    if (ids.length === 0)
      return `component ${JSON.stringify(word)} not found. Use the name or ID of an existing component`;
    if (ids.length > 1)
      return `${ids.length} components are named ${JSON.stringify(word)}. Use the component ID`;
    found.add(ids[0]!);
  }
  return [...found];
}

/**
 * Parses a CSV file. An invalid row gets an error message. Throws 400 if the header is invalid, and
 * 413 if the file has more than `maxRows` rows.
 */
export async function parseRows(file: string, maxRows: number): Promise<CsvRow[]> {
  const [headerRecord, ...records] = await readRecords(file, maxRows + 1);
  if (headerRecord === undefined)
    throw invalidField("", "the file has no header row. Add one with at least the address column");
  const header = parseHeader("cells" in headerRecord ? headerRecord.cells : []);
  const rows: CsvRow[] = [];
  for (const [index, record] of records.entries()) {
    if (index % ROWS_PER_YIELD === 0) await yieldToEventLoop();
    if ("message" in record) rows.push(record);
    else if (record.cells.some((cell) => cell.trim() !== ""))
      rows.push({ line: record.line, ...parseRow(header, record.cells) });
  }
  return rows;
}

type RawRecord = { line: number } & ({ cells: string[] } | { message: string });

async function readRecords(file: string, maxRecords: number): Promise<RawRecord[]> {
  const records: RawRecord[] = [];
  const add = (record: RawRecord) => {
    if (records.push(record) > maxRecords)
      throw new Problem(
        "too_large",
        `The file has more than ${maxRecords - 1} rows. Split it into smaller files.`,
      );
  };
  try {
    const parser = Readable.from(splitIntoChunks(file)).pipe(
      parse({ bom: true, info: true, relax_column_count: true, skip_empty_lines: true }),
    );
    for await (const { info, record } of parser as AsyncIterable<{
      info: { lines: number };
      record: string[];
    }>) {
      add({ line: info.lines, cells: record });
      // The parser doesn't yield to the event loop while it has buffered rows.
      if (records.length % ROWS_PER_YIELD === 0) await yieldToEventLoop();
    }
    return records;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
  }
  // If a quote is invalid, parses each line separately, so that other rows can be imported.
  records.length = 0;
  for (const [index, line] of file.split(LINE_END).entries()) {
    if (line !== "") add({ line: index + 1, ...parseLine(line) });
    if (index % ROWS_PER_YIELD === 0) await yieldToEventLoop();
  }
  return records;
}

function parseLine(line: string): { cells: string[] } | { message: string } {
  try {
    return {
      cells: (parseSync(line, { bom: true, relax_column_count: true }) as string[][])[0] ?? [],
    };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return {
      message:
        error.code === "CSV_QUOTE_NOT_CLOSED"
          ? "a quotation mark is not closed"
          : "a quotation mark is in the wrong place",
    };
  }
}

function* splitIntoChunks(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const chunk = text.slice(start, start + CHUNK_LENGTH);
    // Each chunk is encoded on its own, so it must not end with half of a surrogate pair.
    const end = chunk.isWellFormed() ? chunk.length : Math.max(1, chunk.length - 1);
    yield text.slice(start, start + end);
    start += end;
  }
}

function parseHeader(record: readonly string[]): (Column | undefined)[] {
  const names = record.map((name) => name.trim().toLowerCase());
  const header = names.map((name) => csvColumns.find((column) => column === name));
  if (!header.includes("address"))
    throw invalidField(
      "",
      `the header row must contain the address column. Available columns: ${csvColumns.join(", ")}`,
    );
  const repeated = header.find(
    (column, index) => column !== undefined && header.indexOf(column) !== index,
  );
  if (repeated !== undefined)
    throw invalidField(
      "",
      `the header row contains ${repeated} more than once. Remove the repeated column`,
    );
  return header;
}

const booleans: Record<string, boolean> = {
  "": false,
  true: true,
  yes: true,
  1: true,
  false: false,
  no: false,
  0: false,
};

function parseRow(
  header: readonly (Column | undefined)[],
  record: readonly string[],
): { parsed: ParsedSubscriber } | { message: string } {
  const cells = Object.fromEntries(csvColumns.map((column) => [column, ""])) as Cells;
  header.forEach((column, index) => {
    if (column !== undefined) cells[column] = unescapeFormulas(record[index] ?? "").trim();
  });
  const confirmed = booleans[cells.confirmed.toLowerCase()];
  if (confirmed === undefined) return { message: "confirmed must be true or false" };
  const componentUpdates = booleans[cells.component_updates.toLowerCase()];
  if (componentUpdates === undefined) return { message: "component_updates must be true or false" };
  const parsed = newSubscriber.safeParse({
    channel: cells.channel.toLowerCase() || "email",
    address: cells.address,
    contact_email: cells.contact_email || null,
    skip_confirmation: confirmed,
    language: cells.language.toLowerCase() || undefined,
    component_updates: cells.component_updates === "" ? undefined : componentUpdates,
  });
  if (!parsed.success)
    return {
      message: parsed.error.issues
        .map(({ path, message }) => `${path.join(".")} ${message}`)
        .join("; "),
    };
  const components = cells.components
    .split(SEPARATOR)
    .map((word) => word.trim())
    .filter(Boolean);
  return { parsed: { subscriber: parsed.data, components } };
}
