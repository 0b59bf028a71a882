import type { z } from "zod";
import {
  type Actor,
  createUserActor,
  getActorId,
  type Client,
  type Context,
  type Idempotency,
  type TokenActor,
  type UserActor,
} from "@/lib/actor";
import { unsealSessionCookie, readSessionCookie } from "@/lib/auth/session-cookie";
import { findSession, type Session } from "@/lib/auth/sessions";
import type { Cursor } from "@/lib/cursor";
import {
  type FieldError,
  invalid,
  methodNotAllowed,
  pathNotFound,
  invalidToken,
  Problem,
  unauthenticated,
} from "@/lib/errors";
import { hashParts } from "@/lib/idempotency";
import { getInstallationScope, type InstallationScope } from "@/lib/installation";
import { isRoleRequired, type Operation, type PathParameters } from "@/lib/operation";
import { requireRecentPassword } from "@/lib/recent-password";
import type { Role } from "@/lib/roles";
import {
  getOrganizationScope,
  createSuspendedError,
  type OrganizationScope,
} from "@/lib/organizations/scope";
import { findToken } from "@/lib/tokens/queries";
import { markFailed, withSpan } from "@/lib/tracing";
import { isStorable } from "@/lib/validation";
import { isWithoutBody, readJson, readRaw, readText } from "./body";
import { getClient, getRequestId, internalHeaders } from "./incoming-request";
import { addCorsHeaders, respondToPreflight, rejectCrossOriginWrite } from "./origin";
import { respondWithRead } from "./read-response";
import { respondWithResult } from "./representation";
import { RateLimits } from "./rate-limits";
import { respondToError } from "./error-response";
import type { Handler } from "./router";

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

type Input<O extends Operation> = {
  request: Request;
  params: PathParameters<O["path"]>;
  body: Parsed<O["body"]>;
  text: O["text"] extends object ? string : undefined;
  bytes: O["bytes"] extends object ? Uint8Array<ArrayBuffer> : undefined;
  query: Parsed<O["query"]>;
  client: Client;
  secure: boolean;
  now: Date;
} & (O["access"] extends "session" | "administrator"
  ? { session: Session; context: Context<UserActor> }
  : unknown) &
  (O["access"] extends "administrator" ? { installation: InstallationScope } : unknown) &
  (O["access"] extends Role
    ? { context: Context<UserActor | TokenActor>; organization: OrganizationScope }
    : unknown);

/** A handler returns the resource, a page of a list, nothing (no body), or a custom response. */
type Result<O extends Operation> =
  | Response
  | (O["response"] extends { schema: infer Schema extends z.ZodType }
      ? O extends { isPaged: true }
        ? { items: z.output<Schema>; next: Cursor | null }
        : z.output<Schema>
      : void);

type Params = Record<string, string>;
export type OperationRoute = Handler & { readonly operation: Operation };

/**
 * Adds checks to a handler: rate limits (429), same origin for public writes and writes with a
 * cookie (403), authentication (401), the role in the organization or installation (403, 404),
 * query and body (400, 413, 415), and a recent password (403).
 */
export function route<const O extends Operation>(
  operation: O,
  handler: (input: Input<O>) => Promise<Result<O>>,
): OperationRoute {
  const method: Handler = async (request, { params }) => {
    const requestId = getRequestId(request.headers);
    const now = new Date();
    const rateLimits = new RateLimits(getClient(request.headers), now);
    const call = { operation, request, params: await params, now, rateLimits };
    const response = await withSpan(`${operation.method} ${operation.path}`, {}, async (span) => {
      try {
        return await handleRequest(call, handler as unknown as AnyHandler);
      } catch (error) {
        const failure = respondToError(error, requestId);
        if (failure.status >= 500) markFailed(span, error);
        return failure;
      }
    });
    rateLimits.addHeaders(response.headers);
    return addCommonHeaders(request, response);
  };
  return Object.assign(method, { operation });
}

type IdsIn<Path extends string> = Path extends `${string}{${string}}${infer Rest}`
  ? [id: string, ...IdsIn<Rest>]
  : [];
/** The arguments of a command: the IDs in the path after the organization's, then the body. */
type CommandInput<O extends Operation> = O["path"] extends `/v1/organizations/{orgID}${infer Rest}`
  ? [...IdsIn<Rest>, ...(O["body"] extends z.ZodType ? [body: Parsed<O["body"]>] : [])]
  : never;
type Serializer<O extends Operation, T> = O["response"] extends { schema: z.ZodType }
  ? [serialize: (value: T) => Result<O>]
  : [];

