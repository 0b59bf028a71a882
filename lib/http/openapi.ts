import { z } from "zod";
import { BASE_PATH } from "@/lib/base-path";
import { env } from "@/lib/env";
import { type ProblemKind, problems, getProblemType } from "@/lib/errors";
import { getBaseUrl } from "@/lib/links";
import { hasETag, isRoleRequired, type Operation, tags } from "@/lib/operation";
import { computeETag } from "@/lib/precondition";
import { jsonSchemaProperties } from "@/lib/validation";
import { operations } from "./operations";
import { problemSchema } from "./error-response";

type Json = Record<string, unknown>;

const OVERVIEW = `\
The Candor API. Request and response bodies are JSON, times are ISO 8601 in UTC, and lists are plain
arrays.

**Authentication.** Register or sign in to get the cookie \`session_token\`, which lasts 30 days.
API clients send \`Authorization: Bearer candor_…\` instead, for operations of an organization.

**Errors.** 401, 403 (except re-authentication), 408, and the 409 for an email address that is
already registered are plain text. All other errors are problem details (RFC 9457). Every response
has \`X-Request-Id\`.

**Re-authentication.** With a session, a few operations require a password entered in the last
10 minutes, at sign-in or with \`POST /v1/auth/reauthenticate\`. Otherwise they return 403 with
problem details whose \`type\` ends in \`/reauthentication-required\`. Tokens are exempt.

**Retries.** Operations that create something accept an \`Idempotency-Key\`. A retry with the same
key and body within 24 hours returns the first response and creates nothing.

**Concurrency.** Reads return an \`ETag\`. Send it as \`If-None-Match\` to get 304 if nothing
changed, or as \`If-Match\` with a change to get 412 if someone else changed the resource first. The
\`follower_count\` of an incident does not change its \`ETag\`.

**Limits.** Requests per second are limited for each client and each organization, averaged over
10 seconds. The headers \`RateLimit-Policy\` and \`RateLimit\` report the limit. Beyond it, the
response is 429 with \`Retry-After\`. The number of components, component groups, subscribers,
members, tokens, and templates of an organization is limited too. Beyond that limit, the response
is 409.

**Compatibility.** New fields may be added to responses at any time. Unknown fields in a request
body are ignored.`.replace(/([^\n])\n(?=[^\n])/g, "$1 ");

const EXAMPLE_ID = "01993c5e-2f7a-7c3b-9d0e-5a1b2c3d4e5f";

const fixed = {
  parameters: {
    IdempotencyKey: {
      name: "Idempotency-Key",
      in: "header",
      description:
        "Unique key of the request, so that a retry creates nothing twice. Valid for 24 hours.",
      schema: { type: "string", minLength: 1, maxLength: 255 },
      example: "7b0ec1f2-6f0c-4f0e-9a57-2c1f4a3f8f55",
    },
    IfMatch: {
      name: "If-Match",
      in: "header",
      description:
        "The `ETag` from your last read. The response is 412 if the resource has changed since.",
      schema: { type: "string" },
    },
    IfNoneMatch: {
      name: "If-None-Match",
      in: "header",
      description:
        "The `ETag` from your last read. The response is 304 if nothing has changed since.",
      schema: { type: "string" },
    },
  },
  headers: {
    ETag: {
      description: "Version of the resource.",
      required: true,
      schema: { type: "string" },
    },
    Link: {
      description: 'URL of the next page, as `<…?before=…>; rel="next"`. Absent on the last page.',
      schema: { type: "string" },
    },
    IdempotencyReplayed: {
      description: "`true` if this is the response to an earlier request with the same key.",
      schema: { type: "string", const: "true" },
    },
    WwwAuthenticate: {
      description: "Authentication scheme for API clients.",
      required: true,
      schema: { type: "string", const: "Bearer" },
    },
    RetryAfter: {
      description: "Seconds to wait before retrying.",
      required: true,
      schema: { type: "string", pattern: "^\\d+$" },
    },
    Location: {
      description: "URL of the page to open.",
      required: true,
      schema: { type: "string", format: "uri-reference" },
    },
  },
  securitySchemes: {
    session: {
      type: "apiKey",
      in: "cookie",
      name: "session_token",
      description: "Set by `register` and `login`.",
    },
    token: {
      type: "http",
      scheme: "bearer",
      description: "An API token of the organization. Starts with `candor_`.",
    },
  },
};
const createReference = (section: string, name: string): Json => ({
  $ref: `#/components/${section}/${name}`,
});

