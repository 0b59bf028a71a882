import { ApiError } from "@/lib/http/api-client";

/** Returns a rejection handler that uses `detail` as the message if the email is taken (409). */
export const explainEmailTaken =
  (detail: string) =>
  (error: unknown): never => {
    throw error instanceof ApiError && error.status === 409 ? new ApiError(409, detail) : error;
  };
