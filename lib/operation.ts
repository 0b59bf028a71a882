import type { z } from "zod";
import type { ProblemKind } from "./errors";
import type { Role } from "./roles";

/** Everyone, signed-in users, or members and tokens with at least this role. */
export type Access = "public" | "session" | Role;

export const tags = [
  "Accounts",
  "Organizations",
  "People",
  "Tokens",
  "Components",
  "Incidents",
  "Maintenances",
  "Templates",
  "Subscribers",
  "Subscriptions",
  "Deliveries",
  "Audit log",
  "Description",
] as const;

/**
 * An operation of `/v1`: the source of its handler (lib/http/route.ts), the OpenAPI document
 * (lib/http/openapi.ts) and the client (lib/http/client.ts).
 */
export type Operation = {
  id: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: `/v1/${string}`;
  tag: (typeof tags)[number];
  summary: string;
  description?: string;
  access: Access;
  /** Without it, the body is not read. */
  body?: z.ZodType;
  /** A request without a body counts as `{}`. */
  hasOptionalBody?: true;
  /** If lower than that of the server. */
  maxBodyBytes?: number;
  text?: { mediaType: string; maxBytes: () => number };
  bytes?: { mediaTypes: readonly string[]; maxBytes: () => number };
  query?: z.ZodType;
  /** Set `hasETag` for an `ETag` without a `schema`. */
  response: {
    status: number;
    schema?: z.ZodType;
    mediaTypes?: readonly string[];
    hasETag?: true;
    description?: string;
  };
  /** Errors that do not follow from other properties. */
  errors?: readonly ProblemKind[];
  /** Paginated: `?before=` and a `Link` header. */
  paged?: true;
  /** Skips the same-origin check: a token authorizes the write, not a cookie. */
  allowsCrossSite?: true;
  /** Requires a password entered in the last 10 minutes: always, or for some bodies. */
  recentPassword?: true | { when: string; test: (body: never) => boolean };
  /** Depends only on organization data and URL, so it is cached per revision. */
  isCacheable?: true;
  /** Accepts an `Idempotency-Key`. */
  creates?: true;
  /** Accepts `If-Match`. */
  conditional?: true;
};

/** Keeps the literal type for handler and client. */
export const defineOperation = <const O extends Operation>(operation: O): O => operation;

/** `{orgID}` → `orgID`. */
export type PathParameters<Path extends string> =
  Path extends `${string}{${infer Name}}${infer Rest}`
    ? { [Key in Name]: string } & PathParameters<Rest>
    : unknown;
