export type Query = Promise<Record<string, string | string[] | undefined>>;

export async function readTokenParam(query: Query): Promise<string> {
  return [(await query).token ?? ""].flat().at(-1) ?? "";
}
