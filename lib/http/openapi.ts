import { z } from "zod";
import { env } from "@/lib/env";
import { type ProblemKind, problems } from "@/lib/errors";
import type { Operation, tags } from "@/lib/operation";
import { etagOf } from "@/lib/precondition";
import { facets } from "@/lib/validation";
import { operations } from "./operations";
import { problemWire } from "./respond";

type Json = Record<string, unknown>;

const aboutTags: Record<(typeof tags)[number], string> = {
  Accounts: "Accounts, sessions and passwords.",
  Organizations: "Tenants. An id that nobody holds belongs to the first signed-in user who writes to it, unless the server is set otherwise.",
  People: "Members of an organization, their roles, and invitations.",
  Tokens: "Tokens let programs act in one organization, with a role and an expiry.",
  Components: "The parts of the system, their status and their uptime.",
  Incidents: "Events that affect components, with their updates.",
  Maintenances: "Planned work, announced ahead.",
  Templates: "Words prepared for incidents and maintenances.",
  Subscribers: "Whom an organization tells: the view of its members.",
  Subscriptions: "Subscribing without an account: the view of the subscriber.",
  Deliveries: "What was sent to whom, and what came of it.",
  "Audit log": "Who changed what, and when.",
  Description: "The interface itself.",
};

const ABOUT = `Status pages over HTTP. Bodies are JSON, times are UTC in ISO 8601, lists are bare arrays.

**Signing in.** Register and login set the cookie \`session_token\`, which lasts 30 days. Programs send \`Authorization: Bearer candor_…\` instead, on every call below an organization.

**Errors.** 401, 403 and the 409 of register are plain text. All others are problem documents (RFC 9457). Every answer carries \`X-Request-Id\`.

**Retries.** A call that creates takes an \`Idempotency-Key\`: the same key and body within 24 hours give the same answer and create nothing new.

**Concurrency.** Reads carry an \`ETag\`: \`If-None-Match\` answers 304 while nothing changed, and changes take \`If-Match\` and answer 412 when somebody else was faster.

**Compatibility.** Fields may be added to answers at any time; unknown fields of a body are ignored.`;

const EXAMPLE_ID = "01993c5e-2f7a-7c3b-9d0e-5a1b2c3d4e5f";

const fixed = {
  parameters: {
    IdempotencyKey: {
      name: "Idempotency-Key",
      in: "header",
      description: "Names the attempt, so that a retry creates nothing new. Holds for 24 hours.",
      schema: { type: "string", minLength: 1, maxLength: 255 },
      example: "7b0ec1f2-6f0c-4f0e-9a57-2c1f4a3f8f55",
    },
    IfMatch: { name: "If-Match", in: "header", description: "The `ETag` that the record or list had when it was read: 412 when it is another by now.", schema: { type: "string" } },
    IfNoneMatch: { name: "If-None-Match", in: "header", description: "The `ETag` of the copy at hand: 304 while it is true.", schema: { type: "string" } },
  },
  headers: {
    ETag: { description: "Names this state of the record or list.", required: true, schema: { type: "string" } },
    Link: { description: 'Where the next page begins, as `<…?before=…>; rel="next"`; absent on the last.', schema: { type: "string" } },
    IdempotencyReplayed: { description: "`true` when the answer is that of an earlier call with the same key.", schema: { type: "string", const: "true" } },
    RetryAfter: { description: "In how many seconds to try again.", required: true, schema: { type: "string", pattern: "^\\d+$" } },
    Location: { description: "Where it leads.", required: true, schema: { type: "string", format: "uri-reference" } },
  },
  securitySchemes: {
    session: { type: "apiKey", in: "cookie", name: "session_token", description: "Set by register and login." },
    token: { type: "http", scheme: "bearer", description: "A token of the organization, beginning with `candor_`." },
  },
};
const reference = (section: string, name: string): Json => ({ $ref: `#/components/${section}/${name}` });

let kept: { body: Uint8Array<ArrayBuffer>; etag: string } | undefined;

/** The OpenAPI document as it is sent, made once. */
export function description(): { body: Uint8Array<ArrayBuffer>; etag: string } {
  if (kept === undefined) {
    const body = new TextEncoder().encode(JSON.stringify(describe(Object.values(operations))));
    kept = { body, etag: etagOf(body) };
  }
  return kept;
}

