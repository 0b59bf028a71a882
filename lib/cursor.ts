import { z } from "zod";
import { wholeNumber } from "./validation";

export const cursorField = <Cursor>(parse: (text: string) => Cursor | null) =>
  z
    .string()
    .transform((text, context) => {
      const cursor = parse(text);
      if (cursor !== null) return cursor;
      context.addIssue({
        code: "custom",
        message: "must be a cursor from a `Link` header of this list",
      });
      return z.NEVER;
    })
    .meta({ description: "Cursor of the page, from the `Link` header of the previous page." });

/** Validates the `limit` of a list. */
export const pageLimit = (max: number) =>
  wholeNumber(max)
    .optional()
    .meta({ description: `Maximum number of entries per page, up to ${max}.` });

export const parseIdCursor = (text: string): string | null =>
  /^[0-9a-f-]{36}$/.test(text) ? text : null;

/** The query of a list that has no filters. */
export const idPage = z.object({ before: cursorField(parseIdCursor).optional() });

export function takePage<Row>(rows: Row[], size: number): { page: Row[]; last: Row | null } {
  const page = rows.slice(0, size);
  return { page, last: rows.length > size ? page.at(-1)! : null };
}

export type TimeCursor = { at: Date; id: string };
/** The cursor of the next page: the last entry's ID, or its time and ID. */
export type Cursor = string | TimeCursor;

export const formatTimeCursor = ({ at, id }: TimeCursor): string =>
  `${at.getTime().toString(36)}.${id}`;

export function parseTimeCursor(cursor: string): TimeCursor | null {
  const [, time, rest] = /^(-?[0-9a-z]{1,11})\.(.*)$/s.exec(cursor) ?? [];
  const id = parseIdCursor(rest ?? "");
  if (time === undefined || id === null) return null;
  const at = new Date(Number.parseInt(time, 36));
  const year = at.getUTCFullYear();
  // PostgreSQL has no year 0.
  return year >= 1 && year <= 9999 ? { at, id } : null;
}
