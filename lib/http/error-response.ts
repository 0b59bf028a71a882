import { z } from "zod";
import { findDatabaseFault } from "@/lib/db/database-errors";
import {
  internalError,
  isProblem,
  type Problem,
  problems,
  getProblemType,
  unavailable,
} from "@/lib/errors";
import { log } from "@/lib/log";

/** The schema of errors that are sent as problem details (RFC 9457). */
export const problemSchema = z
  .object({
    type: z.string().meta({
      description: "URL of the documentation for this kind of error.",
      format: "uri-reference",
      examples: ["/docs#problem-invalid"],
    }),
    title: z.string().meta({ description: "The kind of error.", examples: ["Invalid request"] }),
    status: z.int().meta({ examples: [400] }),
    detail: z.string().meta({
      description: "Explains what is wrong with this request, and how to fix it.",
      examples: ["1 field is invalid."],
    }),
    request_id: z.string().meta({
      description: "Identifies the request in the server log.",
      examples: ["01993c5e-2f7a-7c3b-9d0e-5a1b2c3d4e5f"],
    }),
    errors: z
      .array(
        z.object({
          path: z.string().meta({
            description: "Path of the field, such as `component_ids.3`. Empty for the whole body.",
            examples: ["title"],
          }),
          message: z.string().meta({ examples: ["is required"] }),
        }),
      )
      .optional()
      .meta({ description: "One entry per invalid field." }),
  })
  .meta({ id: "Problem", description: "Problem details (RFC 9457)." });

/**
 * Converts an error to a response. An unexpected error is logged, and becomes a 503 if the
 * database caused it, otherwise a 500 without details.
 */
export function respondToError(error: unknown, requestId: string): Response {
  const problem = isProblem(error) ? error : toProblem(error, requestId);
  const { status, plain } = problems[problem.kind];
  const headers = new Headers(problem.extra.headers);
  // Browsers show a password prompt for the scheme Basic, but not for Bearer.
  if (status === 401) headers.set("WWW-Authenticate", "Bearer");
  if (plain) {
    headers.set("Content-Type", "text/plain; charset=utf-8");
    return new Response(`${problem.detail}\n`, { status, headers });
  }
  headers.set("Content-Type", "application/problem+json");
  return new Response(serializeProblem(problem, requestId), { status, headers });
}

export function serializeProblem({ kind, detail, extra }: Problem, requestId: string): string {
  const { status, title } = problems[kind];
  const body: z.infer<typeof problemSchema> = {
    type: getProblemType(kind),
    title,
    status,
    detail,
    request_id: requestId,
    ...(extra.errors && { errors: extra.errors }),
  };
  return JSON.stringify(body);
}

function toProblem(error: unknown, requestId: string): Problem {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  log.error({ request_id: requestId, error: { name, message, stack } }, "request failed");
  const fault = findDatabaseFault(error);
  if (fault !== null) return unavailable(fault.detail, fault.retryAfterSeconds);
  return internalError();
}
