"use client";

import { Ellipsis, KeyRound, Pencil, RotateCcw, Send, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useAttempt } from "@/components/data/use-attempt";
import { useRefresh } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { Confirm } from "@/components/ui/confirm";
import { Dialog } from "@/components/ui/dialog";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { named } from "@/components/ui/names";
import { SkeletonRows } from "@/components/ui/skeleton";
import { say } from "@/components/ui/toaster";
import { call } from "@/lib/http/client";
import type { Subscriber } from "./channel";

const loading = () => <SkeletonRows rows={3} label="Loading" />;
const EditSubscriber = dynamic(() => import("./edit-subscriber"), { loading });
const ReactivateSubscriber = dynamic(() => import("./reactivate-subscriber"), { loading });
const RotateSecret = dynamic(() => import("./rotate-secret"), { loading });

/** What is done to one subscriber in a window of its own. */
export type SubscriberAction = "edit" | "reactivate" | "rotate" | "delete";

/** What can be done to it in the state that it is in. */
export const offeredTo = ({ channel, state }: Subscriber): SubscriberAction[] => [
  ...(state === "quarantined" ? (["reactivate"] as const) : []),
  ...(state === "unsubscribed" ? [] : (["edit"] as const)),
  ...(channel === "webhook" ? (["rotate"] as const) : []),
  "delete",
];

/** Sends a subscriber a message that says it is a test. */
export function useSendTest(): (subscriber: Subscriber) => Promise<void> {
  const { id: orgID } = useOrganization();
  const attempt = useAttempt();
  const refresh = useRefresh(orgID);
  return ({ id, address }) =>
    attempt("The test was not sent", async () => {
      await call("POST /v1/organizations/{orgID}/subscribers/{subscriberID}/test", { params: { orgID, subscriberID: id } });
      say(named`A test is on its way to ${address}.`);
      await refresh();
    });
}

type MenuProps = { subscriber: Subscriber; onChoose: (action: SubscriberAction) => void };

/** All that can be done to a subscriber in the state that it is in. */
export function SubscriberMenu({ subscriber, onChoose }: MenuProps) {
  const sendTest = useSendTest();
  const { address, state } = subscriber;
  const offered = offeredTo(subscriber);
  return (
    <Menu
      trigger={
        <button type="button" className="grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11">
          <Ellipsis className="size-4" />
          <span className="sr-only">Actions for {address}</span>
        </button>
      }
    >
      {state === "active" && (
        <MenuItem icon={Send} onSelect={() => void sendTest(subscriber)}>
          Send a test
        </MenuItem>
      )}
      {offered.includes("reactivate") && (
        <MenuItem icon={RotateCcw} onSelect={() => onChoose("reactivate")}>
          Reactivate…
        </MenuItem>
      )}
      {offered.includes("edit") && (
        <MenuItem icon={Pencil} onSelect={() => onChoose("edit")}>
          Change…
        </MenuItem>
      )}
      {offered.includes("rotate") && (
        <MenuItem icon={KeyRound} onSelect={() => onChoose("rotate")}>
          New secret…
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={Trash2} danger onSelect={() => onChoose("delete")}>
        Remove…
      </MenuItem>
    </Menu>
  );
}

type WindowProps = {
  /** What is being done to whom; null when nothing is. */
  acting: { action: SubscriberAction; subscriber: Subscriber } | null;
  onDone: () => void;
  /** Leads away: it has no screen any more. */
  onRemoved?: () => void;
};

/** The window of the action that was chosen. */
export function SubscriberActionWindow({ acting, onDone, onRemoved }: WindowProps) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const [held, setHeld] = useState(false);
  const done = () => {
    setHeld(false);
    onDone();
  };
  const subscriber = acting?.subscriber;
  const address = <bdi>{subscriber?.address}</bdi>;
  return (
    <>
      <Dialog open={acting?.action === "edit"} onClose={onDone} title="Change a subscriber" description={address}>
        {subscriber && <EditSubscriber id={subscriber.id} onDone={onDone} />}
      </Dialog>
      <Dialog open={acting?.action === "reactivate"} onClose={onDone} title="Reactivate a subscriber" description={address}>
        {subscriber && <ReactivateSubscriber id={subscriber.id} onDone={onDone} />}
      </Dialog>
      <Dialog open={acting?.action === "rotate"} onClose={held ? undefined : done} title="A new signing secret" description={address}>
        {subscriber && <RotateSecret id={subscriber.id} onDone={done} onHold={setHeld} />}
      </Dialog>
      <Confirm
        open={acting?.action === "delete"}
        onClose={onDone}
        title="Remove this subscriber?"
        action="Remove subscriber"
        onConfirm={async () => {
          if (subscriber === undefined) return undefined;
          await call("DELETE /v1/organizations/{orgID}/subscribers/{subscriberID}", { params: { orgID, subscriberID: subscriber.id } });
          say(named`${subscriber.address} was removed.`);
          if (onRemoved === undefined) return refresh();
          onRemoved();
          void refresh();
          return "leaving";
        }}
      >
        {address} hears of nothing any more, and the record of what was sent to it is deleted. It can be added again.
      </Confirm>
    </>
  );
}
