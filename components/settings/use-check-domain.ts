"use client";

import { useAttempt } from "@/components/data/use-attempt";
import { useRefresh } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { say } from "@/components/ui/toaster";
import { call } from "@/lib/http/client";

/** Looks now for the proof that the custom domain is the organization's, and says what was found. */
export function useCheckDomain(): (host: string) => Promise<void> {
  const { id: orgID } = useOrganization();
  const attempt = useAttempt();
  const refresh = useRefresh(orgID);
  return (host) =>
    attempt("The domain could not be checked.", async () => {
      try {
        const { data } = await call("POST /v1/organizations/{orgID}/domain/verify", { params: { orgID } });
        say(data.problem === null ? `${host} is proven.` : "Checked: the proof was not found.");
      } finally {
        await refresh();
      }
    });
}
