"use client";

import { useState } from "react";
import { useAttempt } from "@/components/data/use-attempt";
import { useRefresh } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { say } from "@/components/ui/toaster";
import { call } from "@/lib/http/client";

/** Sends a delivery again, and whether that is under way. */
export function useRedeliver(deliveryID: string): { busy: boolean; redeliver: () => Promise<void> } {
  const { id: orgID } = useOrganization();
  const attempt = useAttempt();
  const refresh = useRefresh(orgID);
  const [busy, setBusy] = useState(false);
  const redeliver = async () => {
    setBusy(true);
    await attempt("It was not sent again", async () => {
      await call("POST /v1/organizations/{orgID}/deliveries/{deliveryID}/redeliver", { params: { orgID, deliveryID } });
      await refresh();
      say("It is being sent again.");
    });
    setBusy(false);
  };
  return { busy, redeliver };
}
