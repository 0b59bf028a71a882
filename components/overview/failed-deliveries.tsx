import type { DeliveryResponse } from "@/components/deliveries/delivery-state";
import { useOrganization } from "@/components/organizations/organization-context";
import { SubscriberAddress } from "@/components/subscribers/address";
import { TimeAgo } from "@/components/ui/relative-time";
import { RouteLink } from "@/components/ui/route-link";

const FAILURES_SHOWN = 4;

type FailedDeliveriesProps = {
  open: boolean;
  deliveries: readonly DeliveryResponse[];
  total: number;
};

/** Shows the newest failed deliveries of the last 24 hours. */
export function FailedDeliveries({ deliveries, total }: FailedDeliveriesProps) {
  const { at } = useOrganization();
  return (
    <div className="border-t border-line">
      <ul>
        {deliveries
          .slice(0, Math.min(total, FAILURES_SHOWN))
          .map(({ id, address, channel, title, history, finished_at, created_at }) => (
            <li key={id} className="border-b border-line px-4 py-2 last:border-b-0">
              <p className="flex items-baseline justify-between gap-4">
                <SubscriberAddress className="font-medium">{address || channel}</SubscriberAddress>
                <span className="shrink-0 text-xs text-muted">
                  <TimeAgo at={finished_at ?? created_at} />
                </span>
              </p>
              <p className="text-xs wrap-anywhere text-muted">
                {history[0]?.error ?? "Failed"}
                {title !== null && (
                  <>
                    {" · "}
                    <bdi>{title}</bdi>
                  </>
                )}
              </p>
            </li>
          ))}
      </ul>
      <p className="border-t border-line px-4 py-2">
        <RouteLink href={at("/deliveries?state=dead&hours=24")} prefetch={false}>
          View failed deliveries
        </RouteLink>
      </p>
    </div>
  );
}
