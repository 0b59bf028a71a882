import { Download, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { memo, useState } from "react";
import { useComponentNames } from "@/components/components/use-component-names";
import { useAction } from "@/components/data/use-action";
import { useBulkAction } from "@/components/data/use-bulk-action";
import { readAllPages, useReadPages } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { getFocusedRow, useScreenShortcut } from "@/components/shell/shortcuts";
import { MoreButton } from "@/components/ui/more-button";
import { LoadingCard } from "@/components/data/loading-card";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { Dialog } from "@/components/ui/dialog";
import { formatAmount } from "@/components/ui/format-count";
import { rowClass } from "@/components/ui/row";
import { rowLink } from "@/components/ui/row-link";
import {
  RowCheckbox,
  type RowSelection,
  type SelectableRows,
  SelectionBar,
  useSelection,
} from "@/components/ui/selection";
import { SkeletonForm } from "@/components/ui/skeleton";
import type { CallOptions } from "@/lib/http/api-client";
import { MAX_PAGE_SIZE, splitIntoBatches } from "@/lib/subscribers/values";
import { SubscriberAddress } from "./address";
import { ChannelIcon, type SubscriberResponse } from "./subscriber-channel";
import { SubscriptionScope } from "./subscription-scope";
import {
  listAvailableActions,
  undoSubscriberRemoval,
  type SubscriberAction,
  SubscriberActionDialog,
  SubscriberMenu,
} from "./subscriber-actions";
import { SubscriberStateBadge } from "./subscriber-state";

const ExportSubscribers = dynamic(() => import("./export-subscribers"), {
  loading: () => <SkeletonForm fields={3} label="Loading" />,
});

type Filter = NonNullable<CallOptions<"GET /v1/organizations/{orgID}/subscribers/export">["query"]>;
type Props = { filter: Filter; empty: React.ReactNode };

export function SubscriberList({ filter, empty }: Props) {
  const { id: orgID, is } = useOrganization();
  const subscribers = useReadPages("GET /v1/organizations/{orgID}/subscribers", { query: filter });
  const { items, more } = subscribers;
  const getName = useComponentNames(items?.flatMap(({ component_ids: ids }) => ids) ?? []);
  const [openAction, setOpenAction] = useState<OpenAction | null>(null);
  const attempt = useAction();
  const readAllIds = (select: (ids: readonly string[]) => void) =>
    attempt("Couldn’t select all subscribers", async () => {
      const all = await readAllPages("GET /v1/organizations/{orgID}/subscribers", {
        params: { orgID },
        query: { ...filter, limit: String(MAX_PAGE_SIZE) },
      });
      select(all.map(({ id }) => id));
    });
  const selection = useSelection(items?.map(({ id }) => id) ?? [], more && readAllIds);
  const canEdit = is("editor");
  const editFocusedRow = () => {
    const subscriber = items?.find(({ id }) => id === getFocusedRow());
    if (subscriber && listAvailableActions(subscriber).includes("edit"))
      setOpenAction({ action: "edit", subscriber });
  };
  useScreenShortcut("e", canEdit ? editFocusedRow : null);
  useScreenShortcut("a", canEdit ? () => void selection.selectAll() : null);
  return (
    <>
      <LoadingCard of={subscribers} rows={8} label="Loading subscribers">
        {items?.length === 0 && empty}
        <ul>
          {items?.map((subscriber) => (
            <SubscriberRow
              key={subscriber.id}
              subscriber={subscriber}
              getName={getName}
              selectable={canEdit ? selection.rows : null}
              onAct={setOpenAction}
            />
          ))}
        </ul>
      </LoadingCard>
      <MoreButton pages={subscribers}>Show older subscribers</MoreButton>
      <SelectionBar selection={selection} noun="subscriber">
        <BulkActions selection={selection} />
      </SelectionBar>
      <SubscriberActionDialog acting={openAction} onDone={() => setOpenAction(null)} />
    </>
  );
}

type OpenAction = { action: SubscriberAction; subscriber: SubscriberResponse };

type SubscriberRowProps = {
  subscriber: SubscriberResponse;
  getName: (id: string) => string;
  /** Null if the user can't change subscribers. */
  selectable: SelectableRows | null;
  onAct: (action: OpenAction) => void;
};

/** Memoized, so that a selection re-renders only checkboxes. */
const SubscriberRow = memo(function SubscriberRow({
  subscriber,
  getName,
  selectable,
  onAct,
}: SubscriberRowProps) {
  const { at } = useOrganization();
  const { id, address, channel, state } = subscriber;
  return (
    <li
      className={
        `${rowClass} flex items-center px-2 hover:bg-sunken ` +
        "[contain-intrinsic-block-size:auto_4.25rem] sm:[contain-intrinsic-block-size:auto_2.75rem]"
      }
    >
      {selectable !== null && <RowCheckbox name={address} id={id} rows={selectable} />}
      <Link
        href={at(`/subscribers/${id}`)}
        prefetch={false}
        {...rowLink(id)}
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
          <SubscriptionScope subscriber={subscriber} getName={getName} />
        </span>
        <span>
          <SubscriberStateBadge state={state} />
        </span>
      </Link>
      {selectable !== null && (
        <SubscriberMenu
          subscriber={subscriber}
          onChoose={(action) => onAct({ action, subscriber })}
        />
      )}
    </li>
  );
});

function BulkActions({ selection: { selected, select } }: { selection: RowSelection }) {
  const { call } = useOrganization();
  const runBulkAction = useBulkAction();
  const [open, setOpen] = useState<"export" | "remove" | null>(null);
  const close = () => setOpen(null);
  const amount = formatAmount(selected.length, "subscriber");
  async function remove() {
    const failed = await runBulkAction(splitIntoBatches(selected), {
      work: (ids) => call("POST /v1/organizations/{orgID}/subscribers/delete", { body: { ids } }),
      done: (removed) => `${formatAmount(removed.flat().length, "subscriber")} removed.`,
      failed: (kept) => `${formatAmount(kept.flat().length, "subscriber")} couldn’t be removed`,
      undo: {
        work: (ids) => undoSubscriberRemoval(call, ids),
        done: "Removal undone.",
        failed: "Couldn’t restore all subscribers",
      },
    });
    select(failed.flat());
  }
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen("export")}>
        <Download className="size-4" /> Export
      </Button>
      <Button variant="secondary" onClick={() => setOpen("remove")}>
        <Trash2 className="size-4" /> Remove
      </Button>
      <Dialog open={open === "export"} onClose={close} title={`Export ${amount}`}>
        <ExportSubscribers ids={selected} onDone={close} />
      </Dialog>
      <Confirm
        open={open === "remove"}
        onClose={close}
        title={`Remove ${amount}?`}
        action={`Remove ${amount}`}
        onConfirm={remove}
      >
        Removed subscribers are no longer notified, and their delivery history and queued messages
        are permanently deleted.
      </Confirm>
    </>
  );
}
