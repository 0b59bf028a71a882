import type { z } from "zod";
import type { FieldError } from "@/lib/errors";
import type { PathParameters } from "@/lib/operation";
import type { operations } from "./operations";
import { type OnSent, upload } from "./upload";

type Operations = typeof operations;
/** The declared calls by method and path. */
type Calls = { [Id in keyof Operations as `${Operations[Id]["method"]} ${Operations[Id]["path"]}`]: Operations[Id] };
export type CallName = keyof Calls;

type Params<O extends { path: string }> = keyof PathParameters<O["path"]> extends never ? { params?: undefined } : { params: PathParameters<O["path"]> };
/** A body that is no JSON is sent as a file, under its own type. */
type Body<O> = (O extends { body: infer Schema extends z.ZodType } ? { body: z.input<Schema> } : { body?: undefined }) & (O extends { text: object } | { bytes: object } ? { file: Blob; onSent?: OnSent } : { file?: undefined; onSent?: undefined });
type Query<O> = O extends { query: infer Schema extends z.ZodType } ? (object extends z.input<Schema> ? { query?: z.input<Schema> } : { query: z.input<Schema> }) : { query?: undefined };
type Headers<O> = (O extends { conditional: true } ? { ifMatch?: string | null } : { ifMatch?: undefined }) & (O extends { creates: true } ? { idempotencyKey?: string } : { idempotencyKey?: undefined });

/** What a call is given. */
export type Options<Name extends CallName> = Params<Calls[Name]> & Body<Calls[Name]> & Query<Calls[Name]> & Headers<Calls[Name]> & { signal?: AbortSignal };
/** The body of a call's answer; undefined when it has none in JSON. */
export type Answer<Name extends CallName> = Calls[Name]["answer"] extends { schema: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;

export type User = Answer<"GET /v1/me">;
export type Organization = Answer<"GET /v1/organizations/{orgID}">;
export type Domain = Answer<"GET /v1/organizations/{orgID}/domain">;
export type Component = Answer<"GET /v1/organizations/{orgID}/components">[number];
export type ComponentGroup = Answer<"GET /v1/organizations/{orgID}/component-groups">[number];
export type Incident = Answer<"GET /v1/organizations/{orgID}/incidents">[number];
export type Maintenance = Answer<"GET /v1/organizations/{orgID}/maintenances">[number];
export type Subscription = Answer<"GET /v1/subscription">;

/** A call to `/v1` that failed. `status` is 0 when no answer came at all. */
export class ApiError extends Error {
  override name = "ApiError";

  constructor(
    readonly status: number,
    /** One sentence, fit to be shown. */
    readonly detail: string,
    /** What is wrong with single fields of the body (decisions "Errors"). */
    readonly errors: readonly FieldError[] = [],
  ) {
    super(detail);
  }
}

/** An answer that takes longer does not come: the person is to know, and to be able to try again. */
const ANSWER_MS = 30_000;

type AnyOptions = { params?: Record<string, string>; body?: unknown; file?: Blob; onSent?: OnSent; query?: Record<string, unknown>; ifMatch?: string | null; idempotencyKey?: string; signal?: AbortSignal };
type Given<Name extends CallName> = object extends Options<Name> ? [options?: Options<Name>] : [options: Options<Name>];

/**
 * Calls `/v1`: `call("POST /v1/organizations/{orgID}/incidents", { params: { orgID }, body })`. What it takes and gives is
 * what the call declares (lib/http/operations.ts). `next` is where the page behind this one begins, null on the last.
 * Rejects with an {@link ApiError} unless it succeeds.
 */
export async function call<Name extends CallName>(name: Name, ...given: Given<Name>): Promise<{ data: Answer<Name>; next: string | null; etag: string | null }> {
  const [options = {}] = given as unknown as [AnyOptions?];
  const { params = {}, body, file, onSent, query = {}, ifMatch, idempotencyKey, signal } = options;
  const [method = "", template = ""] = name.split(" ");
  const path = template.replace(/\{(\w+)\}/g, (_, parameter: string) => encodeURIComponent(params[parameter]!));
  const asked = new URLSearchParams(Object.entries(query).flatMap(([key, value]) => (value === undefined || value === null ? [] : [[key, String(value)]])));
  const headers = {
    ...(body !== undefined && { "Content-Type": "application/json" }),
    ...(file !== undefined && { "Content-Type": file.type }),
    ...(ifMatch && { "If-Match": ifMatch }),
    ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
  };
  const url = asked.size > 0 ? `${path}?${asked}` : path;
  // A file takes as long as it takes.
  const limited = file === undefined ? AbortSignal.timeout(ANSWER_MS) : undefined;
  const ends = signal !== undefined && limited !== undefined ? AbortSignal.any([signal, limited]) : (signal ?? limited);
  const send = () =>
    file !== undefined && onSent !== undefined
      ? upload(url, { method, headers, body: file, signal }, onSent)
      : fetch(url, {
          method,
          credentials: "include",
          headers,
          ...(body !== undefined && { body: JSON.stringify(body) }),
          ...(file !== undefined && { body: file }),
          ...(ends && { signal: ends }),
        });
  const lost = (error: unknown): never => {
    if (signal?.aborted) throw error;
    throw new ApiError(0, limited?.aborted ? "The server did not answer in time. Check your connection and try again." : "The server cannot be reached. Check your connection and try again.");
  };
  const response = await send().catch(lost);
  if (!response.ok) throw await failure(response);
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return { data: (isJson ? await response.json().catch(lost) : undefined) as Answer<Name>, next: nextCursor(response), etag: response.headers.get("etag") };
}

/** Reads either kind of error body (contract §7): a problem document or plain text. */
async function failure(response: Response): Promise<ApiError> {
  const unexplained = `The server answered with status ${response.status}. Try again in a moment.`;
  const text = await response.text().catch(() => "");
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("text/plain")) return new ApiError(response.status, text.trim() || unexplained);
  if (!type.startsWith("application/problem+json")) return new ApiError(response.status, unexplained);
  try {
    const { detail, errors } = JSON.parse(text) as { detail?: string; errors?: FieldError[] };
    return new ApiError(response.status, detail ?? unexplained, errors);
  } catch {
    return new ApiError(response.status, unexplained);
  }
}

/** Where the page behind this one begins, as its `Link` header says, or null on the last. */
function nextCursor(response: Response): string | null {
  const target = /<([^>]*)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
  return target === undefined ? null : new URL(target, response.url).searchParams.get("before");
}
