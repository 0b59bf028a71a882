"use client";

import { Monitor, Smartphone, SquareTerminal } from "lucide-react";
import { LoadingCard } from "@/components/data/loading-card";
import { useBusy } from "@/components/data/use-busy";
import { useReadPages, useRefresh } from "@/components/data/use-read";
import { useDialogParam } from "@/components/shell/use-dialog-param";
import { MoreButton } from "@/components/ui/more-button";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { Timestamp } from "@/components/ui/timestamp";
import { PageHeader } from "@/components/ui/page-header";
import { showToast } from "@/components/ui/toaster";
import { describeUserAgent } from "@/lib/auth/rules";
import { call } from "@/lib/http/api-client";
import { type SessionResponse, useEndSession } from "./use-end-session";

export function SessionList() {
  const sessions = useReadPages("GET /v1/me/sessions", {});
  const refresh = useRefresh();
  const endingAll = useDialogParam("end-others");
  const others = sessions.items?.filter(({ current }) => !current) ?? [];
  return (
    <>
      <PageHeader
        title="Sessions"
        description={
          "Devices where you’re signed in. Sign out any " +
          "session you don’t recognize, then change your password."
        }
        back={{ href: "/account", label: "My account" }}
      >
        {others.length > 0 && (
          <Button variant="secondary" onClick={endingAll.open}>
            Sign out of other sessions
          </Button>
        )}
      </PageHeader>
      <LoadingCard of={sessions} rows={3} label="Loading sessions" shape="text">
        <ul>
          {sessions.items?.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      </LoadingCard>
      <MoreButton pages={sessions}>Show older sessions</MoreButton>
      <Confirm
        open={endingAll.isOpen}
        onClose={endingAll.close}
        title="Sign out of all other sessions?"
        action="Sign out of other sessions"
        onConfirm={async () => {
          await call("DELETE /v1/me/sessions");
          await refresh();
          showToast("Signed out of all other sessions.");
        }}
      >
        <p>
          {sessions.items !== undefined && others.length === 0
            ? "You have no other sessions."
            : "You’ll need to sign in again on every other device. This session stays active."}
        </p>
      </Confirm>
    </>
  );
}

function SessionRow({ session }: { session: SessionResponse }) {
  const endSession = useEndSession();
  const [ending, run] = useBusy();
  const client = describeUserAgent(session.client);
  const isBrowser = session.client.startsWith("Mozilla/");
  const DeviceIcon = / on (?:iPhone|iPad|Android)$/.test(client) ? Smartphone : Monitor;
  const Icon = isBrowser ? DeviceIcon : SquareTerminal;

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
      <Icon className="size-5 shrink-0 text-muted" />
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi title={session.client}>{client}</bdi>
          {session.current && <Badge>This session</Badge>}
        </p>
        <p className="text-xs wrap-anywhere text-muted">
          {session.ip_address && <>{session.ip_address} · </>}last used{" "}
          <Timestamp at={session.last_used_at} /> · signed in <Timestamp at={session.created_at} />
        </p>
      </div>
      {!session.current && (
        <Button variant="quiet" busy={ending} onClick={() => void run(() => endSession(session))}>
          Sign out<span className="sr-only"> of {client}</span>
        </Button>
      )}
    </li>
  );
}