/** Describes calls as OpenAPI 3.1 has it. Throws when two different schemas have the same name. */
export function describe(described: readonly Operation[]): Json {
  const schemas: Record<string, Json> = {};
  const responses: Record<string, Json> = {};
  const paths: Record<string, Json> = {};
  const used = new Set(described.map(({ tag }) => tag));
  const convert = (schema: z.ZodType, io: "input" | "output") => convertInto(schemas, schema, io);
  const problem = convert(problemWire, "output");
  for (const operation of described) {
    const path = (paths[operation.path] ??= {});
    const errors = errorsOf(operation);
    const named = [...new Set(errors.map((kind) => problems[kind].status))].map((status) => {
      const kinds = errors.filter((kind) => problems[kind].status === status);
      const name = kinds.join("_or_");
      responses[name] ??= describeError(kinds, problem);
      return [String(status), reference("responses", name)] as const;
    });
    path[operation.method.toLowerCase()] = {
      operationId: operation.id,
      tags: [operation.tag],
      summary: operation.summary,
      description: [operation.description, who(operation)].filter(Boolean).join("\n\n"),
      security: operation.access === "public" ? [] : [{ session: [] }, ...(operation.access === "session" ? [] : [{ token: [] }])],
      ...(operation.access !== "public" && operation.access !== "session" && { "x-required-role": operation.access }),
      parameters: describeParameters(operation, convert),
      ...(operation.body && { requestBody: { required: true, content: { "application/json": withExample(convert(operation.body, "input"), schemas) } } }),
      ...(operation.text && { requestBody: { required: true, content: { [operation.text.mediaType]: { schema: { type: "string" } } } } }),
      ...(operation.bytes && { requestBody: { required: true, content: rawContent(operation.bytes.mediaTypes) } }),
      responses: Object.fromEntries([...describeAnswers(operation, convert, schemas), ...named]),
    };
  }
  return {
    openapi: "3.1.1",
    info: { title: "Candor", version: "1", description: ABOUT },
    servers: [{ url: env.BASE_URL ?? "/" }],
    tags: Object.entries(aboutTags).flatMap(([name, text]) => (used.has(name as Operation["tag"]) ? [{ name, description: text }] : [])),
    paths,
    components: { schemas, responses, ...fixed },
  };
}

/** Converts a schema; those with an `id` go into `schemas` and are referred to. */
function convertInto(schemas: Record<string, Json>, schema: z.ZodType, io: "input" | "output"): Json {
  // Within another, a schema with an id becomes a reference, wherever it stands.
  const { properties, $defs = {} } = z.toJSONSchema(z.object({ it: schema }), {
    io,
    target: "draft-2020-12",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, facets.get(zodSchema as unknown as z.ZodType)?.json());
      // Of what is transformed, zod takes the examples for those of the outcome, and leaves them out.
      const { examples } = z.globalRegistry.get(zodSchema as unknown as z.ZodType) ?? {};
      if (Array.isArray(examples)) jsonSchema.examples = examples;
      // What a format or a type says already, zod says again as a pattern, and as the bounds of exact numbers.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  const relocate = (part: unknown) => JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
  for (const [name, definition] of Object.entries($defs)) {
    const { id: _, ...found } = relocate(definition);
    const known = schemas[name];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(found)) throw new Error(`Two schemas are named ${name}.`);
    schemas[name] = found;
  }
  return relocate(properties!.it);
}

/** What is no JSON, by its media types: text, or bytes. */
const rawContent = (mediaTypes: readonly string[]): Json =>
  Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema: { type: "string", ...(!mediaType.startsWith("text/") && { format: "binary" }) } }]));

function who({ access }: Operation): string {
  if (access === "public") return "Needs no session.";
  if (access === "session") return "Needs a session; tokens are not accepted.";
  return `Needs the role **${access}** in the organization, or a token with it.`;
}

const aboutParameter = (name: string) => (name === "orgID" ? "The organization's id: its handle." : `The id of the ${name.replace(/ID$/, "")}.`);

function describeParameters({ path, query, method, creates, conditional, answer }: Operation, convert: (schema: z.ZodType, io: "input") => Json): Json[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    description: aboutParameter(name),
    schema: { type: "string" },
    example: name === "orgID" ? "acme" : EXAMPLE_ID,
  }));
  const { properties = {}, required = [] } = (query ? convert(query, "input") : {}) as { properties?: Record<string, Json>; required?: string[] };
  const inQuery = Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema,
  }));
  return [
    ...inPath,
    ...inQuery,
    ...(creates ? [reference("parameters", "IdempotencyKey")] : []),
    ...(conditional ? [reference("parameters", "IfMatch")] : []),
    ...(isTagged(method, answer) ? [reference("parameters", "IfNoneMatch")] : []),
  ];
}

const isTagged = (method: Operation["method"], { schema, tagged }: Operation["answer"]): boolean => method === "GET" && (schema !== undefined || tagged === true);

type Answers = [status: string, answer: Json][];

