import type { Tx } from "./db/client";
import { constant, listed, sql } from "./statements";

const POSITIONS_PER_STATEMENT = 1_000;

/** Sets the positions of rows. No other row may have one of these positions at that moment. */
export async function updatePositions(
  tx: Tx,
  table: "components" | "component_groups",
  positions: { id: string; position: number }[],
  updatedAt: Date,
): Promise<void> {
  for (let start = 0; start < positions.length; start += POSITIONS_PER_STATEMENT) {
    const rows = positions
      .slice(start, start + POSITIONS_PER_STATEMENT)
      .map(({ id, position }) => sql`(${id}, CAST(${position} AS INTEGER))`);
    // Both engines name the columns of VALUES this way.
    await tx.$executeRaw`UPDATE ${constant(table)} SET position = new.column2, updated_at = ${updatedAt}
      FROM (VALUES ${listed(rows)}) AS new WHERE id = new.column1`;
  }
}
