import { ApiError } from "@/lib/http/api-client";

/** Returns a rejection handler that replaces the text of the 409 for an email with an account. */
export const explainEmailTaken =
  (detail: string) =>
  (error: unknown): never => {
    throw error instanceof ApiError && error.status === 409 ? new ApiError(409, detail) : error;
  };
