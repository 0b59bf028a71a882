"use client";

import { KeyRound, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useReadAll, useRefresh } from "@/components/data/use-read";
import { ForRole } from "@/components/organizations/for-role";
import { useOrganization } from "@/components/organizations/organization-context";
import { among, useIntent, useIntentOf } from "@/components/shell/use-intent";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Confirm } from "@/components/ui/confirm";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { Message } from "@/components/ui/message";
import { Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonRows } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { say } from "@/components/ui/toaster";
import { type Answer, call } from "@/lib/http/client";

const TokenForm = dynamic(() => import("./token-form"), { ssr: false, loading: () => <SkeletonRows rows={4} label="Loading the form" /> });

type Token = Answer<"GET /v1/organizations/{orgID}/tokens">[number];

/** The keys by which programs get in. */
export function TokenList() {
  const { is } = useOrganization();
  const creating = useIntent("create");
  const [held, setHeld] = useState(false);
  return (
    <>
      <PageHeader
        title="API tokens"
        description={
          <>
            Keys for programs: deploys, monitors, scripts. <TextLink href="/docs">How the API works</TextLink>
          </>
        }
      >
        {is("admin") && (
          <Button onClick={creating.begin}>
            <Plus className="size-4" /> Create token
          </Button>
        )}
      </PageHeader>
      <ForRole least="admin">
        <Tokens onCreate={creating.begin} />
        <Dialog open={creating.open} onClose={held ? undefined : creating.end} title="Create API token">
          <TokenForm
            onHold={setHeld}
            onDone={() => {
              setHeld(false);
              creating.end();
            }}
          />
        </Dialog>
      </ForRole>
    </>
  );
}

function Tokens({ onCreate }: { onCreate: () => void }) {
  const { id: orgID } = useOrganization();
  const tokens = useReadAll("GET /v1/organizations/{orgID}/tokens", { params: { orgID } });
  const { data: members } = useReadAll("GET /v1/organizations/{orgID}/members", { params: { orgID } });
  const revoking = useIntentOf("revoke", tokens.whole ? among(tokens.data) : undefined);
  const revoked = tokens.data?.find(({ id }) => id === revoking.of);
  const refresh = useRefresh(orgID);
  const nameOf = (id: string | null) => members?.find((member) => member.id === id)?.name;
  return (
    <>
      {tokens.error && <Message>{tokens.error.detail}</Message>}
      <Card>
        {!tokens.data && !tokens.error && <SkeletonRows rows={3} label="Loading tokens" />}
        {tokens.data?.length === 0 && (
          <EmptyState title="No token yet">
            With a token, your monitoring reports incidents and your deploys announce maintenance by themselves.{" "}
            <button type="button" onClick={onCreate} className="rounded-sm font-medium text-accent underline underline-offset-2">
              Create the first
            </button>
          </EmptyState>
        )}
        <ul>
          {tokens.data?.map((token) => (
            <TokenRow key={token.id} token={token} maker={nameOf(token.created_by)} onRevoke={() => revoking.begin(token.id)} />
          ))}
        </ul>
      </Card>
      <Confirm
        open={revoked !== undefined}
        onClose={revoking.end}
        title={<>Revoke <bdi>{revoked?.name}</bdi>?</>}
        action="Revoke token"
        onConfirm={async () => {
          await call("DELETE /v1/organizations/{orgID}/tokens/{tokenID}", { params: { orgID, tokenID: revoked!.id } });
          await refresh();
          say("The token is revoked.");
        }}
      >
        <p>
          Whatever uses <code className="font-mono">{revoked?.hint}…</code> is refused from this moment on. This cannot be undone.
        </p>
      </Confirm>
    </>
  );
}

function TokenRow({ token, maker, onRevoke }: { token: Token; maker: string | undefined; onRevoke: () => void }) {
  const [now] = useState(() => Date.now());
  const hasExpired = token.expires_at !== null && Date.parse(token.expires_at) <= now;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
      <KeyRound className="size-4 shrink-0 text-muted" />
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="font-medium wrap-anywhere">{token.name}</bdi>
          <code className="font-mono text-xs text-muted">{token.hint}…</code>
          {hasExpired && <Badge>Expired</Badge>}
        </p>
        <p className="text-xs wrap-anywhere text-muted">
          <span className="capitalize">{token.role}</span> · made{" "}
          {maker && (
            <>
              by <bdi>{maker}</bdi>{" "}
            </>
          )}
          <Moment at={token.created_at} /> · {token.last_used_at === null ? "never used" : <>last used <Moment at={token.last_used_at} /></>} ·{" "}
          {token.expires_at === null ? "never expires" : <>{hasExpired ? "expired" : "expires"} <Moment at={token.expires_at} /></>}
        </p>
      </div>
      <Button variant="quiet" onClick={onRevoke}>
        Revoke<span className="sr-only"> {token.name}</span>
      </Button>
    </li>
  );
}
