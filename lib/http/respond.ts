import { z } from "zod";
import { isUnavailable } from "@/lib/db";
import { isProblem, Problem, problems } from "@/lib/errors";
import { log } from "@/lib/log";

/** Every error that is not plain text (RFC 9457, decisions "Errors"). */
export const problemWire = z
  .object({
    type: z.string().meta({ description: "Where the kind of error is explained.", format: "uri-reference", examples: ["/docs#problem-invalid"] }),
    title: z.string().meta({ description: "The kind of error in words.", examples: ["Invalid request"] }),
    status: z.int().meta({ examples: [400] }),
    detail: z.string().meta({ description: "What went wrong this time.", examples: ["1 field is not valid."] }),
    request_id: z.string().meta({ description: "Finds the request in the server's log.", examples: ["01993c5e-2f7a-7c3b-9d0e-5a1b2c3d4e5f"] }),
    errors: z
      .array(
        z.object({
          path: z.string().meta({ description: "As in `component_ids.3`; empty for the body as a whole.", examples: ["title"] }),
          message: z.string().meta({ examples: ["is required"] }),
        }),
      )
      .optional()
      .meta({ description: "One entry for each field that is not valid, all at once." }),
  })
  .meta({ id: "Problem", description: "A problem document (RFC 9457)." });

/** The response to an error (contract §7, decisions "Errors"). What is not a {@link Problem} is logged and stays opaque. */
export function respondToError(error: unknown, requestId: string): Response {
  const problem = isProblem(error) ? error : unexpected(error, requestId);
  const { status, title, plain } = problems[problem.kind];
  const headers = new Headers(problem.extra.headers);
  if (plain) {
    headers.set("Content-Type", "text/plain; charset=utf-8");
    return new Response(`${problem.detail}\n`, { status, headers });
  }
  headers.set("Content-Type", "application/problem+json");
  const body: z.infer<typeof problemWire> = {
    type: `/docs#problem-${problem.kind}`,
    title,
    status,
    detail: problem.detail,
    request_id: requestId,
    ...(problem.extra.errors && { errors: problem.extra.errors }),
  };
  return new Response(JSON.stringify(body), { status, headers });
}

function unexpected(error: unknown, requestId: string): Problem {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  log.error({ request_id: requestId, error: { name, message, stack } }, "request failed");
  if (isUnavailable(error)) {
    return new Problem("unavailable", "The database cannot be reached. Try again in a moment.", { headers: { "Retry-After": "2" } });
  }
  return new Problem("internal", "Something went wrong. The log has the cause under this request_id.");
}
