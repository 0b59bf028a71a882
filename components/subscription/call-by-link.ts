import { ApiError } from "@/lib/http/client";

/** Awaits an API call that uses the token of a link. Replaces 404 with a message about the link. */
export async function callByLink<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw new ApiError(404, "This link is not valid or has expired.");
  }
}
