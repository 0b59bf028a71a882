import type { Tx } from "./db/database";
import { unescapedSql, joinValues, sql } from "./statements";

const POSITIONS_PER_STATEMENT = 1_000;

/**
 * Saves positions. New positions of components must not be in use, because they are unique in an
 * organization. Positions of groups may be in use.
 */
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
    // In both engines, `column2` is the name of the second column of VALUES.
    await tx.$executeRaw`UPDATE ${unescapedSql(table)} SET position = new.column2, updated_at = ${updatedAt}
      FROM (VALUES ${joinValues(rows)}) AS new WHERE id = new.column1`;
  }
}
