"use client";

import { useRouter } from "next/navigation";
import { useRefresh } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { Confirm } from "@/components/ui/confirm";
import { named } from "@/components/ui/format-names";
import { getListPath } from "@/components/ui/list-path";
import { showToast } from "@/components/ui/toaster";
import type { Subject } from "@/lib/updates/values";
import { requestDeletion } from "./update-calls";

type DeleteEventProps = {
  subject: Subject;
  title: string;
  dialog: { isOpen: boolean; close: () => void };
  onDeleted: () => void;
  children: React.ReactNode;
};

/** Asks for confirmation, deletes an incident or maintenance, and opens the list. */
export function DeleteEvent({ subject, title, dialog, onDeleted, children }: DeleteEventProps) {
  const { kind } = subject;
  const { id: orgID, at } = useOrganization();
  const router = useRouter();
  const refresh = useRefresh(orgID);
  return (
    <Confirm
      open={dialog.isOpen}
      onClose={dialog.close}
      title={named`Delete “${title}”?`}
      action={`Delete ${kind}`}
      onConfirm={async () => {
        await requestDeletion(orgID, subject);
        onDeleted();
        router.push(getListPath(at(`/${kind}s`)));
        showToast(`${kind === "incident" ? "Incident" : "Maintenance"} deleted.`);
        void refresh();
        return "leaving";
      }}
    >
      {children}
    </Confirm>
  );
}
