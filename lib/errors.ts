/**
 * The error table (contract §7, decisions "Errors"). `plain` errors are sent as `text/plain`, all others as
 * RFC 9457 `application/problem+json`.
 */
export const problems = {
  unauthenticated: { status: 401, title: "Not signed in", plain: true },
  bad_credentials: { status: 401, title: "Invalid email or password", plain: true },
  forbidden: { status: 403, title: "Forbidden", plain: true },
  email_taken: { status: 409, title: "Email already registered", plain: true },
  malformed: { status: 400, title: "Malformed request", plain: false },
  invalid: { status: 400, title: "Invalid request", plain: false },
  not_found: { status: 404, title: "Not found", plain: false },
  method_not_allowed: { status: 405, title: "Method not allowed", plain: false },
  conflict: { status: 409, title: "Conflict", plain: false },
  precondition_failed: { status: 412, title: "Changed meanwhile", plain: false },
  too_large: { status: 413, title: "Request body too large", plain: false },
  unsupported_media_type: { status: 415, title: "Unsupported media type", plain: false },
  idempotency_key_reused: { status: 422, title: "Idempotency key used before", plain: false },
  too_many_requests: { status: 429, title: "Too many requests", plain: false },
  internal: { status: 500, title: "Internal error", plain: false },
  unavailable: { status: 503, title: "Temporarily unavailable", plain: false },
} as const;

export type ProblemKind = keyof typeof problems;

/** One bad field: `path` as in `component_ids.3`, empty for the body as a whole. */
export type FieldError = { path: string; message: string };

/** An error that the caller is told about. Anything else that is thrown becomes an opaque 500. */
export class Problem extends Error {
  readonly status: number;

  constructor(
    readonly kind: ProblemKind,
    readonly detail: string,
    readonly extra: { errors?: FieldError[]; headers?: Record<string, string> } = {},
  ) {
    super(`${problems[kind].title}: ${detail}`);
    this.name = "Problem";
    this.status = problems[kind].status;
  }
}

/** The server and the app are separate bundles with a `Problem` class each, so the shape decides, not the class. */
export function isProblem(error: unknown): error is Problem {
  return error instanceof Error && error.name === "Problem" && "kind" in error;
}

export const unauthenticated = () => new Problem("unauthenticated", "Session cookie missing or invalid");
export const notFound = (what: string) => new Problem("not_found", `${what} does not exist.`);
export const invalid = (errors: FieldError[]) =>
  new Problem("invalid", errors.length === 1 ? "1 field is not valid." : `${errors.length} fields are not valid.`, { errors });

/** What whoever posts an update is told when another than the one they have seen is the newest. */
export const POSTED_SINCE = "Something was posted meanwhile: read it, and decide again.";

/** For the `catch` of a check that throws {@link invalid}: adds its errors to the others, to tell all at once; what is checked is empty then. */
export const addErrors =
  (errors: FieldError[]) =>
  (error: unknown): [] => {
    if (!isProblem(error) || error.extra.errors === undefined) throw error;
    errors.push(...error.extra.errors);
    return [];
  };

/** 400 for the ids of `<what>_ids` that the organization does not have, each named; `pathOf` says where else they stand. */
export const unknownIds = (what: "component" | "incident", asked: readonly string[], known: ReadonlySet<string>, pathOf = (index: number) => `${what}_ids.${index}`) =>
  invalid(
    asked.flatMap((id, index) =>
      known.has(id) ? [] : [{ path: pathOf(index), message: `${JSON.stringify(id)} is not ${what === "incident" ? "an" : "a"} ${what} of this organization` }],
    ),
  );
