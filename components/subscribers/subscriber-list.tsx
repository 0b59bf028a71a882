"use client";

import Link from "next/link";
import { useState } from "react";
import { useReadPages } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Message } from "@/components/ui/message";
import { SkeletonRows } from "@/components/ui/skeleton";
import type { CallOptions } from "@/lib/http/api-client";
import { SubscriberAddress } from "./address";
import { ChannelIcon, type SubscriberResponse } from "./subscriber-channel";
import { SubscriptionScope } from "./subscription-scope";
import {
  type SubscriberAction,
  SubscriberActionDialog,
  SubscriberMenu,
} from "./subscriber-actions";
import { SubscriberStateBadge } from "./subscriber-state";
import { useComponents } from "./use-components";

type Props = {
  filter: NonNullable<CallOptions<"GET /v1/organizations/{orgID}/subscribers">["query"]>;
  empty: React.ReactNode;
};

export function SubscriberList({ filter, empty }: Props) {
  const { id: orgID, at, is } = useOrganization();
  const { names } = useComponents();
  const { items, error, more, loadingMore } = useReadPages(
    "GET /v1/organizations/{orgID}/subscribers",
    { params: { orgID }, query: filter },
  );
  const [openAction, setOpenAction] = useState<{
    action: SubscriberAction;
    subscriber: SubscriberResponse;
  } | null>(null);
  return (
    <>
      <Card>
        {error && (
          <div className="p-4">
            <Message>{error.detail}</Message>
          </div>
        )}
        {!items && !error && <SkeletonRows rows={8} label="Loading subscribers" />}
        {items?.length === 0 && empty}
        <ul>
          {items?.map((subscriber) => {
            const { id, address, channel, state } = subscriber;
            return (
              <li
                key={id}
                className="flex items-center gap-2 border-b border-line pe-2 last:border-b-0 hover:bg-sunken"
              >
                <Link
                  href={at(`/subscribers/${id}`)}
                  prefetch={false}
                  className={
                    "grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 " +
                    "py-2.5 ps-4 sm:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_8rem]"
                  }
                >
                  <span className="col-span-2 flex min-w-0 items-center gap-2 sm:col-span-1">
                    <ChannelIcon channel={channel} />
                    <SubscriberAddress className="font-medium">{address}</SubscriberAddress>
                  </span>
                  <span className="min-w-0 truncate text-muted">
                    <SubscriptionScope subscriber={subscriber} names={names} />
                  </span>
                  <span>
                    <SubscriberStateBadge state={state} />
                  </span>
                </Link>
                {is("editor") && (
                  <SubscriberMenu
                    subscriber={subscriber}
                    onChoose={(action) => setOpenAction({ action, subscriber })}
                  />
                )}
              </li>
            );
          })}
        </ul>
      </Card>
      {more && (
        <Button variant="secondary" busy={loadingMore} onClick={more} className="mt-4">
          {loadingMore ? "Loading…" : "Show older subscribers"}
        </Button>
      )}
      <SubscriberActionDialog acting={openAction} onDone={() => setOpenAction(null)} />
    </>
  );
}