/** Like `route`, with a handler that runs a command and serializes what it returns. */
export function commandRoute<const O extends Operation & { access: Role }, T>(
  operation: O,
  command: (
    context: Context<UserActor | TokenActor>,
    organization: OrganizationScope,
    ...input: CommandInput<O>
  ) => Promise<T>,
  ...[serialize]: Serializer<O, T>
): OperationRoute {
  const handler = async ({
    context,
    organization,
    params,
    body,
  }: Input<Operation & { access: Role }>) => {
    const { orgID: _, ...ids } = params as Params;
    const input = [...Object.values(ids), ...(operation.body ? [body] : [])];
    const value = await command(context, organization, ...(input as CommandInput<O>));
    return serialize?.(value);
  };
  return route<Operation & { access: Role }>(operation, handler as never);
}

/** Like `commandRoute`, for a query whose arguments are the IDs in the path. */
export const queryRoute = <const O extends Operation & { access: Role }, T>(
  operation: O,
  query: (organization: OrganizationScope, ...ids: CommandInput<O>) => Promise<T>,
  ...serializer: Serializer<O, T>
): OperationRoute =>
  commandRoute<O, T>(
    operation,
    (_, organization, ...ids) => query(organization, ...ids),
    ...serializer,
  );

type AnyInput = Omit<Input<Operation & { access: "public" }>, "params"> & {
  params: Params;
  session?: Session;
  context?: Context;
  organization?: OrganizationScope;
  installation?: InstallationScope;
};
type AnyHandler = (input: AnyInput) => Promise<unknown>;
type Call = {
  operation: Operation;
  request: Request;
  params: Params;
  now: Date;
  rateLimits: RateLimits;
};

const isRead = ({ method }: Request): boolean => method === "GET" || method === "HEAD";

/** If a body takes longer to arrive, access is checked again, because it may have been revoked. */
const SLOW_BODY_MS = 500;

async function handleRequest(call: Call, handler: AnyHandler): Promise<Response> {
  const { operation, request, params, now, rateLimits } = call;
  const credentials = readCredentials(operation, request.headers);
  if (!isRead(request) || operation.access !== "public") rateLimits.countForClient();
  if (!isRead(request) && requiresSameOrigin(operation, credentials))
    rejectCrossOriginWrite(request);

  let access = await authorize(call, credentials);
  if (access.organization) rateLimits.countForOrganization(access.organization.id);
  // PostgreSQL rejects some characters, such as NUL, in queries.
  if (!Object.values(params).every(isStorable)) throw pathNotFound();
  const content = await readContent(operation, request);
  if (Date.now() - now.getTime() > SLOW_BODY_MS) access = await authorize(call, credentials);
  const context = access.context && completeContext(call, content, access.context);
  const client = getClient(request.headers);
  const secure = request.headers.get(internalHeaders.protocol) === "https";
  const input = { request, params, client, secure, now, ...content, ...access, context };

  if (isRead(request)) {
    const scope = operation.isCacheable ? access.organization : undefined;
    return respondWithRead(operation, request, scope, () => handler(input));
  }
  const response = respondWithResult(operation, request, await handler(input));
  if (context?.idempotency?.replayed) response.headers.set("Idempotency-Replayed", "true");
  return response;
}

type Credentials = { bearer: string | null; cookie: string | null };

/**
 * Ignores the cookie if there is a bearer token. The origin of such a request is not checked,
 * because another site can't send the token.
 */
function readCredentials({ access }: Operation, headers: Headers): Credentials {
  const bearer = isRoleRequired(access) ? readBearerToken(headers.get("authorization")) : null;
  return { bearer, cookie: bearer === null ? readSessionCookie(headers.get("cookie")) : null };
}

/**
 * Public writes are checked even without a cookie, so that another site can't sign a visitor in.
 */
const requiresSameOrigin = (
  { access, allowsCrossSite }: Operation,
  { cookie }: Credentials,
): boolean => !allowsCrossSite && (cookie !== null || access === "public");

async function authorize(
  { operation: { access }, request, params, now }: Call,
  { bearer, cookie }: Credentials,
): Promise<Pick<AnyInput, "session" | "context" | "installation" | "organization">> {
  if (access === "public") return {};
  const { headers } = request;
  const session = bearer === null ? await requireSession(cookie, now) : undefined;
  const actor = session ? createUserActor(session.user) : await requireToken(bearer!, now);
  const context: Context = {
    actor,
    now,
    client: getClient(headers),
    requestId: getRequestId(headers),
    passwordAt: session?.passwordAt,
  };
  if (access === "administrator")
    return { session, context, installation: getInstallationScope(session!.isAdministrator) };
  if (!isRoleRequired(access)) return { session, context };
  const organization = await getOrganizationScope(actor, params.orgID!, access);
  if (organization.isSuspended && !isRead(request)) throw createSuspendedError();
  return { session, context, organization };
}

