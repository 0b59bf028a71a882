import { z } from "zod";

/** A query's `before`: a place in a list, in the opaque form in which its `Link` header gave it out. */
export const cursorField = <Cursor>(parse: (text: string) => Cursor | null) =>
  z
    .string()
    .transform((text, context) => {
      const cursor = parse(text);
      if (cursor !== null) return cursor;
      context.addIssue({ code: "custom", message: "is not a cursor of this list" });
      return z.NEVER;
    })
    .meta({ description: "Where the page begins: from the `Link` header of the page before it." });

/** An id as a cursor has it, or null. For lists that are sorted by id, it is all of the cursor. */
export const cursorId = (text: string): string | null => (/^[0-9a-f-]{36}$/.test(text) ? text : null);

/** The page in the rows of a query that asked for one more than fits, and its last row if others lie behind it. */
export function cutPage<Row>(rows: Row[], size: number): { page: Row[]; last: Row | null } {
  const page = rows.slice(0, size);
  return { page, last: rows.length > size ? page.at(-1)! : null };
}

/** A place in a list that is sorted by a time, then by id. */
export type Moment = { at: Date; id: string };

/** The opaque form of a {@link Moment}. */
export const formatMoment = ({ at, id }: Moment): string => `${at.getTime().toString(36)}.${id}`;

/** The moment that {@link formatMoment} wrote, or null. */
export function parseMoment(cursor: string): Moment | null {
  const [, time, rest] = /^(-?[0-9a-z]{1,11})\.(.*)$/s.exec(cursor) ?? [];
  const id = cursorId(rest ?? "");
  if (time === undefined || id === null) return null;
  const at = new Date(Number.parseInt(time, 36));
  const year = at.getUTCFullYear();
  return year >= 0 && year <= 9999 ? { at, id } : null;
}
