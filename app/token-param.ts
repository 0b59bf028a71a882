export type Query = Promise<Record<string, string | string[] | undefined>>;

/** The `token` query parameter, or an empty string. */
export async function readTokenParam(query: Query): Promise<string> {
  return [(await query).token ?? ""].flat().at(-1) ?? "";
}
