import type { z } from "zod";
import { type Actor, actorId, type Client, type Context, type Idempotency, type TokenActor, type UserActor } from "@/lib/actor";
import { openCookie, readCookie } from "@/lib/auth/session-cookie";
import { findSession, type Session } from "@/lib/auth/sessions";
import { type FieldError, invalid, Problem, unauthenticated } from "@/lib/errors";
import { hashOf } from "@/lib/idempotency";
import type { Operation, PathParameters } from "@/lib/operation";
import type { Role } from "@/lib/roles";
import { enterOrganization, type OrganizationScope } from "@/lib/organizations/scope";
import { findToken } from "@/lib/tokens/queries";
import { isStorable } from "@/lib/validation";
import { readJson, readRaw, readText } from "./body";
import { frontHeaders } from "./front";
import { allowOrigin, preflight, refuseForeignWrite } from "./origin";
import { represent } from "./representations";
import { respondToError } from "./respond";

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** What a handler is given. Only what its declaration asked for can be used. */
type Input<O extends Operation> = {
  request: Request;
  params: PathParameters<O["path"]>;
  body: Parsed<O["body"]>;
  text: O["text"] extends object ? string : undefined;
  bytes: O["bytes"] extends object ? Uint8Array<ArrayBuffer> : undefined;
  query: Parsed<O["query"]>;
  client: Client;
  /** The request arrived over https. */
  secure: boolean;
  now: Date;
} & (O["access"] extends "session" ? { session: Session; context: Context<UserActor> } : unknown) &
  (O["access"] extends Role ? { context: Context<UserActor | TokenActor>; organization: OrganizationScope } : unknown);

/** A path's parameters; none of ours is a list, but Next's type of a catch-all is. */
type Params = Record<string, string | string[]>;
type Method = (request: Request, segment: { params: Promise<Params> }) => Promise<Response>;
export type Route = Method & { readonly operation: Operation };

/**
 * Wraps the handler of an operation. In this order, and nowhere else: same-origin check for cookie writes → actor (401) →
 * organization and role (403, 404) → query, body (400, 413, 415) → handler → one catch → headers on every response.
 */
export function route<const O extends Operation>(operation: O, handler: (input: Input<O>) => Promise<Response>): Route {
  const method: Method = async (request, { params }) => {
    const requestId = request.headers.get(frontHeaders.requestId) ?? "";
    let response: Response;
    try {
      response = await answer(operation, handler as unknown as (input: AnyInput) => Promise<Response>, request, (await params) ?? {});
    } catch (error) {
      response = respondToError(error, requestId);
    }
    return finish(request, response);
  };
  return Object.assign(method, { operation });
}

/** From then on, who sent a body is judged once more when it is there. */
const SLOW_BODY_MS = 500;

type AnyInput = Omit<Input<Operation & { access: "public" }>, "params"> & { params: Params; session?: Session; context?: Context; organization?: OrganizationScope };

async function answer(
  operation: Operation,
  handler: (input: AnyInput) => Promise<Response>,
  request: Request,
  params: Params,
): Promise<Response> {
  const { access } = operation;
  const { headers } = request;
  const now = new Date();
  // A program's own proof: the cookie beside it is not looked at, so no page of another site can use it.
  const bearer = access === "public" || access === "session" ? null : bearerOf(headers.get("authorization"));
  const cookie = bearer === null ? readCookie(headers.get("cookie")) : null;
  const isWrite = request.method !== "GET" && request.method !== "HEAD";
  // Signing in sets a cookie, so it is guarded like a write with one.
  if (isWrite && !operation.foreign && (cookie !== null || access === "public")) refuseForeignWrite(request);

  const input: AnyInput = {
    request,
    params,
    body: undefined,
    text: undefined,
    bytes: undefined,
    query: undefined,
    client: { ipAddress: headers.get(frontHeaders.clientAddress) ?? "", userAgent: headers.get("user-agent") ?? "" },
    secure: headers.get(frontHeaders.protocol) === "https",
    now,
  };
  const admit = async () => {
    if (access === "public") return;
    let actor: UserActor | TokenActor;
    if (bearer === null) {
      input.session = await requireSession(cookie, now);
      actor = { kind: "user", userId: input.session.user.id, name: input.session.user.name };
    } else actor = await requireToken(bearer, now);
    input.context = { actor, now, client: input.client, requestId: headers.get(frontHeaders.requestId) ?? "" };
    if (access !== "session") input.organization = await enterOrganization(actor, String(params.orgID), access);
  };
  await admit();
  // A character that not every database takes is in no id of ours.
  if (!Object.values(params).flat().every(isStorable)) throw new Problem("not_found", "There is no such path.");
  if (operation.query) input.query = parse(operation.query, queryOf(request.url));
  if (operation.body) input.body = parse(operation.body, await readJson(request));
  if (operation.text) input.text = (await readText(request, operation.text.mediaType, operation.text.maxBytes())) as unknown as undefined;
  if (operation.bytes) input.bytes = (await readRaw(request, operation.bytes.mediaTypes, operation.bytes.maxBytes())) as unknown as undefined;
  // A body may be minutes on its way: whose session, token or place ended meanwhile is judged as who that is now.
  if (Date.now() - now.getTime() > SLOW_BODY_MS) await admit();
  const ifMatch = operation.conditional ? headers.get("if-match") : null;
  if (ifMatch !== null && input.context) input.context = { ...input.context, ifMatch };
  const idempotency = operation.creates && input.context ? idempotencyOf(request, operation, params, input.context.actor, input.body ?? input.text) : undefined;
  if (idempotency && input.context) input.context = { ...input.context, idempotency };
  if (request.method === "GET" || request.method === "HEAD") {
    const scope = operation.represented ? input.organization : undefined;
    return represent(request, scope, () => handler(input));
  }
  const response = await handler(input);
  if (idempotency?.replayed) response.headers.set("Idempotency-Replayed", "true");
  return response;
}

