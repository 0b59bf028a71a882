import { ChevronDown, RotateCw } from "lucide-react";
import Link from "next/link";
import { memo, useId, useState } from "react";
import { useAction } from "@/components/data/use-action";
import { readAllPages, useReadPages } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { useHeldEmails } from "@/components/organizations/use-held-emails";
import { SubscriberAddress } from "@/components/subscribers/address";
import { ChannelIcon } from "@/components/subscribers/subscriber-channel";
import { useScreenShortcut } from "@/components/shell/shortcuts";
import { MoreButton } from "@/components/ui/more-button";
import { LoadingCard } from "@/components/data/loading-card";
import { Button, buttonClass } from "@/components/ui/button";
import { formatAmount } from "@/components/ui/format-count";
import { TimeUntil } from "@/components/ui/relative-time";
import { Timestamp } from "@/components/ui/timestamp";
import { rowClass } from "@/components/ui/row";
import {
  RowCheckbox,
  type RowSelection,
  type SelectableRows,
  SelectionBar,
  useSelection,
} from "@/components/ui/selection";
import type { CallOptions } from "@/lib/http/api-client";
import { MAX_BULK_IDS } from "@/lib/subscribers/values";
import { Attempts } from "./attempts";
import { type DeliveryResponse, DeliveryStateBadge, getShownState } from "./delivery-state";
import { getEventLabel } from "./event-label";
import { SendAgain } from "./send-again";
import { isInProgressOrDueSoon, getRedeliverLabel, useRedeliver } from "./use-redeliver";

type Filter = NonNullable<CallOptions<"GET /v1/organizations/{orgID}/deliveries">["query"]>;

type Props = {
  filter: Filter;
  hideRecipient?: boolean;
  /** Not shown if there is nothing to filter. */
  filterBar?: React.ReactNode;
  empty: React.ReactNode;
};

export function DeliveryList({ filter, hideRecipient = false, filterBar, empty }: Props) {
  const { id: orgID, is } = useOrganization();
  // oxlint-disable-next-line react/purity -- each poll updates the time; the server also checks
  const now = Date.now();
  const deliveries = useReadPages(
    "GET /v1/organizations/{orgID}/deliveries",
    { query: filter },
    { isChanging: (delivery) => isInProgressOrDueSoon(delivery, now) },
  );
  const { items, more } = deliveries;
  const areEmailsHeld = useHeldEmails() !== undefined;
  const canResend = (delivery: DeliveryResponse) =>
    is("editor") && getRedeliverLabel(delivery, now) !== null;
  const attempt = useAction();
  const readAllIds = (select: (ids: readonly string[]) => void) =>
    attempt("Couldn’t select all deliveries", async () => {
      const all = await readAllPages("GET /v1/organizations/{orgID}/deliveries", {
        params: { orgID },
        query: { ...filter, limit: String(MAX_BULK_IDS) },
      });
      select(all.filter(canResend).map(({ id }) => id));
    });
  const selection = useSelection(
    items?.filter(canResend).map(({ id }) => id) ?? [],
    more && readAllIds,
    JSON.stringify(filter),
  );
  useScreenShortcut("a", is("editor") ? () => void selection.selectAll() : null);
  return (
    <>
      {(items?.length !== 0 || Object.values(filter).some(Boolean)) && filterBar}
      <LoadingCard of={deliveries} rows={6} label="Loading deliveries" shape="text">
        {items?.length === 0 && empty}
        {items !== undefined && items.length > 0 && (
          <div
            aria-hidden="true"
            className={
              "hidden gap-x-4 border-b border-line py-2 pe-11 text-xs text-muted lg:grid " +
              `${is("editor") ? "ps-[3.25rem]" : "ps-2"} ${getColumnsClass(hideRecipient)}`
            }
          >
            <span>State</span>
            <span>Message</span>
            {!hideRecipient && <span>Recipient</span>}
            <span className="text-end">Time</span>
          </div>
        )}
        <ul>
          {items?.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              hideRecipient={hideRecipient}
              selectable={is("editor") ? selection.rows : null}
              canResend={canResend(delivery)}
              areEmailsHeld={areEmailsHeld}
            />
          ))}
        </ul>
      </LoadingCard>
      <MoreButton pages={deliveries}>Show older deliveries</MoreButton>
      <SelectionBar selection={selection} noun="delivery">
        <BulkActions selection={selection} />
      </SelectionBar>
    </>
  );
}

function BulkActions({ selection: { selected, select } }: { selection: RowSelection }) {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsConfirming(true)}>
        <RotateCw className="size-4" /> Send again
      </Button>
      <SendAgain
        open={isConfirming}
        onClose={() => setIsConfirming(false)}
        amount={formatAmount(selected.length, "message")}
        listIds={() => selected}
        onDone={select}
      />
    </>
  );
}

const getColumnsClass = (hideRecipient: boolean) =>
  hideRecipient
    ? "lg:grid-cols-[7rem_minmax(0,1fr)_11rem]"
    : "lg:grid-cols-[7rem_minmax(0,1fr)_minmax(0,20rem)_11rem]";

type DeliveryRowProps = {
  delivery: DeliveryResponse;
  hideRecipient: boolean;
  /** Null for users who can't resend messages. */
  selectable: SelectableRows | null;
  canResend: boolean;
  areEmailsHeld: boolean;
};

