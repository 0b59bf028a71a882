"use client";

import { Download, Trash2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useBulkAction } from "@/components/data/use-bulk-action";
import { useReadPages } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button, buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Confirm } from "@/components/ui/confirm";
import { formatAmount } from "@/components/ui/format-count";
import { Message } from "@/components/ui/message";
import { RowCheckbox, type Selection, SelectionBar, useSelection } from "@/components/ui/selection";
import { SkeletonRows } from "@/components/ui/skeleton";
import { BASE_PATH } from "@/lib/base-path";
import { call, type CallOptions } from "@/lib/http/api-client";
import { MAX_EXPORT_IDS } from "@/lib/subscribers/values";
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
  const selection = useSelection(items?.map(({ id }) => id) ?? []);
  const canEdit = is("editor");
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
                className="flex items-center border-b border-line px-2 last:border-b-0 hover:bg-sunken"
              >
                {canEdit && (
                  <RowCheckbox
                    name={address}
                    isSelected={selection.has(id)}
                    onToggle={(isRange) => selection.toggle(id, isRange)}
                  />
                )}
                <Link
                  href={at(`/subscribers/${id}`)}
                  prefetch={false}
                  data-row={id}
                  className={
                    "grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 " +
                    "px-2 py-2.5 sm:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_8rem]"
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
                {canEdit && (
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
      <SelectionBar selection={selection} noun="subscriber">
        <BulkActions selection={selection} />
      </SelectionBar>
      <SubscriberActionDialog acting={openAction} onDone={() => setOpenAction(null)} />
    </>
  );
}

function BulkActions({ selection: { selected, clear } }: { selection: Selection }) {
  const { id: orgID } = useOrganization();
  const runBulkAction = useBulkAction();
  const [isRemoving, setIsRemoving] = useState(false);
  const amount = formatAmount(selected.length, "subscriber");
  const exportUrl = `${BASE_PATH}/v1/organizations/${encodeURIComponent(orgID)}/subscribers/export`;
  const remove = () =>
    runBulkAction(selected, {
      work: (id) =>
        call("DELETE /v1/organizations/{orgID}/subscribers/{subscriberID}", {
          params: { orgID, subscriberID: id },
        }),
      done: (count) => `${formatAmount(count, "subscriber")} removed.`,
      failed: (count) => `${formatAmount(count, "subscriber")} couldn’t be removed`,
    });
  return (
    <>
      {selected.length <= MAX_EXPORT_IDS && (
        <a
          href={`${exportUrl}?ids=${selected.join(",")}`}
          download
          className={buttonClass("secondary")}
        >
          <Download className="size-4" /> Export
        </a>
      )}
      <Button variant="secondary" onClick={() => setIsRemoving(true)}>
        <Trash2 className="size-4" /> Remove
      </Button>
      <Confirm
        open={isRemoving}
        onClose={() => setIsRemoving(false)}
        title={`Remove ${amount}?`}
        action={`Remove ${amount}`}
        onConfirm={async () => {
          await remove();
          clear();
        }}
      >
        They will no longer be notified, and their delivery history is deleted. You can add them
        again later.
      </Confirm>
    </>
  );
}