const KEY_MAX_LENGTH = 255;

/** What an `Idempotency-Key` stands for: this actor's call, on this path, with this body. 400 when it is none. */
function idempotencyOf(request: Request, operation: Operation, params: Params, actor: Actor, body: unknown): Idempotency | undefined {
  const key = request.headers.get("idempotency-key");
  if (key === null) return undefined;
  if (key === "" || key.length > KEY_MAX_LENGTH) {
    throw new Problem("malformed", `An Idempotency-Key has 1 to ${KEY_MAX_LENGTH} characters.`);
  }
  const where = JSON.stringify(params);
  return { keyHash: hashOf(actor.kind, actorId(actor) ?? "", operation.id, where, key), requestHash: hashOf(JSON.stringify(body) ?? ""), replayed: false };
}

/** The token of an `Authorization: Bearer`, empty when it is malformed; null for none, or another scheme, as of a proxy before us. */
function bearerOf(authorization: string | null): string | null {
  if (authorization === null || !/^bearer( |$)/i.test(authorization)) return null;
  return /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? "";
}

async function requireToken(token: string, now: Date): Promise<TokenActor> {
  const actor = await findToken(token, now);
  if (actor === null) throw new Problem("unauthenticated", "Token missing or invalid", { headers: { "WWW-Authenticate": "Bearer" } });
  return actor;
}

async function requireSession(cookie: string | null, now: Date): Promise<Session> {
  const tokenHash = cookie === null ? null : await openCookie(cookie);
  const session = tokenHash === null ? null : await findSession(tokenHash, now);
  if (session === null) throw unauthenticated();
  return session;
}

/** The query string as an object; of a name that occurs more than once, the last counts. */
const queryOf = (url: string): Record<string, string> => Object.fromEntries(new URL(url).searchParams);

/** Nobody mends more fields than this at once, and no answer should outgrow its question. */
const MOST_ERRORS = 1_000;

function parse(schema: z.ZodType, value: unknown): undefined {
  const result = schema.safeParse(value);
  if (result.success) return result.data as undefined;
  throw invalid(
    result.error.issues.slice(0, MOST_ERRORS).map(({ path, message, code }): FieldError => {
      const wrongBody = path.length === 0 && code === "invalid_type";
      return { path: path.join("."), message: wrongBody ? "must be a JSON object" : message };
    }),
  );
}

function finish(request: Request, response: Response): Response {
  const { headers } = response;
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  headers.set("X-Content-Type-Options", "nosniff");
  allowOrigin(request, headers);
  return response;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type MethodName = (typeof methods)[number];
type Resource = Record<MethodName | "OPTIONS", Method>;

/** The methods of one path. Those that are not given answer 405 with `Allow`; OPTIONS answers preflights. */
export function resource(given: Partial<Record<MethodName, Route>>): Resource & { HEAD: Method } {
  const allowed = [...methods.flatMap((name) => (name in given ? (name === "GET" ? ["GET", "HEAD"] : [name]) : [])), "OPTIONS"].join(", ");
  const refuse: Method = async (request) => {
    const method = request.headers.get(frontHeaders.method) ?? request.method;
    const problem = new Problem("method_not_allowed", `${method} is not a method of this resource.`, { headers: { Allow: allowed } });
    return finish(request, respondToError(problem, request.headers.get(frontHeaders.requestId) ?? ""));
  };
  const all = Object.fromEntries(methods.map((name) => [name, given[name] ?? refuse])) as Record<MethodName, Method>;
  return { ...all, HEAD: all.GET, OPTIONS: (request, segment) => (request.headers.has(frontHeaders.method) ? refuse(request, segment) : Promise.resolve(preflight(request, allowed))) };
}

/** The answer of a path below /v1 that does not exist. */
export const missing: Method = async (request) =>
  finish(request, respondToError(new Problem("not_found", "There is no such path."), request.headers.get(frontHeaders.requestId) ?? ""));
