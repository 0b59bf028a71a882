import { leaveTo } from "@/components/ui/leave-to";
import { showErrorToast } from "@/components/ui/toaster";
import { ApiError, call } from "@/lib/http/api-client";

export async function signOut(): Promise<void> {
  try {
    await call("POST /v1/auth/logout");
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 401) return void showErrorToast("Couldn’t sign out", error.detail);
  }
  leaveTo("/login");
}