let cached: { body: Uint8Array<ArrayBuffer>; etag: string } | undefined;

export function getOpenApiDocument(): { body: Uint8Array<ArrayBuffer>; etag: string } {
  if (cached === undefined) {
    const body = new TextEncoder().encode(JSON.stringify(buildDocument(Object.values(operations))));
    cached = { body, etag: computeETag(body) };
  }
  return cached;
}

/** Builds the OpenAPI document. Throws if two different schemas have the same name. */
export function buildDocument(described: readonly Operation[]): Json {
  const schemas: Record<string, Json> = {};
  const responses: Record<string, Json> = {};
  const paths: Record<string, Json> = {};
  const used = new Set(described.map(({ tag }) => tag));
  const convert = (schema: z.ZodType, use: SchemaUse) => convertInto(schemas, schema, use);
  const problem = convert(problemSchema, "response");
  for (const operation of described) {
    const path = (paths[operation.path] ??= {});
    const rawMediaTypes = operation.text ? [operation.text.mediaType] : operation.bytes?.mediaTypes;
    const errors = listErrors(operation);
    const named = [...new Set(errors.map((kind) => problems[kind].status))].map((status) => {
      const kinds = errors.filter((kind) => problems[kind].status === status);
      const name = kinds.join("_or_");
      responses[name] ??= describeError(kinds, problem);
      return [String(status), createReference("responses", name)] as const;
    });
    path[operation.method.toLowerCase()] = {
      operationId: operation.id,
      tags: [operation.tag],
      summary: operation.summary,
      description: [
        operation.description,
        describeAccess(operation),
        describeRecentPassword(operation),
      ]
        .filter(Boolean)
        .join("\n\n"),
      security:
        operation.access === "public"
          ? []
          : [{ session: [] }, ...(isRoleRequired(operation.access) ? [{ token: [] }] : [])],
      ...(isRoleRequired(operation.access) && { "x-required-role": operation.access }),
      parameters: describeParameters(operation, convert),
      ...(operation.body && {
        requestBody: {
          required: !operation.hasOptionalBody,
          content: { "application/json": withExample(convert(operation.body, "body"), schemas) },
        },
      }),
      ...(rawMediaTypes && {
        requestBody: { required: true, content: describeRawContent(rawMediaTypes) },
      }),
      responses: {
        ...describeResponses(operation, convert, schemas),
        ...Object.fromEntries(named),
      },
    };
  }
  return {
    openapi: "3.1.1",
    info: { title: "Candor", version: "1", description: OVERVIEW },
    servers: [{ url: env.BASE_URL === undefined ? BASE_PATH || "/" : getBaseUrl() }],
    tags: Object.entries(tags).flatMap(([name, text]) =>
      used.has(name as Operation["tag"]) ? [{ name, description: text }] : [],
    ),
    paths,
    components: { schemas, responses, ...fixed },
  };
}

type SchemaUse = "body" | "query" | "response";

/**
 * Converts a schema to JSON Schema, and moves schemas with an `id` to `schemas`. Defaults of bodies
 * become descriptions, because client generators make properties with a `default` required.
 */
