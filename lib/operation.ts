import type { z } from "zod";
import type { ProblemKind } from "./errors";
import type { Role } from "./roles";

/** Who may call: anybody, anybody signed in, or members and tokens of the path's organization with at least this role. */
export type Access = "public" | "session" | Role;

export const tags = ["Accounts", "Organizations", "People", "Tokens", "Components", "Incidents", "Maintenances", "Templates", "Subscribers", "Subscriptions", "Deliveries", "Audit log", "Description"] as const;

/**
 * One call of `/v1`, declared once: its handler runs with it (lib/http/route.ts), the OpenAPI document is made from it
 * (lib/http/openapi.ts), and the browser's client is typed by it (lib/http/client.ts).
 */
export type Operation = {
  /** The name of the call, in the manner of `createIncident`. */
  id: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** As OpenAPI writes it: `/v1/organizations/{orgID}/incidents`. */
  path: `/v1/${string}`;
  tag: (typeof tags)[number];
  /** What it does, in one line. */
  summary: string;
  /** What a caller should know beyond that; Markdown. */
  description?: string;
  access: Access;
  /** Judges the JSON body; without it the body is not read. */
  body?: z.ZodType;
  /** Takes a body of this media type as it is, in UTF-8, up to so many bytes. */
  text?: { mediaType: string; maxBytes: () => number };
  /** Takes a body of one of these media types as it is, up to so many bytes. */
  bytes?: { mediaTypes: readonly string[]; maxBytes: () => number };
  /** Judges the query string. */
  query?: z.ZodType;
  /**
   * The answer of a call that succeeds. Without a schema it has no JSON body; `mediaTypes` says what it has instead, and
   * `tagged` that it carries an `ETag` all the same.
   */
  answer: { status: number; schema?: z.ZodType; mediaTypes?: readonly string[]; tagged?: true; description?: string };
  /** Kinds of errors beyond those that follow from the rest of the declaration. */
  errors?: readonly ProblemKind[];
  /** The list is cut into pages: `?before=` and a `Link` header lead on. */
  paged?: true;
  /** A write that a token in the request proves, and no cookie: other sites may make it. */
  foreign?: true;
  /** A read that depends on nothing but the organization's data and the URL: kept while the organization's revision stands. */
  represented?: true;
  /** A call that creates: it takes an `Idempotency-Key`. */
  creates?: true;
  /** A change of one record, or of the order of a list: it takes `If-Match`. */
  conditional?: true;
};

/** Declares a call; keeps its exact type, from which the types of handler and client follow. */
export const operation = <const O extends Operation>(declared: O): O => declared;

/** The parameters in a path: `{orgID}` gives `orgID`. */
export type PathParameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? { [Key in Name]: string } & PathParameters<Rest> : unknown;