async function readContent(
  operation: Operation,
  request: Request,
): Promise<Pick<AnyInput, "query" | "body" | "text" | "bytes">> {
  const { query, body, hasOptionalBody, maxBodyBytes, text, bytes } = operation;
  const readBody = () =>
    hasOptionalBody && isWithoutBody(request) ? {} : readJson(request, maxBodyBytes);
  // An operation declares at most one of `body`, `text`, and `bytes`. Its handler knows the type.
  return {
    query: query && parse(query, readQuery(request.url)),
    body: body && parse(body, await readBody()),
    text: (text && (await readText(request, text.mediaType, text.maxBytes()))) as undefined,
    bytes: (bytes && (await readRaw(request, bytes.mediaTypes, bytes.maxBytes()))) as undefined,
  };
}

/**
 * Adds preconditions and the Idempotency-Key to the context. Throws 403 if the operation requires a
 * recently entered password and the session has none, and 400 if the key is invalid.
 */
function completeContext(
  { operation, request, params }: Call,
  { body, text }: Pick<AnyInput, "body" | "text">,
  context: Context,
): Context {
  const { recentPassword, supportsIfMatch, supportsIdempotencyKey } = operation;
  if (recentPassword === true || recentPassword?.test(body as never))
    requireRecentPassword(context);
  const ifMatch = supportsIfMatch ? (request.headers.get("if-match") ?? undefined) : undefined;
  const idempotency = supportsIdempotencyKey
    ? readIdempotency(request, operation, params, context.actor, body ?? text)
    : undefined;
  return { ...context, ifMatch, idempotency };
}

const KEY_MAX_LENGTH = 255;

function readIdempotency(
  request: Request,
  operation: Operation,
  params: Params,
  actor: Actor,
  body: unknown,
): Idempotency | undefined {
  const key = request.headers.get("idempotency-key");
  if (key === null) return undefined;
  if (key === "" || key.length > KEY_MAX_LENGTH) {
    throw new Problem(
      "malformed",
      `The Idempotency-Key header must have 1 to ${KEY_MAX_LENGTH} characters.`,
    );
  }
  const path = JSON.stringify(params);
  return {
    keyHash: hashParts(actor.kind, getActorId(actor) ?? "", operation.id, path, key),
    requestHash: hashParts(JSON.stringify(body) ?? ""),
    replayed: false,
  };
}

/**
 * Returns the bearer token, or "" if it is malformed. Returns null for other schemes, because
 * proxies may use them.
 */
function readBearerToken(authorization: string | null): string | null {
  if (authorization === null || !/^bearer( |$)/i.test(authorization)) return null;
  return /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? "";
}

async function requireToken(token: string, now: Date): Promise<TokenActor> {
  const actor = await findToken(token, now);
  if (actor === null) throw invalidToken();
  return actor;
}

async function requireSession(cookie: string | null, now: Date): Promise<Session> {
  const tokenHash = cookie === null ? null : await unsealSessionCookie(cookie);
  const session = tokenHash === null ? null : await findSession(tokenHash, now);
  if (session === null) throw unauthenticated();
  return session;
}

const readQuery = (url: string): Record<string, string> =>
  Object.fromEntries(new URL(url).searchParams);

/** Limits the errors of a response, because a request can have hundreds of thousands. */
const MAX_ERRORS = 1_000;

function parse(schema: z.ZodType, value: unknown): undefined {
  const result = schema.safeParse(value);
  if (result.success) return result.data as undefined;
  throw invalid(
    result.error.issues.slice(0, MAX_ERRORS).map(({ path, message, code }): FieldError => {
      const isWrongBody = path.length === 0 && code === "invalid_type";
      return { path: path.join("."), message: isWrongBody ? "must be a JSON object" : message };
    }),
  );
}

function addCommonHeaders(request: Request, response: Response): Response {
  const { headers } = response;
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  addCorsHeaders(request, headers);
  return response;
}

type MethodName = Operation["method"];
type Resource<Name extends MethodName> = Record<Name | "OPTIONS", Handler> &
  Partial<Record<MethodName | "HEAD", Handler>>;

/**
 * Returns the handlers of a path. OPTIONS responds to CORS preflights, and with 405 and `Allow` to
 * methods without a route, which the router passes to it.
 */
export function resource<Name extends MethodName>(
  routes: Record<Name, OperationRoute>,
): Resource<Name> {
  const allowed = Object.keys(routes)
    .concat("OPTIONS")
    .flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name]))
    .join(", ");
  return {
    ...routes,
    OPTIONS: async (request) =>
      request.method === "OPTIONS"
        ? respondToPreflight(request, allowed)
        : respondWithProblem(request, methodNotAllowed(request.method, allowed)),
  };
}

export const handleUnknownPath: Handler = async (request) =>
  respondWithProblem(request, pathNotFound());

const respondWithProblem = (request: Request, problem: Problem): Response =>
  addCommonHeaders(request, respondToError(problem, getRequestId(request.headers)));
