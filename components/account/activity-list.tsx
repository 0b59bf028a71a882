"use client";

import { CircleAlert, CircleCheck } from "lucide-react";
import { LoadingCard } from "@/components/data/loading-card";
import { useReadPages } from "@/components/data/use-read";
import { MoreButton } from "@/components/ui/more-button";
import { EmptyState } from "@/components/ui/empty-state";
import { Timestamp } from "@/components/ui/timestamp";
import { PageHeader } from "@/components/ui/page-header";
import { accountEventLabels, describeUserAgent } from "@/lib/auth/rules";
import type { ResponseBody } from "@/lib/http/api-client";

type Entry = ResponseBody<"GET /v1/me/activity">[number];

const failures: Entry["event"][] = ["sign_in_failed", "sign_in_blocked", "password_failed"];

export function ActivityList() {
  const activity = useReadPages("GET /v1/me/activity", {});
  const { items } = activity;
  return (
    <>
      <PageHeader
        title="Activity"
        description={
          "Sign-ins and account changes in the last 90 " +
          "days. If you don’t recognize an entry, change your password."
        }
        back={{ href: "/account", label: "My account" }}
      />
      <LoadingCard of={activity} rows={3} label="Loading activity">
        {items?.length === 0 && (
          <EmptyState title="No activity yet">Sign-ins and account changes appear here.</EmptyState>
        )}
        <ul>
          {items?.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </ul>
      </LoadingCard>
      <MoreButton pages={activity}>Show older activity</MoreButton>
    </>
  );
}

function EntryRow({
  entry: { event, client, ip_address: ipAddress, created_at: createdAt },
}: {
  entry: Entry;
}) {
  const Icon = failures.includes(event) ? CircleAlert : CircleCheck;
  return (
    <li className="flex items-center gap-4 border-b border-line px-4 py-3 last:border-b-0">
      <Icon className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{accountEventLabels[event]}</p>
        <p className="text-xs wrap-anywhere text-muted">
          <bdi title={client}>{describeUserAgent(client)}</bdi> · {ipAddress && <>{ipAddress} · </>}
          <Timestamp at={createdAt} />
        </p>
      </div>
    </li>
  );
}