function describeAnswers({ answer, method, paged, creates }: Operation, convert: (schema: z.ZodType, io: "output") => Json, schemas: Record<string, Json>): Answers {
  const { status, schema, mediaTypes, description } = answer;
  const tagged = isTagged(method, answer);
  const headers = {
    ...(tagged && { ETag: reference("headers", "ETag") }),
    ...(paged && { Link: reference("headers", "Link") }),
    ...(creates && { "Idempotency-Replayed": reference("headers", "IdempotencyReplayed") }),
    ...(status >= 300 && { Location: reference("headers", "Location") }),
  };
  const content = schema ? { "application/json": withExample(convert(schema, "output"), schemas) } : mediaTypes && rawContent(mediaTypes);
  const success = { description: description ?? titles[status] ?? "Done", ...(Object.keys(headers).length > 0 && { headers }), ...(content && { content }) };
  const notModified = { description: "The copy at hand is true.", headers: { ETag: reference("headers", "ETag") } };
  return [[String(status), success], ...(tagged ? ([["304", notModified]] as Answers) : [])];
}

const titles: Record<number, string> = { 200: "Done", 201: "Created", 202: "Accepted: it is being done", 204: "Done; the answer is empty", 303: "See there" };

/** Every kind of error that a call may answer with, by its declaration. */
function errorsOf({ access, method, path, body, text, bytes, query, creates, conditional, foreign, errors = [] }: Operation): ProblemKind[] {
  const takesBody = (body ?? text ?? bytes) !== undefined;
  const isWrite = method !== "GET";
  const isBelow = access !== "public" && access !== "session";
  const kinds: (ProblemKind | false)[] = [
    access !== "public" && "unauthenticated",
    (isBelow || (isWrite && !foreign)) && "forbidden",
    path.includes("{") && "not_found",
    (takesBody || creates === true) && "malformed",
    (body ?? text ?? query) !== undefined && "invalid",
    takesBody && "too_large",
    takesBody && "unsupported_media_type",
    creates === true && "idempotency_key_reused",
    conditional === true && "precondition_failed",
    // The first write to an id that nobody holds claims it, and claims are counted.
    isBelow && isWrite && "too_many_requests",
    ...errors,
    "internal",
    "unavailable",
  ];
  const found = new Set(kinds.filter((kind) => kind !== false));
  return (Object.keys(problems) as ProblemKind[]).filter((kind) => found.has(kind));
}

/** The answer for kinds of errors that share a status. */
function describeError(kinds: readonly ProblemKind[], problem: Json): Json {
  const retries = kinds.some((kind) => kind === "too_many_requests" || kind === "unavailable");
  const plain = kinds.find((kind) => problems[kind].plain);
  const documented = kinds.find((kind) => !problems[kind].plain);
  const example = (kind: ProblemKind) => ({
    type: `/docs#problem-${kind}`,
    title: problems[kind].title,
    status: problems[kind].status,
    detail: kind === "invalid" ? "1 field is not valid." : `${problems[kind].title}.`,
    request_id: EXAMPLE_ID,
    ...(kind === "invalid" && { errors: [{ path: "name", message: "is required" }] }),
  });
  return {
    description: kinds.map((kind) => `[${problems[kind].title}](/docs#problem-${kind})`).join(" · "),
    ...(retries && { headers: { "Retry-After": reference("headers", "RetryAfter") } }),
    content: {
      ...(plain && { "text/plain": { schema: { type: "string" }, example: `${problems[plain].title}\n` } }),
      ...(documented && { "application/problem+json": { schema: problem, example: example(kinds.includes("invalid") ? "invalid" : documented) } }),
    },
  };
}

const withExample = (schema: Json, schemas: Record<string, Json>): Json => ({ schema, example: exampleOf(schema, schemas) });

const formats: Record<string, string> = { uri: "https://example.com/", date: "2026-11-20" };

/** A value that fits a schema: its own example where it has one, else one put together from its parts. */
function exampleOf(schema: Json, schemas: Record<string, Json>, name = "text"): unknown {
  const { $ref, examples, const: only, enum: words, default: usual, type, anyOf, oneOf, properties = {}, items, format } = schema as {
    $ref?: string; examples?: unknown[]; const?: unknown; enum?: unknown[]; default?: unknown; type?: string | string[];
    anyOf?: Json[]; oneOf?: Json[]; properties?: Record<string, Json>; items?: Json; format?: string;
  };
  if ($ref !== undefined) return exampleOf(schemas[$ref.split("/").at(-1)!]!, schemas, name);
  for (const given of [examples?.[0], only, words?.[0], usual]) if (given !== undefined) return given;
  const first = (anyOf ?? oneOf)?.[0];
  if (first !== undefined) return exampleOf(first, schemas, name);
  const kind = Array.isArray(type) ? type[0] : type;
  if (kind === "object") return Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, exampleOf(part, schemas, key)]));
  if (kind === "array") return items === undefined ? [] : [exampleOf(items, schemas, name)];
  if (kind === "integer" || kind === "number") return (schema.minimum as number | undefined) ?? 0;
  if (kind === "boolean") return true;
  if (kind === "string") return formats[String(format)] ?? name.replaceAll("_", " ");
  return null;
}
