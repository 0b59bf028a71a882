import { BASE_PATH } from "./base-path";

/** All kinds of errors. `plain` errors are sent as text, others as problem details (RFC 9457). */
export const problems = {
  unauthenticated: { status: 401, title: "Not signed in", plain: true },
  bad_credentials: { status: 401, title: "Invalid email or password", plain: true },
  forbidden: { status: 403, title: "Forbidden", plain: true },
  reauthentication_required: { status: 403, title: "Re-authentication required", plain: false },
  email_taken: { status: 409, title: "Email already registered", plain: true },
  malformed: { status: 400, title: "Malformed request", plain: false },
  invalid: { status: 400, title: "Invalid request", plain: false },
  not_found: { status: 404, title: "Not found", plain: false },
  method_not_allowed: { status: 405, title: "Method not allowed", plain: false },
  conflict: { status: 409, title: "Conflict", plain: false },
  precondition_failed: { status: 412, title: "Precondition failed", plain: false },
  too_large: { status: 413, title: "Request body too large", plain: false },
  unsupported_media_type: { status: 415, title: "Unsupported media type", plain: false },
  idempotency_key_reused: { status: 422, title: "Idempotency key reused", plain: false },
  too_many_requests: { status: 429, title: "Too many requests", plain: false },
  internal: { status: 500, title: "Internal error", plain: false },
  unavailable: { status: 503, title: "Temporarily unavailable", plain: false },
} as const;

export type ProblemKind = keyof typeof problems;

export const getProblemType = (kind: ProblemKind): string =>
  kind === "reauthentication_required"
    ? REAUTHENTICATION_REQUIRED
    : `${BASE_PATH}/docs#problem-${kind}`;
export const REAUTHENTICATION_REQUIRED = `${BASE_PATH}/docs/problems/reauthentication-required`;

/** An invalid field. `path` is a field such as `component_ids.3`, or empty for the whole body. */
export type FieldError = { path: string; message: string };

/**
 * An error whose `detail` is sent to the client. Any other error becomes a 503 if the database
 * caused it, otherwise a 500.
 */
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

export const isProblem = (error: unknown): error is Problem => error instanceof Problem;

export const unauthenticated = () =>
  new Problem("unauthenticated", "Session cookie missing or invalid");
export const invalidToken = () =>
  new Problem(
    "unauthenticated",
    "The API token is missing or invalid. Send a valid token as a bearer token.",
  );
export const notFound = (subject: string) => new Problem("not_found", `${subject} does not exist.`);
export const invalid = (errors: FieldError[]) =>
  new Problem(
    "invalid",
    errors.length === 1 ? "1 field is invalid." : `${errors.length} fields are invalid.`,
    { errors },
  );
export const invalidField = (path: string, message: string) => invalid([{ path, message }]);
export const pathNotFound = () =>
  new Problem("not_found", "This path does not exist. Check the URL.");
export const internalError = () =>
  new Problem(
    "internal",
    "Something went wrong on the server. Try again. If it happens again, contact the administrator " +
      "of this installation.",
  );
export const unavailable = (detail: string, retryAfterSeconds: number) =>
  new Problem("unavailable", detail, { headers: { "Retry-After": String(retryAfterSeconds) } });
export const methodNotAllowed = (method: string, allowed: string) =>
  new Problem(
    "method_not_allowed",
    `${method} is not supported here. Use one of these methods: ${allowed}.`,
    { headers: { Allow: allowed } },
  );

export const NEWER_UPDATE_EXISTS =
  "Another update was posted in the meantime. Review it and try again.";

/** Returns an error for each unknown ID. */
export function findUnknownIdErrors(
  kind: "component" | "incident",
  ids: readonly string[],
  known: ReadonlySet<string>,
  getPath = (index: number) => `${kind}_ids.${index}`,
): FieldError[] {
  const noun = kind === "incident" ? "an incident" : "a component";
  return ids.flatMap((id, index) =>
    known.has(id)
      ? []
      : {
          path: getPath(index),
          message: `${JSON.stringify(id)} is not ${noun} of this organization`,
        },
  );
}
