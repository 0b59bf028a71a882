/** What Next hands a page as its query. */
export type Query = Promise<Record<string, string | string[] | undefined>>;

/** The token in a page's query; empty when there is none. */
export async function tokenOf(query: Query): Promise<string> {
  return [(await query).token ?? ""].flat().at(-1) ?? "";
}
