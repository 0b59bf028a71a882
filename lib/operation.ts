import type { z } from "zod";
import type { ProblemKind } from "./errors";
import type { Role } from "./roles";

/**
 * Who can use an operation. `administrator` is an administrator of the installation. A role is the
 * minimum role of the member or API token.
 */
export type Access = "public" | "session" | "administrator" | Role;

/** Returns true if the operation requires a role in an organization. */
export const isRoleRequired = (access: Access): access is Role =>
  access !== "public" && access !== "session" && access !== "administrator";

/** The groups of operations in the API description. */
export const tags = {
  Accounts: "Accounts, sessions, and passwords.",
  Organizations:
    "Organizations (tenants). " +
    "By default, a signed-in user who writes to an unused organization ID creates the " +
    "organization and becomes its owner.",
  Members: "Members of an organization, their roles, and invitations.",
  Tokens:
    "API tokens, which give API clients access to one organization, with a role and an expiry.",
  Components: "The parts of your system, their status, and their uptime.",
  Incidents: "Unplanned problems that affect components, with their updates.",
  Maintenances: "Scheduled maintenance, announced in advance.",
  Templates: "Reusable messages for incidents and maintenance.",
  Subscribers: "Recipients of notifications, as managed by members of the organization.",
  Subscriptions: "Subscriptions as managed by the subscriber, without an account.",
  Deliveries: "Notifications sent to subscribers, and their results.",
  "Audit log": "Changes by users, API tokens, and the server, with author and time.",
  Administration: "The whole installation: its checks, users, and organizations.",
  Description: "This API description, and the version of the server.",
} as const;

/**
 * Describes an API operation for its route (route.ts), the OpenAPI document (openapi.ts), and the
 * browser's API client (api-client.ts).
 */
export type Operation = {
  id: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: `/v1/${string}`;
  tag: keyof typeof tags;
  summary: string;
  description?: string;
  access: Access;
  body?: z.ZodType;
  /** If the body is missing, `{}` is parsed instead. */
  hasOptionalBody?: true;
  maxBodyBytes?: number;
  text?: { mediaType: string; maxBytes: () => number };
  bytes?: { mediaTypes: readonly string[]; maxBytes: () => number };
  query?: z.ZodType;
  /** A GET with a `schema` always has an `ETag`. Other responses have one only with `hasETag`. */
  response: {
    status: number;
    schema?: z.ZodType;
    mediaTypes?: readonly string[];
    hasETag?: true;
    /** A field that changes without an edit. The `ETag` does not depend on it. */
    unversionedField?: string;
    description?: string;
  };
  /** Possible errors besides those that the other properties imply. */
  errors?: readonly ProblemKind[];
  isPaged?: true;
  /** Skips the same-origin check: a token in the URL, not a cookie, authorizes the write. */
  allowsCrossSite?: true;
  /**
   * Requires that the user entered the password in the last 10 minutes. `test` limits this to some
   * bodies, which `when` describes.
   */
  recentPassword?: true | { when: string; test: (body: never) => boolean };
  /**
   * The response is cached until the organization's revision changes. It must depend only on the
   * organization's data and the URL.
   */
  isCacheable?: true;
  supportsIdempotencyKey?: true;
  supportsIfMatch?: true;
};

type Declaration = Omit<Operation, "id" | "tag" | "method" | "path"> & {
  endpoint: `${Operation["method"]} ${Operation["path"]}`;
};
type Route<Endpoint> = Endpoint extends `${infer Method} ${infer Path}`
  ? { method: Method; path: Path }
  : never;

/** Defines operations with the same tag, by ID. */
export const defineOperations = <
  const Tag extends Operation["tag"],
  const Declared extends Record<string, Declaration>,
>(
  tag: Tag,
  declared: Declared,
) =>
  Object.fromEntries(
    Object.entries(declared).map(([id, operation]) => {
      const [method, path] = operation.endpoint.split(" ");
      return [id, { ...operation, id, tag, method, path }];
    }),
  ) as unknown as {
    [Id in keyof Declared & string]: Declared[Id] &
      Route<Declared[Id]["endpoint"]> & { id: Id; tag: Tag };
  };

export const hasETag = ({ method, response }: Operation): boolean =>
  response.hasETag === true || (method === "GET" && response.schema !== undefined);

export type PathParameters<Path extends string> =
  Path extends `${string}{${infer Name}}${infer Rest}`
    ? { [Key in Name]: string } & PathParameters<Rest>
    : unknown;
