import { ApiError } from "@/lib/http/client";

/** A call that the token of a link opens: 404 says that the link opens nothing, or nothing any more. */
export async function byLink<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw new ApiError(404, "This link does not work, or does not work any more.");
  }
}
