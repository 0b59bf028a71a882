"use client";

import { createContext, useContext } from "react";
import { SWRConfig } from "swr";
import { ApiError } from "@/lib/http/client";

const SessionEnded = createContext<(() => void) | null>(null);

/** What to do when a call says that nobody is signed in; null where nobody need be. */
export const useSessionEnded = () => useContext(SessionEnded);

// A full load, so that nothing of the ended session stays in memory.
function signInAgain() {
  window.location.assign(`/login?next=${encodeURIComponent(window.location.pathname)}`);
}

const is = (error: unknown, test: (status: number) => boolean) => error instanceof ApiError && test(error.status);

const reading = {
  onError: (error: unknown) => {
    if (is(error, (status) => status === 401)) signInAgain();
  },
  shouldRetryOnError: (error: unknown) => is(error, (status) => status === 0 || status >= 500),
};

/** Everything in here needs a session: once it has ended, the way leads to sign-in and back. */
export function SessionGuard({ children }: { children: React.ReactNode }) {
  return (
    <SessionEnded value={signInAgain}>
      <SWRConfig value={reading}>{children}</SWRConfig>
    </SessionEnded>
  );
}
