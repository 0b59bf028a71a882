import type { z } from "zod";
import { BASE_PATH } from "@/lib/base-path";
import { type FieldError, REAUTHENTICATION_REQUIRED } from "@/lib/errors";
import type { PathParameters } from "@/lib/operation";
import type { operations } from "./operations";
import { type OnProgress, sendWithProgress } from "./upload";

type Operations = typeof operations;
type Calls = { [Id in keyof Operations as Operations[Id]["endpoint"]]: Operations[Id] };
export type CallName = keyof Calls;

type WithOptional<T, Keys> = [Keys] extends [never]
  ? T
  : Omit<T, Keys & keyof T> & Partial<Pick<T, Keys & keyof T>>;
type PathOptions<Parameters> = keyof Parameters extends never
  ? { params?: undefined }
  : object extends Parameters
    ? { params?: Parameters }
    : { params: Parameters };
/** The body of a call: `body` is sent as JSON, `file` as is. */
type BodyOptions<O> = (O extends { body: infer Schema extends z.ZodType }
  ? { body: z.input<Schema> }
  : { body?: undefined }) &
  (O extends { text: object } | { bytes: object }
    ? { file: Blob; onSent?: OnProgress }
    : { file?: undefined; onSent?: undefined });
type QueryOptions<O> = O extends { query: infer Schema extends z.ZodType }
  ? object extends z.input<Schema>
    ? { query?: z.input<Schema> }
    : { query: z.input<Schema> }
  : { query?: undefined };
type HeaderOptions<O> = (O extends { supportsIfMatch: true }
  ? { ifMatch?: string | null }
  : { ifMatch?: undefined }) &
  (O extends { supportsIdempotencyKey: true }
    ? { idempotencyKey?: string }
    : { idempotencyKey?: undefined });

/** The options of a call. The path parameters in `Given` are optional. */
export type CallOptions<Name extends CallName, Given extends string = never> = PathOptions<
  WithOptional<PathParameters<Calls[Name]["path"]>, Given>
> &
  BodyOptions<Calls[Name]> &
  QueryOptions<Calls[Name]> &
  HeaderOptions<Calls[Name]> & { signal?: AbortSignal };
