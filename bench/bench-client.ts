export const BENCH_PASSWORD = "correct horse battery staple";

/** A signed-in client. */
export type BenchClient = ReturnType<typeof createBenchClient>;

export async function registerUser(url: string, email: string): Promise<BenchClient> {
  const body = { email, password: BENCH_PASSWORD, name: "Bench" };
  const { headers } = await call(url, "POST", "/v1/auth/register", body);
  return createBenchClient(url, headers.getSetCookie()[0]!.split(";")[0]!);
}

export const createBenchClient = (url: string, cookie: string) => ({
  cookie,
  /** Returns the response body. Throws unless the status is 2xx. */
  send: async (method: "GET" | "POST" | "PATCH", path: string, body?: unknown): Promise<string> =>
    (await call(url, method, path, body, cookie)).text(),
  /** Creates a resource. Returns its ID. */
  create: async (path: string, body: object): Promise<string> => {
    const response = await call(url, "POST", path, body, cookie);
    return ((await response.json()) as { id: string }).id;
  },
});

async function call(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  cookie?: string,
): Promise<Response> {
  const headers = {
    ...(cookie !== undefined && { Cookie: cookie }),
    ...(body !== undefined && { "Content-Type": "application/json" }),
  };
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  if (!response.ok)
    throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
  return response;
}

export async function createBenchComponents(
  client: BenchClient,
  organizationId: string,
  count: number,
): Promise<string[]> {
  const ids: string[] = [];
  const path = `/v1/organizations/${organizationId}/components`;
  for (let n = 1; n <= count; n++)
    ids.push(await client.create(path, { name: `Component ${n}`, description: "What it does" }));
  return ids;
}

export const buildIncident = (componentIds: string[]) => ({
  title: "Elevated error rates on the API",
  impact: "major",
  component_ids: componentIds,
});
