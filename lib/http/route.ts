import type { z } from "zod";
import {
  type Actor,
  getActorId,
  type Client,
  type Context,
  type Idempotency,
  type TokenActor,
  type UserActor,
} from "@/lib/actor";
import { unsealSessionCookie, readSessionCookie } from "@/lib/auth/session-cookie";
import { findSession, type Session } from "@/lib/auth/sessions";
import {
  type FieldError,
  invalid,
  methodNotAllowed,
  pathNotFound,
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
import { getClient, internalHeaders } from "./incoming-request";
import { allowOrigin, preflight, rejectCrossOriginWrite } from "./origin";
import { respondWithRead } from "./read-response";
import { respondWithResult } from "./representation";
import { RequestLimits } from "./request-limits";
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

/** The resource, a page of a list, undefined without a response body, or a custom response. */
type Result<O extends Operation> =
  | Response
  | (O["response"] extends { schema: infer Schema extends z.ZodType }
      ? O extends { isPaged: true }
        ? { items: z.output<Schema>; next: string | null }
        : z.output<Schema>
      : void);

type Params = Record<string, string>;
export type OperationRoute = Handler & { readonly operation: Operation };

/**
 * Wraps a handler in checks: request limits (429), same origin for cookie writes, authentication
 * (401), administrator, or organization and role (403, 404), query and body (400, 413, 415), recent password (403).
 */
export function route<const O extends Operation>(
  operation: O,
  handler: (input: Input<O>) => Promise<Result<O>>,
): OperationRoute {
  const method: Handler = async (request, { params }) => {
    const requestId = request.headers.get(internalHeaders.requestId) ?? "";
    const resolved = await params;
    const now = new Date();
    const requestLimits = new RequestLimits(getClient(request.headers), now);
    const response = await withSpan(`${operation.method} ${operation.path}`, {}, async (span) => {
      try {
        return await handleRequest(
          operation,
          handler as unknown as (input: AnyInput) => Promise<unknown>,
          request,
          resolved,
          now,
          requestLimits,
        );
      } catch (error) {
        const failure = respondToError(error, requestId);
        if (failure.status >= 500) markFailed(span, error);
        return failure;
      }
    });
    requestLimits.addHeaders(response.headers);
    return addCommonHeaders(request, response);
  };
  return Object.assign(method, { operation });
}

/** If reading the body took longer, access is checked again. */
const SLOW_BODY_MS = 500;

type AnyInput = Omit<Input<Operation & { access: "public" }>, "params"> & {
  params: Params;
  session?: Session;
  context?: Context;
  organization?: OrganizationScope;
  installation?: InstallationScope;
};

async function handleRequest(
  operation: Operation,
  handler: (input: AnyInput) => Promise<unknown>,
  request: Request,
  params: Params,
  now: Date,
  requestLimits: RequestLimits,
): Promise<Response> {
  const { access } = operation;
  const { headers } = request;
  // A bearer token replaces the cookie, so cross-site requests are safe.
  const bearer = isRoleRequired(access) ? readBearerToken(headers.get("authorization")) : null;
  const cookie = bearer === null ? readSessionCookie(headers.get("cookie")) : null;
  const isWrite = request.method !== "GET" && request.method !== "HEAD";
  if (isWrite || access !== "public") requestLimits.requireForClient();
  // Public writes include sign-in, which sets a cookie.
  if (isWrite && !operation.allowsCrossSite && (cookie !== null || access === "public"))
    rejectCrossOriginWrite(request);

  const input: AnyInput = {
    request,
    params,
    body: undefined,
    text: undefined,
    bytes: undefined,
    query: undefined,
    client: getClient(headers),
    secure: headers.get(internalHeaders.protocol) === "https",
    now,
  };
  const authenticateAndAuthorize = async () => {
    if (access === "public") return;
    let actor: UserActor | TokenActor;
    if (bearer === null) {
      input.session = await requireSession(cookie, now);
      actor = { kind: "user", userId: input.session.user.id, name: input.session.user.name };
    } else actor = await requireToken(bearer, now);
    input.context = {
      actor,
      now,
      client: input.client,
      requestId: headers.get(internalHeaders.requestId) ?? "",
      passwordAt: input.session?.passwordAt,
    };
    if (access === "administrator")
      input.installation = getInstallationScope(input.session!.isAdministrator);
    if (!isRoleRequired(access)) return;
    input.organization = await getOrganizationScope(actor, params.orgID!, access);
    if (isWrite && input.organization.isSuspended) throw createSuspendedError();
  };
  await authenticateAndAuthorize();
  if (input.organization !== undefined) requestLimits.requireForOrganization(input.organization.id);
  // Some databases reject these characters in queries.
  if (!Object.values(params).every(isStorable)) throw pathNotFound();
  if (operation.query) input.query = parse(operation.query, readQuery(request.url));
  if (operation.body)
    input.body = parse(
      operation.body,
      operation.hasOptionalBody && isWithoutBody(request)
        ? {}
        : await readJson(request, operation.maxBodyBytes),
    );
  if (operation.text)
    input.text = (await readText(
      request,
      operation.text.mediaType,
      operation.text.maxBytes(),
    )) as unknown as undefined;
  if (operation.bytes)
    input.bytes = (await readRaw(
      request,
      operation.bytes.mediaTypes,
      operation.bytes.maxBytes(),
    )) as unknown as undefined;
  if (Date.now() - now.getTime() > SLOW_BODY_MS) await authenticateAndAuthorize();
  const { recentPassword } = operation;
  const isSensitive = recentPassword === true || recentPassword?.test(input.body as never);
  if (isSensitive && input.context) requireRecentPassword(input.context);
  const ifMatch = operation.conditional ? headers.get("if-match") : null;
  if (ifMatch !== null && input.context) input.context = { ...input.context, ifMatch };
  const idempotency =
    operation.creates && input.context
      ? readIdempotency(request, operation, params, input.context.actor, input.body ?? input.text)
      : undefined;
  if (idempotency && input.context) input.context = { ...input.context, idempotency };
  if (request.method === "GET" || request.method === "HEAD") {
    const scope = operation.isCacheable ? input.organization : undefined;
    return respondWithRead(operation, request, scope, () => handler(input));
  }
  const response = respondWithResult(operation, request, await handler(input));
  if (idempotency?.replayed) response.headers.set("Idempotency-Replayed", "true");
  return response;
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

/** Returns "" if malformed, and null for other schemes, which proxies may use. */
function readBearerToken(authorization: string | null): string | null {
  if (authorization === null || !/^bearer( |$)/i.test(authorization)) return null;
  return /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? "";
}

async function requireToken(token: string, now: Date): Promise<TokenActor> {
  const actor = await findToken(token, now);
  if (actor === null) throw new Problem("unauthenticated", "Token missing or invalid");
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

/** Keeps the response smaller than the request. */
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
  allowOrigin(request, headers);
  return response;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type MethodName = (typeof methods)[number];
type Resource = Record<MethodName | "OPTIONS", Handler>;

/** Other methods respond with 405 and `Allow`. OPTIONS handles CORS preflights. */
export function resource(
  routes: Partial<Record<MethodName, OperationRoute>>,
): Resource & { HEAD: Handler } {
  const allowed = [
    ...methods.flatMap((name) =>
      name in routes ? (name === "GET" ? ["GET", "HEAD"] : [name]) : [],
    ),
    "OPTIONS",
  ].join(", ");
  const rejectMethod: Handler = async (request) => {
    const problem = methodNotAllowed(request.method, allowed);
    return addCommonHeaders(
      request,
      respondToError(problem, request.headers.get(internalHeaders.requestId) ?? ""),
    );
  };
  const all = Object.fromEntries(
    methods.map((name) => [name, routes[name] ?? rejectMethod]),
  ) as Record<MethodName, Handler>;
  return {
    ...all,
    HEAD: all.GET,
    OPTIONS: (request, segment) =>
      request.method === "OPTIONS"
        ? Promise.resolve(preflight(request, allowed))
        : rejectMethod(request, segment),
  };
}

export const handleUnknownPath: Handler = async (request) =>
  addCommonHeaders(
    request,
    respondToError(pathNotFound(), request.headers.get(internalHeaders.requestId) ?? ""),
  );
