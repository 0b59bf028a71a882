import { ApiError } from "@/lib/http/client";

/** The token is part of the link, so a 404 is an invalid link. */
export async function callByLink<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw new ApiError(404, "This link is not valid or has expired.");
  }
}
