"use client";

import { useAttempt } from "@/components/data/use-attempt";
import { useRefresh } from "@/components/data/use-read";
import { named } from "@/components/ui/names";
import { say } from "@/components/ui/toaster";
import { clientInWords } from "@/lib/auth/rules";
import { type Answer, call } from "@/lib/http/client";

export type Session = Answer<"GET /v1/me/sessions">[number];

/** Ends one of one's sessions, and says so. */
export function useEndSession(): (session: Session) => Promise<void> {
  const attempt = useAttempt();
  const refresh = useRefresh();
  return ({ id, client }) =>
    attempt("The session goes on", async () => {
      await call("DELETE /v1/me/sessions/{sessionID}", { params: { sessionID: id } });
      await refresh();
      say(named`The session of ${clientInWords(client)} has ended.`);
    });
}