export type ResponseBody<Name extends CallName> = Calls[Name]["response"] extends {
  schema: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : Calls[Name]["response"] extends { mediaTypes: readonly ["text/csv"] }
    ? string
    : undefined;

export type UserResponse = ResponseBody<"GET /v1/me">;
export type OrganizationResponse = ResponseBody<"GET /v1/organizations/{orgID}">;
export type DomainResponse = ResponseBody<"GET /v1/organizations/{orgID}/domain">;
export type ComponentResponse = ResponseBody<"GET /v1/organizations/{orgID}/components">[number];
export type ComponentGroupResponse =
  ResponseBody<"GET /v1/organizations/{orgID}/component-groups">[number];
export type IncidentResponse = ResponseBody<"GET /v1/organizations/{orgID}/incidents">[number];
export type MaintenanceResponse =
  ResponseBody<"GET /v1/organizations/{orgID}/maintenances">[number];
export type TemplateResponse = ResponseBody<"GET /v1/organizations/{orgID}/templates">[number];
export type SubscriptionResponse = ResponseBody<"GET /v1/subscription">;

/** An error response of the API. `status` is 0 if no complete response arrived. */
export class ApiError extends Error {
  override name = "ApiError";

  constructor(
    readonly status: number,
    readonly detail: string,
    readonly errors: readonly FieldError[] = [],
    readonly type: string | null = null,
  ) {
    super(detail);
  }
}

let promptForPassword: (() => Promise<boolean>) | null = null;

/**
 * Sets a function that asks for the password when a call requires it. If the function resolves with
 * true, the call is retried.
 */
export function setPasswordPrompt(prompt: (() => Promise<boolean>) | null): void {
  promptForPassword = prompt;
}

const RESPONSE_TIMEOUT_MS = 30_000;

type AnyOptions = {
  params?: Record<string, string>;
  body?: unknown;
  file?: Blob;
  onSent?: OnProgress;
  query?: Record<string, unknown>;
  ifMatch?: string | null;
  idempotencyKey?: string;
  signal?: AbortSignal;
};
type Arguments<Name extends CallName, Given extends string = never> =
  object extends CallOptions<Name, Given>
    ? [options?: CallOptions<Name, Given>]
    : [options: CallOptions<Name, Given>];

/**
 * Calls an operation, for example `call("GET /v1/organizations/{orgID}", { params: { orgID } })`.
 * `next` is the cursor of the next page, or null. Rejects with an `ApiError`, or with another error
 * if `signal` is aborted.
 */
export async function call<Name extends CallName>(
  name: Name,
  ...args: Arguments<Name>
): Promise<{ data: ResponseBody<Name>; next: string | null; etag: string | null }> {
  const [options = {}] = args as unknown as [AnyOptions?];
  const { params = {}, body, file, onSent, query = {}, ifMatch, idempotencyKey, signal } = options;
  const [method = "", template = ""] = name.split(" ");
  const path = template.replace(/\{(\w+)\}/g, (_, parameter: string) =>
    encodeURIComponent(params[parameter]!),
  );
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) =>
      value === undefined || value === null ? [] : [[key, String(value)]],
    ),
  );
  const headers = {
    ...(body !== undefined && { "Content-Type": "application/json" }),
    ...(file !== undefined && { "Content-Type": file.type }),
    ...(ifMatch && { "If-Match": ifMatch }),
    ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
  };
  const url = BASE_PATH + path + (search.size > 0 ? `?${search}` : "");
  // Uploads have no timeout, because a large file may take a long time.
  const timeout = file === undefined ? AbortSignal.timeout(RESPONSE_TIMEOUT_MS) : undefined;
  const combinedSignal =
    signal !== undefined && timeout !== undefined
      ? AbortSignal.any([signal, timeout])
      : (signal ?? timeout);
  const send = () =>
    file !== undefined && onSent !== undefined
      ? sendWithProgress(url, { method, headers, body: file, signal }, onSent)
      : fetch(url, {
          method,
          credentials: "include",
          headers,
          ...(body !== undefined && { body: JSON.stringify(body) }),
          ...(file !== undefined && { body: file }),
          ...(combinedSignal && { signal: combinedSignal }),
        });
  const throwNetworkError = (error: unknown): never => {
    if (signal?.aborted) throw error;
    throw new ApiError(
      0,
      timeout?.aborted
        ? "The server didn’t respond in time. Check your connection and try again."
        : "Can’t reach the server. Check your connection and try again.",
    );
  };
  const response = await send().catch(throwNetworkError);
  if (!response.ok) {
    const error = await readError(response);
    if (error.type === REAUTHENTICATION_REQUIRED && (await promptForPassword?.()))
      return call(name, ...args);
    throw error;
  }
  return {
    data: (await readData(response).catch(throwNetworkError)) as ResponseBody<Name>,
    next: parseNextCursor(response),
    // A proxy that compresses responses makes the ETag weak, which `If-Match` would not accept.
    etag: response.headers.get("etag")?.replace(/^W\//, "") ?? null,
  };
}

/** Adds `orgID` to the path parameters, if the path contains it and `options` don't. */
export const addOrganization = <Name extends CallName>(
  orgID: string | undefined,
  name: Name,
  options: CallOptions<Name, "orgID"> | undefined,
): CallOptions<Name> =>
  ({
    ...options,
    ...(name.includes("{orgID}") && { params: { orgID, ...options?.params } }),
  }) as CallOptions<Name>;

/** Returns {@link call} for the operations of an organization. */
export const createOrganizationCall =
  (orgID: string) =>
  <Name extends CallName>(name: Name, ...[options]: Arguments<Name, "orgID">) =>
    call(name, ...([addOrganization(orgID, name, options)] as unknown as Arguments<Name>));
export type OrganizationCall = ReturnType<typeof createOrganizationCall>;

async function readData(response: Response): Promise<unknown> {
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("text/csv")) return response.text();
  return type.startsWith("application/json") ? response.json() : undefined;
}

async function readError(response: Response): Promise<ApiError> {
  const fallback = `The server responded with status ${response.status}. Try again in a moment.`;
  const text = await response.text().catch(() => "");
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("text/plain")) return new ApiError(response.status, text.trim() || fallback);
  if (!type.startsWith("application/problem+json")) return new ApiError(response.status, fallback);
  try {
    const { type, detail, errors } = JSON.parse(text) as {
      type?: string;
      detail?: string;
      errors?: FieldError[];
    };
    return new ApiError(response.status, detail ?? fallback, errors, type);
  } catch {
    return new ApiError(response.status, fallback);
  }
}

function parseNextCursor(response: Response): string | null {
  const target = /<([^<>]*)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
  return target === undefined ? null : new URL(target, response.url).searchParams.get("before");
}
