import { useOnSessionEnded } from "@/components/auth/session";
import { showErrorToast } from "@/components/ui/toaster";
import { ApiError } from "@/lib/http/api-client";

export function useAction(): (
  failureTitle: React.ReactNode,
  run: () => Promise<unknown>,
) => Promise<void> {
  const sessionEnded = useOnSessionEnded();
  return async (failureTitle, run) => {
    try {
      await run();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) sessionEnded?.();
      showErrorToast(
        failureTitle,
        error.status === 401 ? "Your session ended. Sign in and try again." : error.detail,
      );
    }
  };
}
