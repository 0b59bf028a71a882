import { sayFailure } from "@/components/ui/toaster";
import { ApiError, call } from "@/lib/http/client";

/** Ends the session and leads to sign-in; says so where it could not be ended. */
export async function signOut(): Promise<void> {
  try {
    await call("POST /v1/auth/logout");
  } catch (error) {
    // Whose session has ended is out already.
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 401) return void sayFailure("You are still signed in", error.detail);
  }
  window.location.assign("/login");
}
