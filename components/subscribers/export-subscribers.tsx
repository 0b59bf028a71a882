"use client";

import { Download } from "lucide-react";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button, buttonClass } from "@/components/ui/button";
import { BASE_PATH } from "@/lib/base-path";

type Props = {
  /** All subscribers if undefined. */
  ids?: readonly string[];
  onDone: () => void;
};

export default function ExportSubscribers({ ids, onDone }: Props) {
  const { id: orgID } = useOrganization();
  const query = ids === undefined ? "" : `?ids=${ids.join(",")}`;
  return (
    <div className="grid gap-4">
      <p>
        Download {ids === undefined ? "all subscribers" : "the selected subscribers"} as a CSV file
        that you can import again.{ids === undefined && " Filters don’t apply."}
      </p>
      <p className="text-muted">
        Unsubscribed addresses and subscribers of a single incident are not included. The file
        contains full Slack, Discord, and Teams webhook URLs, so keep it private: anyone with it can
        post to those channels.
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <a
          href={`${BASE_PATH}/v1/organizations/${encodeURIComponent(orgID)}/subscribers/export${query}`}
          download
          onClick={onDone}
          className={buttonClass()}
        >
          <Download className="size-4" /> Download CSV
        </a>
      </div>
    </div>
  );
}
