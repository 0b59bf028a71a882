import { type ProblemKind, problems } from "@/lib/errors";
import { DataTable } from "./data-table";

const causes: Record<ProblemKind, string> = {
  unauthenticated:
    "The session cookie or API token is missing, invalid, or expired. The server checks this " +
    "before permissions and the body.",
  bad_credentials: "The email or password is incorrect. The response does not reveal which.",
  forbidden:
    "You are not a member of the organization, your role or API token does not allow this, the " +
    "organization is suspended, your account is disabled, registration is closed, the invitation " +
    "is for another email address, or the request came from another site.",
  reauthentication_required:
    "The password was last confirmed more than 10 minutes ago. Confirm it with POST " +
    "/v1/auth/reauthenticate, then repeat the call within 10 minutes.",
  email_taken: "An account with this email already exists. Email addresses are not case-sensitive.",
  malformed: "The body is not valid JSON, or the request is malformed in another way.",
  invalid:
    "Fields of the body or the query are invalid. The errors field lists each with its path and a message.",
  not_found: "The resource does not exist or belongs to another organization.",
  method_not_allowed:
    "The path does not support this method. The Allow header lists the supported methods.",
  conflict:
    "The request conflicts with the current state, such as an organization ID that is already taken.",
  precondition_failed:
    "The resource has changed since the version in If-Match. Read it again and retry.",
  too_large:
    "The body is larger than the server accepts, by default 1 MiB of JSON. Images and imports " +
    "have their own limits.",
  unsupported_media_type:
    "The operation does not accept the Content-Type, or the body is compressed. Use " +
    "application/json, except for images and imports.",
  idempotency_key_reused:
    "The Idempotency-Key was used with a different body within the last 24 hours.",
  too_many_requests:
    "A rate limit is exceeded, such as the limit for failed sign-ins. Retry after the " +
    "number of seconds in Retry-After.",
  internal: "An unexpected server error. The server log has the cause under the request_id.",
  unavailable:
    "The server can't handle the request now, usually because the database cannot be reached, read, " +
    "or written. The detail field has the reason. Retry after the number of seconds in " +
    "Retry-After.",
};

export function ErrorTable() {
  const kinds = Object.keys(problems) as ProblemKind[];
  const rows = kinds
    .toSorted((a, b) => problems[a].status - problems[b].status)
    .map((kind) => {
      const { status, title, plain } = problems[kind];
      return {
        key: kind,
        id: `problem-${kind}`,
        cells: [
          <code key="status" className="font-mono text-xs">
            {status}
          </code>,
          <span key="title" className="font-medium">
            {title}
          </span>,
          plain ? "Plain text" : "Problem details",
          causes[kind],
        ],
      };
    });
  return <DataTable caption="Errors" columns={["Status", "Title", "Body", "Cause"]} rows={rows} />;
}
