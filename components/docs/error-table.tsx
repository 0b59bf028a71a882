import { type ProblemKind, problems } from "@/lib/errors";
import { DataTable } from "./data-table";

const causes: Record<ProblemKind, string> = {
  unauthenticated: "The session cookie is missing, has expired, or was signed out. Asked before anything else about the request.",
  bad_credentials: "There is no account with this email and password. Which of the two is wrong is not said.",
  forbidden: "You are not a member of the organization, your role does not allow this, registration is closed, or a page of another site made the request.",
  email_taken: "An account with this email exists already. Upper and lower case make no difference.",
  malformed: "The body is not JSON, or the request cannot be read for another reason.",
  invalid: "Fields of the body or the query are not valid. errors names all of them, each with its path and a message.",
  not_found: "There is no such resource, or it belongs to another organization.",
  method_not_allowed: "The path exists, the method does not. The Allow header lists those that do.",
  conflict: "The request contradicts what is there, such as an organization id that is taken.",
  precondition_failed: "The record is not the one that If-Match names: somebody changed it since it was read.",
  too_large: "The body is larger than the server accepts, by default 1 MiB.",
  unsupported_media_type: "The body is not declared as application/json.",
  idempotency_key_reused: "The Idempotency-Key was sent with another body within the last 24 hours.",
  too_many_requests: "A limit is used up, such as that of failed logins. Retry-After says in how many seconds to try again.",
  internal: "The fault is the server's. Its log has the cause under the request_id.",
  unavailable: "The database cannot be reached just now. Retry-After says in how many seconds to try again.",
};

/** The error table, one row per kind; problem documents link to its rows. */
export function ErrorTable() {
  const kinds = Object.keys(problems) as ProblemKind[];
  const rows = kinds
    .toSorted((a, b) => problems[a].status - problems[b].status)
    .map((kind) => {
      const { status, title, plain } = problems[kind];
      return {
        key: kind,
        id: `problem-${kind}`,
        cells: [<code key="status" className="font-mono text-xs">{status}</code>, <span key="title" className="font-medium">{title}</span>, plain ? "Plain text" : "Problem document", causes[kind]],
      };
    });
  return <DataTable caption="Errors" columns={["Status", "Title", "Body", "Cause"]} rows={rows} />;
}
