"use client";

import { Download } from "lucide-react";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button, buttonClass } from "@/components/ui/button";

/** What the file holds, and the file: what `?do=export` opens. */
export default function ExportSubscribers({ onDone }: { onDone: () => void }) {
  const { id: orgID } = useOrganization();
  return (
    <div className="grid gap-4">
      <p>
        A CSV file in the form that the import takes: channel, address, components, contact email, and whether it is confirmed. The filters of the list do not apply.
      </p>
      <p className="text-muted">Left out are those who unsubscribed, and those who only follow an incident. Slack, Discord and Teams URLs are in it in full: whoever has the file can post there.</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <a href={`/v1/organizations/${encodeURIComponent(orgID)}/subscribers/export`} download onClick={onDone} className={buttonClass()}>
          <Download className="size-4" /> Download CSV
        </a>
      </div>
    </div>
  );
}
