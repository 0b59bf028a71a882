import { randomUUID } from "node:crypto";
import { checkResponse } from "./conformance";

export type ApiResponse<T = unknown> = { status: number; headers: Headers; text: string; json: T };
export type JsonObject = Record<string, unknown>;

type CallOptions = {
  body?: unknown;
  rawBody?: string | Uint8Array;
  headers?: Record<string, string>;
};

export class ApiClient {
  cookie: string | null = null;
  user: JsonObject | null = null;

  constructor(readonly url: string) {}

  async call<T = JsonObject>(
    method: string,
    path: string,
    { body, rawBody, headers = {} }: CallOptions = {},
  ): Promise<ApiResponse<T>> {
    const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...(this.cookie !== null && { Cookie: this.cookie }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent as BodyInit }),
      redirect: "manual",
    });
    const setCookie = response.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith("session_token="));
    if (setCookie !== undefined) this.cookie = setCookie.split(";", 1)[0]!;
    const text = await response.text();
    checkResponse(method, path, { status: response.status, headers: response.headers, text });
    const isJson = /[/+]json/.test(response.headers.get("content-type") ?? "");
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: (isJson && text !== "" ? JSON.parse(text) : undefined) as T,
    };
  }

  get = <T = JsonObject>(path: string, headers?: Record<string, string>) =>
    this.call<T>("GET", path, { headers });
  post = <T = JsonObject>(path: string, body?: unknown, headers?: Record<string, string>) =>
    this.call<T>("POST", path, { body, headers });
  put = <T = JsonObject>(path: string, body?: unknown) => this.call<T>("PUT", path, { body });
  patch = <T = JsonObject>(path: string, body?: unknown, headers?: Record<string, string>) =>
    this.call<T>("PATCH", path, { body, headers });
  delete = <T = JsonObject>(path: string, headers?: Record<string, string>) =>
    this.call<T>("DELETE", path, { headers });
}

export const uniqueEmail = (): string => `${randomUUID()}@example.com`;
export const PASSWORD = "correct horse battery";

export async function signUp(url: string, name = "Ada Lovelace"): Promise<ApiClient> {
  const client = new ApiClient(url);
  const reply = await client.post("/v1/auth/register", {
    email: uniqueEmail(),
    password: PASSWORD,
    name,
  });
  if (reply.status !== 201) throw new Error(`registering returned ${reply.status}: ${reply.text}`);
  client.user = reply.json;
  return client;
}

/** Creates a component, and the organization if it does not exist. Returns the component's ID. */
export async function addComponent(
  client: ApiClient,
  organization: string,
  name = "Website",
): Promise<string> {
  const reply = await client.post(`/v1/organizations/${organization}/components`, { name });
  if (reply.status !== 201)
    throw new Error(`creating a component returned ${reply.status}: ${reply.text}`);
  return reply.json.id as string;
}

export async function addIncident(
  client: ApiClient,
  organization: string,
  fields: JsonObject = {},
): Promise<JsonObject> {
  const reply = await client.post(`/v1/organizations/${organization}/incidents`, {
    title: "Slow responses",
    impact: "minor",
    ...fields,
  });
  if (reply.status !== 201)
    throw new Error(`creating an incident returned ${reply.status}: ${reply.text}`);
  return reply.json;
}
