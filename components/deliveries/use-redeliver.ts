import { useAction } from "@/components/data/use-action";
import { useBusy } from "@/components/data/use-busy";
import { useOrganization } from "@/components/organizations/organization-context";
import { showToast } from "@/components/ui/toaster";
import type { DeliveryResponse } from "./delivery-state";

/** Deliveries due within this time may already be in progress (lib/deliveries/commands.ts). */
const IN_PROGRESS_MS = 120_000;

const isScheduledLater = ({ next_attempt_at }: DeliveryResponse, now: number): boolean =>
  next_attempt_at !== null && Date.parse(next_attempt_at) > now + IN_PROGRESS_MS;

/** Returns true if an attempt is in progress or due soon. */
export const isInProgressOrDueSoon = (delivery: DeliveryResponse, now: number): boolean =>
  delivery.state === "pending" && !isScheduledLater(delivery, now);

export function getRedeliverLabel(
  delivery: DeliveryResponse,
  now: number,
): "Send now" | "Send again" | null {
  const isScheduled = isScheduledLater(delivery, now);
  if (delivery.state === "held" || isInProgressOrDueSoon(delivery, now)) return null;
  return isScheduled ? "Send now" : "Send again";
}

export function useRedeliver(): {
  busy: boolean;
  redeliver: (delivery: { id: string }) => Promise<void>;
} {
  const { call, refresh } = useOrganization();
  const runAction = useAction();
  const [busy, run] = useBusy();
  const redeliver = ({ id }: { id: string }) =>
    run(() =>
      runAction("Couldn’t send the message", async () => {
        await call("POST /v1/organizations/{orgID}/deliveries/{deliveryID}/redeliver", {
          params: { deliveryID: id },
        });
        await refresh();
        showToast("Sending the message.");
      }),
    );
  return { busy, redeliver };
}
