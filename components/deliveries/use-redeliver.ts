"use client";

import { useState } from "react";
import { useAttempt } from "@/components/data/use-attempt";
import { useRefresh } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { say } from "@/components/ui/toaster";
import { call } from "@/lib/http/client";
import type { Delivery } from "./delivery-state";

/** What is due within this time may be on its way: it cannot be sent again (lib/deliveries/commands.ts). */
const SETTLED_AFTER_MS = 120_000;

/** What a delivery offers at a moment, in ms since 1970, to whoever may write; null while it is on its way or held. */
export function sendingAgain({ state, next_attempt_at }: Delivery, now: number): "Send now" | "Send again" | null {
  const waitsLong = next_attempt_at !== null && Date.parse(next_attempt_at) > now + SETTLED_AFTER_MS;
  if (state === "held" || (state === "pending" && !waitsLong)) return null;
  return waitsLong ? "Send now" : "Send again";
}

/** Sends a delivery again, and whether that is under way. */
export function useRedeliver(): { busy: boolean; redeliver: (delivery: { id: string }) => Promise<void> } {
  const { id: orgID } = useOrganization();
  const attempt = useAttempt();
  const refresh = useRefresh(orgID);
  const [busy, setBusy] = useState(false);
  const redeliver = async ({ id }: { id: string }) => {
    setBusy(true);
    await attempt("It was not sent again", async () => {
      await call("POST /v1/organizations/{orgID}/deliveries/{deliveryID}/redeliver", { params: { orgID, deliveryID: id } });
      await refresh();
      say("It is being sent again.");
    });
    setBusy(false);
  };
  return { busy, redeliver };
}