function convertInto(schemas: Record<string, Json>, schema: z.ZodType, use: SchemaUse): Json {
  // The schema is nested in an object, because zod creates references only for nested schemas.
  const { properties, $defs = {} } = z.toJSONSchema(z.object({ it: schema }), {
    io: use === "response" ? "output" : "input",
    target: "draft-2020-12",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(
        jsonSchema,
        jsonSchemaProperties.get(zodSchema as unknown as z.ZodType)?.json(),
      );
      // zod omits the examples of transformed schemas, so they are added here.
      const { examples } = z.globalRegistry.get(zodSchema as unknown as z.ZodType) ?? {};
      if (Array.isArray(examples)) jsonSchema.examples = examples;
      // zod adds a pattern to each format and bounds to each integer, which add no information.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  const reviver =
    use === "body" ? (_: string, part: unknown) => withDefaultInDescription(part) : undefined;
  const relocate = (part: unknown) =>
    JSON.parse(
      JSON.stringify(part).replaceAll('"#/$defs/', '"#/components/schemas/'),
      reviver,
    ) as Json;
  for (const [name, definition] of Object.entries($defs)) {
    const { id: _, ...found } = relocate(definition);
    const known = schemas[name];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(found))
      throw new Error(`Two schemas are named ${name}.`);
    schemas[name] = found;
  }
  return relocate(properties!.it);
}

function withDefaultInDescription(part: unknown): unknown {
  // The last condition excludes objects in which `default` is the name of a property.
  if (
    typeof part !== "object" ||
    part === null ||
    !("default" in part) ||
    !("type" in part || "enum" in part || "anyOf" in part)
  )
    return part;
  const { default: value, ...rest } = part as Json;
  const note = `Defaults to \`${JSON.stringify(value)}\`.`;
  return {
    ...rest,
    description: rest.description === undefined ? note : `${String(rest.description)} ${note}`,
  };
}

const describeRawContent = (mediaTypes: readonly string[]): Json =>
  Object.fromEntries(
    mediaTypes.map((mediaType) => [
      mediaType,
      { schema: { type: "string", ...(!mediaType.startsWith("text/") && { format: "binary" }) } },
    ]),
  );

function describeAccess({ access }: Operation): string {
  if (access === "public") return "Requires no authentication.";
  if (access === "session") return "Requires a session. Tokens are not accepted.";
  if (access === "administrator")
    return "Requires the session of an administrator of this installation. Tokens are not accepted.";
  return (
    `Requires at least the **${access}** role in the organization, or a token with that role ` +
    "or higher."
  );
}

function describeRecentPassword({ recentPassword }: Operation): string | undefined {
  if (recentPassword === undefined) return undefined;
  const condition = recentPassword === true ? "" : `, ${recentPassword.when}`;
  return (
    `With a session${condition}, this operation requires a password entered in the last ` +
    "10 minutes (see `reauthenticate`)."
  );
}

const describeParameter = (name: string) =>
  name === "orgID" ? "ID of the organization." : `ID of the ${name.replace(/ID$/, "")}.`;

function describeParameters(
  operation: Operation,
  convert: (schema: z.ZodType, use: "query") => Json,
): Json[] {
  const { path, query, supportsIdempotencyKey, supportsIfMatch } = operation;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    description: describeParameter(name),
    schema: { type: "string" },
    example: name === "orgID" ? "acme" : EXAMPLE_ID,
  }));
  const { properties = {}, required = [] } = (query ? convert(query, "query") : {}) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
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
    ...(supportsIdempotencyKey ? [createReference("parameters", "IdempotencyKey")] : []),
    ...(supportsIfMatch ? [createReference("parameters", "IfMatch")] : []),
    ...(isConditionalRead(operation) ? [createReference("parameters", "IfNoneMatch")] : []),
  ];
}

const isConditionalRead = (operation: Operation): boolean =>
  operation.method === "GET" && hasETag(operation);

function describeResponses(
  operation: Operation,
  convert: (schema: z.ZodType, use: "response") => Json,
  schemas: Record<string, Json>,
): Json {
  const { isPaged, supportsIdempotencyKey } = operation;
  const { status, schema, mediaTypes, description } = operation.response;
  const headers = {
    ...(hasETag(operation) && { ETag: createReference("headers", "ETag") }),
    ...(isPaged && { Link: createReference("headers", "Link") }),
    ...(supportsIdempotencyKey && {
      "Idempotency-Replayed": createReference("headers", "IdempotencyReplayed"),
    }),
    ...(status >= 300 && { Location: createReference("headers", "Location") }),
  };
  const content = schema
    ? { "application/json": withExample(convert(schema, "response"), schemas) }
    : mediaTypes && describeRawContent(mediaTypes);
  const success = {
    description: description ?? successTitles[status] ?? "OK",
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(content && { content }),
  };
  const notModified = {
    description: "Not modified",
    headers: { ETag: createReference("headers", "ETag") },
  };
  return { [status]: success, ...(isConditionalRead(operation) && { 304: notModified }) };
}

const successTitles: Record<number, string> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  204: "No content",
  303: "See other",
};

