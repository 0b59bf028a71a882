/** The number of IDs is limited, because Prisma binds at most 999 values per query on SQLite. */
const IDS_PER_QUERY = 500;

export async function readByIds<Row>(
  ids: readonly string[],
  read: (ids: string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const chunks: Row[][] = [];
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY)
    chunks.push(await read(ids.slice(start, start + IDS_PER_QUERY)));
  return chunks.flat();
}

/**
 * Returns a function that returns a parent's rows. Use it instead of nested reads with `orderBy` or
 * `take`, because Prisma can't split those into several queries.
 */
export async function readChildren<Row>(
  parentIds: readonly string[],
  read: (parentIds: string[]) => Promise<Row[]>,
  getParentId: (row: Row) => string,
): Promise<(parentId: string) => Row[]> {
  const children = groupRows(await readByIds(parentIds, read), getParentId);
  return (parentId) => children.get(parentId) ?? [];
}

export function groupRows<Row, Key>(
  rows: readonly Row[],
  getKey: (row: Row) => Key,
): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(getKey(row));
    if (group === undefined) groups.set(getKey(row), [row]);
    else group.push(row);
  }
  return groups;
}
