"use client";

import { Download } from "lucide-react";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button, buttonClass } from "@/components/ui/button";
import { BASE_PATH } from "@/lib/base-path";
import type { CallOptions } from "@/lib/http/api-client";

type Props = {
  filter: NonNullable<CallOptions<"GET /v1/organizations/{orgID}/subscribers/export">["query"]>;
  onDone: () => void;
};

export default function ExportSubscribers({ filter, onDone }: Props) {
  const { id: orgID } = useOrganization();
  const filters = Object.entries(filter).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(filters);
  return (
    <div className="grid gap-4">
      <p>Download {getSubject(filter)} as a CSV file that you can import again.</p>
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
          href={`${BASE_PATH}/v1/organizations/${encodeURIComponent(orgID)}/subscribers/export?${query}`}
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

function getSubject({ ids, ...filter }: Props["filter"]): string {
  if (ids !== undefined) return "the selected subscribers";
  return Object.values(filter).some(Boolean)
    ? "the subscribers that match the filters"
    : "all subscribers";
}
