export const BENCH_PASSWORD = "correct horse battery staple";

/** A signed-in client. */
export type BenchClient = ReturnType<typeof createBenchClient>;

export async function registerUser(url: string, email: string): Promise<BenchClient> {
  const body = { email, password: BENCH_PASSWORD, name: "Bench" };
  const { headers } = await call(url, "POST", "/v1/auth/register", body);
  return createBenchClient(url, headers.getSetCookie()[0]!.split(";")[0]!);
}

export function createBenchClient(url: string, cookie: string) {
  /** Returns the response body. Throws unless the status is 2xx. */
  const send = async (method: "GET" | "POST" | "PATCH", path: string, body?: unknown) =>
    (await call(url, method, path, body, { Cookie: cookie })).text();
  /** Creates a resource. Returns its ID. */
  const create = async (path: string, body: object) =>
    (JSON.parse(await send("POST", path, body)) as { id: string }).id;
  const createComponents = async (organizationId: string, count: number) => {
    const ids: string[] = [];
    const path = `/v1/organizations/${organizationId}/components`;
    for (let n = 1; n <= count; n++)
      ids.push(await create(path, { name: `Component ${n}`, description: "What it does" }));
    return ids;
  };
  return { cookie, send, create, createComponents };
}

async function call(url: string, method: string, path: string, body: unknown, headers?: object) {
  const type = body !== undefined && { "Content-Type": "application/json" };
  const sent = { method, headers: { ...headers, ...type }, body: JSON.stringify(body) };
  const response = await fetch(url + path, sent);
  if (!response.ok)
    throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
  return response;
}

export const buildIncident = (componentIds: string[]) => ({
  title: "Elevated error rates on the API",
  impact: "major",
  component_ids: componentIds,
});
