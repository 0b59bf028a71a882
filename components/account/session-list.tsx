"use client";

import { Monitor, Smartphone, SquareTerminal } from "lucide-react";
import { useState } from "react";
import { useReadPages, useRefresh } from "@/components/data/use-read";
import { useIntent } from "@/components/shell/use-intent";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Confirm } from "@/components/ui/confirm";
import { Message } from "@/components/ui/message";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton";
import { say } from "@/components/ui/toaster";
import { clientInWords } from "@/lib/auth/rules";
import { call } from "@/lib/http/client";
import { type Session, useEndSession } from "./use-end-session";

/** Where I am signed in. */
export function SessionList() {
  const sessions = useReadPages("GET /v1/me/sessions", {});
  const refresh = useRefresh();
  const endingAll = useIntent("end-others");
  const others = sessions.items?.filter(({ current }) => !current) ?? [];
  return (
    <>
      <PageHeader title="Sessions" description="Where you are signed in. What you do not know, end it, and change your password." back={{ href: "/account", label: "My account" }}>
        {others.length > 0 && (
          <Button variant="secondary" onClick={endingAll.begin}>
            End all others
          </Button>
        )}
      </PageHeader>
      {sessions.error && <Message>{sessions.error.detail}</Message>}
      <Card>
        {!sessions.items && !sessions.error && <SkeletonRows rows={3} label="Loading sessions" />}
        <ul>
          {sessions.items?.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      </Card>
      {sessions.more && (
        <Button variant="secondary" className="mt-4" busy={sessions.loadingMore} onClick={sessions.more}>
          Show older sessions
        </Button>
      )}
      <Confirm
        open={endingAll.open}
        onClose={endingAll.end}
        title="End all other sessions?"
        action="End all others"
        onConfirm={async () => {
          await call("DELETE /v1/me/sessions");
          await refresh();
          say("All your other sessions have ended.");
        }}
      >
        <p>{sessions.items !== undefined && others.length === 0 ? "You are signed in nowhere else at this moment." : "Every other browser and device has to sign in again. This one stays signed in."}</p>
      </Confirm>
    </>
  );
}

function SessionRow({ session }: { session: Session }) {
  const endSession = useEndSession();
  const [ending, setEnding] = useState(false);
  const client = clientInWords(session.client);
  const Icon = !session.client.startsWith("Mozilla/") ? SquareTerminal : / on (?:iPhone|iPad|Android)$/.test(client) ? Smartphone : Monitor;

  async function end() {
    setEnding(true);
    await endSession(session);
    setEnding(false);
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
      <Icon className="size-5 shrink-0 text-muted" />
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi title={session.client}>{client}</bdi>
          {session.current && <Badge>This session</Badge>}
        </p>
        <p className="text-xs wrap-anywhere text-muted">
          {session.ip_address && <>{session.ip_address} · </>}last used <Moment at={session.last_used_at} /> · since <Moment at={session.created_at} />
        </p>
      </div>
      {!session.current && (
        <Button variant="quiet" busy={ending} onClick={() => void end()}>
          End<span className="sr-only"> the session of {client}</span>
        </Button>
      )}
    </li>
  );
}