function listErrors({
  access,
  method,
  path,
  body,
  text,
  bytes,
  query,
  supportsIdempotencyKey,
  supportsIfMatch,
  allowsCrossSite,
  recentPassword,
  errors = [],
}: Operation): ProblemKind[] {
  const hasBody = (body ?? text ?? bytes) !== undefined;
  const isWrite = method !== "GET";
  const isInOrganization = isRoleRequired(access);
  const kinds: (ProblemKind | false)[] = [
    access !== "public" && "unauthenticated",
    (isInOrganization || access === "administrator" || (isWrite && !allowsCrossSite)) &&
      "forbidden",
    recentPassword !== undefined && "reauthentication_required",
    path.includes("{") && "not_found",
    (hasBody || supportsIdempotencyKey === true) && "malformed",
    (body ?? text ?? query) !== undefined && "invalid",
    hasBody && "too_large",
    hasBody && "unsupported_media_type",
    supportsIdempotencyKey === true && "idempotency_key_reused",
    supportsIfMatch === true && "precondition_failed",
    (isWrite || access !== "public") && "too_many_requests",
    ...errors,
    "internal",
    "unavailable",
  ];
  const found = new Set(kinds.filter((kind) => kind !== false));
  return (Object.keys(problems) as ProblemKind[]).filter((kind) => found.has(kind));
}

function describeError(kinds: readonly ProblemKind[], problem: Json): Json {
  const retries = kinds.some((kind) => kind === "too_many_requests" || kind === "unavailable");
  const isUnauthorized = kinds.some((kind) => problems[kind].status === 401);
  const headers = {
    ...(isUnauthorized && { "WWW-Authenticate": createReference("headers", "WwwAuthenticate") }),
    ...(retries && { "Retry-After": createReference("headers", "RetryAfter") }),
  };
  const plain = kinds.find((kind) => problems[kind].plain);
  const documented = kinds.find((kind) => !problems[kind].plain);
  const createExample = (kind: ProblemKind) => ({
    type: getProblemType(kind),
    title: problems[kind].title,
    status: problems[kind].status,
    detail: kind === "invalid" ? "1 field is invalid." : `${problems[kind].title}.`,
    request_id: EXAMPLE_ID,
    ...(kind === "invalid" && { errors: [{ path: "name", message: "is required" }] }),
  });
  return {
    description: kinds
      .map((kind) => `[${problems[kind].title}](${getProblemType(kind)})`)
      .join(" · "),
    ...(Object.keys(headers).length > 0 && { headers }),
    content: {
      ...(plain && {
        "text/plain": { schema: { type: "string" }, example: `${problems[plain].title}\n` },
      }),
      ...(documented && {
        "application/problem+json": {
          schema: problem,
          example: createExample(kinds.includes("invalid") ? "invalid" : documented),
        },
      }),
    },
  };
}

const withExample = (schema: Json, schemas: Record<string, Json>): Json => ({
  schema,
  example: buildExample(schema, schemas),
});

const formats: Record<string, string> = { uri: "https://example.com/", date: "2026-11-20" };

type JsonSchema = {
  $ref?: string;
  examples?: unknown[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  type?: string | string[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  format?: string;
  minimum?: number;
};

type JsonSchemas = Record<string, JsonSchema>;

function buildExample(schema: JsonSchema, schemas: JsonSchemas, name = "text"): unknown {
  const { $ref, properties = {}, items } = schema;
  if ($ref !== undefined) return buildExample(schemas[$ref.split("/").at(-1)!]!, schemas, name);
  for (const value of [schema.examples?.[0], schema.const, schema.enum?.[0], schema.default])
    if (value !== undefined) return value;
  const first = (schema.anyOf ?? schema.oneOf)?.[0];
  if (first !== undefined) return buildExample(first, schemas, name);
  const kind = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (kind === "object")
    return Object.fromEntries(
      Object.entries(properties).map(([key, part]) => [key, buildExample(part, schemas, key)]),
    );
  if (kind === "array") return items === undefined ? [] : [buildExample(items, schemas, name)];
  if (kind === "integer" || kind === "number") return schema.minimum ?? 0;
  if (kind === "boolean") return true;
  if (kind === "string") return formats[String(schema.format)] ?? name.replaceAll("_", " ");
  return null;
}
