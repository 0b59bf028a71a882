"use client";

import { useRouter } from "next/navigation";
import { useRefresh } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { Confirm } from "@/components/ui/confirm";
import { getListPath } from "@/components/ui/list-path";
import { showToast } from "@/components/ui/toaster";

type DeleteEventProps = {
  noun: "incident" | "maintenance";
  title: string;
  dialog: { isOpen: boolean; close: () => void };
  onConfirm: () => Promise<unknown>;
  onDeleted: () => void;
  children: React.ReactNode;
};

/** Asks for confirmation, deletes an incident or maintenance, and opens the list. */
export function DeleteEvent({
  noun,
  title,
  dialog,
  onConfirm,
  onDeleted,
  children,
}: DeleteEventProps) {
  const { id: orgID, at } = useOrganization();
  const router = useRouter();
  const refresh = useRefresh(orgID);
  return (
    <Confirm
      open={dialog.isOpen}
      onClose={dialog.close}
      title={
        <>
          Delete “<bdi>{title}</bdi>”?
        </>
      }
      action={`Delete ${noun}`}
      onConfirm={async () => {
        await onConfirm();
        onDeleted();
        router.push(getListPath(at(`/${noun}s`)));
        showToast(`${noun === "incident" ? "Incident" : "Maintenance"} deleted.`);
        void refresh();
        return "leaving";
      }}
    >
      {children}
    </Confirm>
  );
}