/** Memoized, so that a selection re-renders only checkboxes. */
const DeliveryRow = memo(function DeliveryRow({
  delivery,
  hideRecipient,
  selectable,
  canResend,
  areEmailsHeld,
}: DeliveryRowProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const {
    state,
    event,
    title,
    channel,
    address,
    attempts,
    next_attempt_at,
    created_at,
    finished_at,
    history,
  } = delivery;
  const failure = state === "delivered" ? null : (history[0]?.error ?? null);
  const isHeldEmail = areEmailsHeld && state === "held" && channel === "email";
  return (
    <li
      tabIndex={-1}
      data-focus-fallback
      className={
        `${rowClass} [contain-intrinsic-block-size:auto_7rem] ` +
        "lg:[contain-intrinsic-block-size:auto_4rem]"
      }
    >
      <div className="flex items-start">
        {selectable !== null && (
          <span className="ps-2 pt-1">
            {canResend ? (
              <RowCheckbox
                name={`${getEventLabel(event)} to ${address}`}
                id={delivery.id}
                rows={selectable}
              />
            ) : (
              <span className="block size-9 pointer-coarse:size-11" />
            )}
          </span>
        )}
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          data-row={delivery.id}
          onClick={() => setOpen(!open)}
          className="flex w-full min-w-0 items-start gap-2 px-2 py-3 pe-3 text-start hover:bg-sunken lg:gap-3 lg:pe-4"
        >
          <span
            className={
              "grid min-w-0 flex-1 grid-cols-[1fr_auto] gap-x-2 gap-y-1 lg:gap-x-4 " +
              getColumnsClass(hideRecipient)
            }
          >
            <span>
              <DeliveryStateBadge state={getShownState(delivery)} />
            </span>
            <span className="order-1 col-span-2 min-w-0 lg:col-span-1 lg:order-none">
              <span className="font-medium">{getEventLabel(event)}</span>
              {title !== null && (
                <span className="block truncate text-muted">
                  <bdi>{title}</bdi>
                </span>
              )}
              {isHeldEmail && (
                <span className="block text-muted">
                  Waiting for an owner or admin to confirm their email address
                </span>
              )}
              {state === "superseded" && (
                <span className="block text-muted">A newer message was sent instead</span>
              )}
              {failure !== null && (
                <span className="block wrap-anywhere text-critical">{failure}</span>
              )}
            </span>
            {!hideRecipient && (
              <span
                className={
                  "order-1 col-span-2 flex min-w-0 items-start gap-2 self-start lg:col-span-1 " +
                  "lg:order-none"
                }
              >
                <ChannelIcon channel={channel} />
                <SubscriberAddress>{address}</SubscriberAddress>
              </span>
            )}
            <span className="text-end text-xs text-muted">
              <Timestamp at={finished_at ?? created_at} />
              {(attempts > 1 || next_attempt_at !== null || failure !== null) && (
                <span className="block">
                  {attempts} {attempts === 1 ? "attempt" : "attempts"}
                </span>
              )}
              {next_attempt_at !== null && getShownState(delivery) === "failing" && (
                <span className="block">
                  Next attempt <TimeUntil at={next_attempt_at} />
                </span>
              )}
            </span>
          </span>
          <ChevronDown
            className={`mt-0.5 size-4 shrink-0 text-muted transition-transform ${open ? "rotate-180" : ""}`}
          />
        </button>
      </div>
      <div id={id} hidden={!open} className="grid gap-3 border-t border-line bg-canvas px-4 py-3">
        {open && (
          <>
            {!hideRecipient && (
              <p className="wrap-anywhere">
                To <bdi>{address}</bdi>
              </p>
            )}
            <Attempts delivery={delivery} />
            <DeliveryActions delivery={delivery} hideRecipient={hideRecipient} />
          </>
        )}
      </div>
    </li>
  );
});

function DeliveryActions({
  delivery,
  hideRecipient,
}: {
  delivery: DeliveryResponse;
  hideRecipient: boolean;
}) {
  const { is } = useOrganization();
  const { incident_id, maintenance_id, subscriber_id } = delivery;
  // oxlint-disable-next-line react/purity -- each poll updates the time; the server also checks
  const label = is("editor") ? getRedeliverLabel(delivery, Date.now()) : null;
  const { busy, redeliver } = useRedeliver();

  return (
    <div className="flex flex-wrap gap-2">
      {label !== null && (
        <Button variant="secondary" busy={busy} onClick={() => void redeliver(delivery)}>
          <RotateCw className="size-4" /> {label}
        </Button>
      )}
      {!hideRecipient && (
        <ViewLink path={`/subscribers/${subscriber_id}`}>View subscriber</ViewLink>
      )}
      {incident_id !== null && (
        <ViewLink path={`/incidents/${incident_id}`}>View incident</ViewLink>
      )}
      {maintenance_id !== null && (
        <ViewLink path={`/maintenances/${maintenance_id}`}>View maintenance</ViewLink>
      )}
    </div>
  );
}

const ViewLink = ({ path, children }: { path: string; children: string }) => (
  <Link href={useOrganization().at(path)} prefetch={false} className={buttonClass("quiet")}>
    {children}
  </Link>
);
