"use client";

import { ChevronDown, RotateCw } from "lucide-react";
import Link from "next/link";
import { useId, useState } from "react";
import { useReadPages } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { ChannelIcon } from "@/components/subscribers/channel";
import { Button, buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Message } from "@/components/ui/message";
import { Moment } from "@/components/ui/moment";
import { SkeletonRows } from "@/components/ui/skeleton";
import { type Options } from "@/lib/http/client";
import { Attempts } from "./attempts";
import { type Delivery, DeliveryState } from "./delivery-state";
import { eventWords } from "./event-words";
import { sendingAgain, useRedeliver } from "./use-redeliver";

type Filter = NonNullable<Options<"GET /v1/organizations/{orgID}/deliveries">["query"]>;

type Props = {
  filter: Filter;
  /** Whose they are is known, where all are one subscriber's. */
  ofOne?: boolean;
  empty: React.ReactNode;
};

/** Deliveries, newest first; each opens to its attempts. */
export function DeliveryList({ filter, ofOne = false, empty }: Props) {
  const { id: orgID } = useOrganization();
  const { items, error, more, loadingMore } = useReadPages("GET /v1/organizations/{orgID}/deliveries", { params: { orgID }, query: filter });
  return (
    <>
      <Card>
        {error && (
          <div className="p-4">
            <Message>{error.detail}</Message>
          </div>
        )}
        {!items && !error && <SkeletonRows rows={6} label="Loading deliveries" />}
        {items?.length === 0 && empty}
        <ul>
          {items?.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} ofOne={ofOne} />
          ))}
        </ul>
      </Card>
      {more && (
        <Button variant="secondary" busy={loadingMore} onClick={more} className="mt-4">
          {loadingMore ? "Loading…" : "Show older deliveries"}
        </Button>
      )}
    </>
  );
}

function DeliveryRow({ delivery, ofOne }: { delivery: Delivery; ofOne: boolean }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const { state, event, title, channel, address, attempts, next_attempt_at, created_at, finished_at, history } = delivery;
  const failure = state === "delivered" ? null : (history[0]?.error ?? null);
  return (
    <li className="border-b border-line last:border-b-0">
      <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)} className="flex w-full items-start gap-3 px-4 py-3 text-start hover:bg-sunken">
        <span className={`grid min-w-0 flex-1 grid-cols-[1fr_auto] gap-x-4 gap-y-1 ${ofOne ? "lg:grid-cols-[8rem_minmax(0,1fr)_10rem]" : "lg:grid-cols-[8rem_minmax(0,1fr)_minmax(0,16rem)_10rem]"}`}>
          <span>
            <DeliveryState state={state} />
          </span>
          <span className="order-1 col-span-2 min-w-0 lg:col-span-1 lg:order-none">
            <span className="font-medium">{eventWords(event)}</span>
            {title !== null && (
              <span className="block truncate text-muted">
                <bdi>{title}</bdi>
              </span>
            )}
            {failure !== null && <span className="block wrap-anywhere text-critical">{failure}</span>}
          </span>
          {!ofOne && (
            <span className="order-1 col-span-2 flex min-w-0 items-center gap-2 self-start lg:col-span-1 lg:order-none">
              <ChannelIcon channel={channel} />
              <bdi className="min-w-0 truncate">{address}</bdi>
            </span>
          )}
          <span className="text-end text-xs text-muted">
            <Moment at={finished_at ?? created_at} />
            {(attempts > 1 || next_attempt_at !== null || failure !== null) && (
              <span className="block">
                {attempts} {attempts === 1 ? "attempt" : "attempts"}
              </span>
            )}
            {next_attempt_at !== null && attempts > 0 && (
              <span className="block">
                Next <Moment at={next_attempt_at} />
              </span>
            )}
          </span>
        </span>
        <ChevronDown className={`mt-0.5 size-4 shrink-0 text-muted transition-transform ${open ? "rotate-180" : ""}`} />
      </button>
      <div id={id} hidden={!open} className="grid gap-3 border-t border-line bg-canvas px-4 py-3">
        {open && (
          <>
            <Attempts delivery={delivery} />
            <DeliveryActions delivery={delivery} ofOne={ofOne} />
          </>
        )}
      </div>
    </li>
  );
}

function DeliveryActions({ delivery, ofOne }: { delivery: Delivery; ofOne: boolean }) {
  const { at, is } = useOrganization();
  const { incident_id, maintenance_id, subscriber_id } = delivery;
  // oxlint-disable-next-line react/purity -- read anew with each poll; the server has the last word
  const again = is("editor") ? sendingAgain(delivery, Date.now()) : null;
  const { busy, redeliver } = useRedeliver();

  return (
    <div className="flex flex-wrap gap-2">
      {again !== null && (
        <Button variant="secondary" busy={busy} onClick={() => void redeliver(delivery)}>
          <RotateCw className="size-4" /> {again}
        </Button>
      )}
      {!ofOne && (
        <Link href={at(`/subscribers/${subscriber_id}`)} prefetch={false} className={buttonClass("quiet")}>
          See the subscriber
        </Link>
      )}
      {incident_id !== null && (
        <Link href={at(`/incidents/${incident_id}`)} prefetch={false} className={buttonClass("quiet")}>
          See the incident
        </Link>
      )}
      {maintenance_id !== null && (
        <Link href={at(`/maintenances/${maintenance_id}`)} prefetch={false} className={buttonClass("quiet")}>
          See the maintenance
        </Link>
      )}
    </div>
  );
}
