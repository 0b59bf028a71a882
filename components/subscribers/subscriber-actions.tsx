import { KeyRound, Pencil, RotateCcw, Send, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useAction } from "@/components/data/use-action";
import { useOrganization } from "@/components/organizations/organization-context";
import { describeShortcut, focusRestoredRow } from "@/components/shell/shortcuts";
import { Confirm } from "@/components/ui/confirm";
import { Dialog, PersistentDialog } from "@/components/ui/dialog";
import { EllipsisButton, Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { named } from "@/components/ui/format-names";
import { SkeletonForm } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toaster";
import { getUndoDeadline } from "@/components/data/undo-deadline";
import { ApiError, type OrganizationCall } from "@/lib/http/api-client";
import type { SubscriberResponse } from "./subscriber-channel";

const loading = () => <SkeletonForm fields={3} label="Loading" />;
const EditSubscriber = dynamic(() => import("./edit-subscriber"), { loading });
const ReactivateSubscriber = dynamic(() => import("./reactivate-subscriber"), { loading });
const RotateSecret = dynamic(() => import("./rotate-secret"), { loading });

export type SubscriberAction = "edit" | "reactivate" | "rotate" | "delete";

export const listAvailableActions = ({
  channel,
  state,
}: SubscriberResponse): SubscriberAction[] => [
  ...(state === "quarantined" ? (["reactivate"] as const) : []),
  ...(state === "unsubscribed" ? [] : (["edit"] as const)),
  ...(channel === "webhook" ? (["rotate"] as const) : []),
  "delete",
];

export function useSendTest(): (subscriber: SubscriberResponse) => Promise<void> {
  const { call, refresh } = useOrganization();
  const runAction = useAction();
  return ({ id, address }) =>
    runAction("Couldn’t send test message", async () => {
      await call("POST /v1/organizations/{orgID}/subscribers/{subscriberID}/test", {
        params: { subscriberID: id },
      });
      showToast(named`Sending a test message to ${address}.`);
      await refresh();
    });
}

type MenuProps = { subscriber: SubscriberResponse; onChoose: (action: SubscriberAction) => void };

export function SubscriberMenu({ subscriber, onChoose }: MenuProps) {
  const sendTest = useSendTest();
  const { address, state } = subscriber;
  const available = listAvailableActions(subscriber);
  return (
    <Menu trigger={<EllipsisButton aria-label={`Actions for ${address}`} />}>
      {state === "active" && (
        <MenuItem icon={Send} onSelect={() => void sendTest(subscriber)}>
          Send test
        </MenuItem>
      )}
      {available.includes("reactivate") && (
        <MenuItem icon={RotateCcw} onSelect={() => onChoose("reactivate")}>
          Reactivate…
        </MenuItem>
      )}
      {available.includes("edit") && (
        <MenuItem icon={Pencil} onSelect={() => onChoose("edit")} {...describeShortcut("E")}>
          Edit…
        </MenuItem>
      )}
      {available.includes("rotate") && (
        <MenuItem icon={KeyRound} onSelect={() => onChoose("rotate")}>
          Rotate secret…
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={Trash2} danger onSelect={() => onChoose("delete")}>
        Remove…
      </MenuItem>
    </Menu>
  );
}

export async function undoSubscriberRemoval(call: OrganizationCall, ids: string[]): Promise<void> {
  const { data } = await call("POST /v1/organizations/{orgID}/subscribers/restore", {
    body: { ids },
  });
  if (data.restored < ids.length)
    throw new ApiError(409, "Addresses that were subscribed again keep their new subscription.");
}

type SubscriberActionDialogProps = {
  acting: { action: SubscriberAction; subscriber: SubscriberResponse } | null;
  onDone: () => void;
  onRemoved?: () => void;
};

export function SubscriberActionDialog({ acting, onDone, onRemoved }: SubscriberActionDialogProps) {
  const { call, refresh } = useOrganization();
  const attempt = useAction();
  const undo = ({ id, address }: SubscriberResponse) =>
    attempt(named`Couldn’t restore ${address}`, async () => {
      await undoSubscriberRemoval(call, [id]);
      await refresh();
      focusRestoredRow(id);
      showToast(named`${address} was restored.`);
    });
  const subscriber = acting?.subscriber;
  const address = <bdi>{subscriber?.address}</bdi>;
  return (
    <>
      <Dialog
        open={acting?.action === "edit"}
        onClose={onDone}
        title="Edit subscriber"
        description={address}
      >
        {subscriber && <EditSubscriber id={subscriber.id} onDone={onDone} />}
      </Dialog>
      <Dialog
        open={acting?.action === "reactivate"}
        onClose={onDone}
        title="Reactivate subscriber"
        description={address}
      >
        {subscriber && <ReactivateSubscriber id={subscriber.id} onDone={onDone} />}
      </Dialog>
      <PersistentDialog
        open={acting?.action === "rotate"}
        onClose={onDone}
        title="Rotate signing secret"
        description={address}
      >
        {(props) => subscriber && <RotateSecret id={subscriber.id} {...props} />}
      </PersistentDialog>
      <Confirm
        open={acting?.action === "delete"}
        onClose={onDone}
        title="Remove this subscriber?"
        action="Remove subscriber"
        onConfirm={async () => {
          if (subscriber === undefined) return undefined;
          await call("DELETE /v1/organizations/{orgID}/subscribers/{subscriberID}", {
            params: { subscriberID: subscriber.id },
          });
          showToast(named`${subscriber.address} was removed.`, {
            action: { label: "Undo", onClick: () => void undo(subscriber) },
            until: getUndoDeadline(),
          });
          if (onRemoved === undefined) return refresh();
          onRemoved();
          void refresh();
          return "leaving";
        }}
      >
        {address} will no longer be notified, and its delivery history and queued messages are
        permanently deleted.
      </Confirm>
    </>
  );
}
