"use client";

import { useSessionEnded } from "@/components/auth/session";
import { sayFailure } from "@/components/ui/toaster";
import { ApiError } from "@/lib/http/client";

/** Makes a small write that no form surrounds; when it fails, says what was not done and why, and lets somebody sign in again. */
export function useAttempt(): (failed: React.ReactNode, work: () => Promise<unknown>) => Promise<void> {
  const sessionEnded = useSessionEnded();
  return async (failed, work) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) sessionEnded?.();
      sayFailure(failed, error.status === 401 ? "Your session had ended. Sign in, and do it again." : error.detail);
    }
  };
}
