import { ApiError } from "@/lib/http/api-client";
import type { SubscriptionTexts } from "@/lib/public/page/subscription-texts";

/** Reports a 404 as an invalid link, because the token is part of the link. */
export async function callByLink<T>(texts: SubscriptionTexts, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw new ApiError(404, texts.invalidLink);
  }
}
