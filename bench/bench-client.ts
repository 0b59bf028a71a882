/** A signed-in client. `send` returns the response body, and throws unless the status is 2xx. */
export type BenchClient = {
  url: string;
  cookie: string;
  send(method: "GET" | "POST" | "PATCH", path: string, body?: unknown): Promise<string>;
};

export const BENCH_PASSWORD = "correct horse battery staple";

export async function registerUser(url: string, email: string): Promise<BenchClient> {
  const { headers } = await call(url, "POST", "/v1/auth/register", {
    email,
    password: BENCH_PASSWORD,
    name: "Bench",
  });
  return createBenchClient(url, headers.getSetCookie()[0]!.split(";")[0]!);
}

export const createBenchClient = (url: string, cookie: string): BenchClient => ({
  url,
  cookie,
  send: async (method, path, body) => (await call(url, method, path, body, cookie)).text(),
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
  for (let n = 1; n <= count; n++) {
    const component = await client.send("POST", `/v1/organizations/${organizationId}/components`, {
      name: `Component ${n}`,
      description: "What it does",
    });
    ids.push(JSON.parse(component).id);
  }
  return ids;
}

export const buildIncident = (componentIds: string[]) => ({
  title: "Elevated error rates on the API",
  impact: "major",
  component_ids: componentIds,
});
