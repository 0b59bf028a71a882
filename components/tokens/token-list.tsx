"use client";

import { KeyRound, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { LoadingCard } from "@/components/data/loading-card";
import { useReadAll } from "@/components/data/use-read";
import { RequireRole } from "@/components/organizations/require-role";
import { useOrganization } from "@/components/organizations/organization-context";
import {
  isListedIn,
  useDialogParam,
  useItemDialogParam,
} from "@/components/shell/use-dialog-param";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { PersistentDialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { named } from "@/components/ui/format-names";
import { Timestamp } from "@/components/ui/timestamp";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonForm } from "@/components/ui/skeleton";
import { LinkButton, RouteLink } from "@/components/ui/route-link";
import { showToast } from "@/components/ui/toaster";
import type { ResponseBody } from "@/lib/http/api-client";
import { isRoleAtLeast } from "@/lib/roles";
import { grantLabels } from "./grant-labels";

const TokenForm = dynamic(() => import("./token-form"), {
  ssr: false,
  loading: () => <SkeletonForm fields={4} label="Loading form" />,
});

type Token = ResponseBody<"GET /v1/organizations/{orgID}/tokens">[number];

export function TokenList() {
  const { is } = useOrganization();
  const creating = useDialogParam("create");
  return (
    <>
      <PageHeader
        title="API tokens"
        description={
          <>
            Access for scripts, monitoring, and deployments.{" "}
            <RouteLink href="/docs">API documentation</RouteLink>
          </>
        }
      >
        {is("admin") && (
          <Button onClick={creating.open}>
            <Plus className="size-4" /> Create token
          </Button>
        )}
      </PageHeader>
      <RequireRole least="admin">
        <Tokens onCreate={creating.open} />
        <PersistentDialog open={creating.isOpen} onClose={creating.close} title="Create API token">
          {(props) => <TokenForm {...props} />}
        </PersistentDialog>
      </RequireRole>
    </>
  );
}

function Tokens({ onCreate }: { onCreate: () => void }) {
  const { call, refresh } = useOrganization();
  const tokens = useReadAll("GET /v1/organizations/{orgID}/tokens");
  const { data: members, isComplete: hasAllMembers } = useReadAll(
    "GET /v1/organizations/{orgID}/members",
  );
  const revoking = useItemDialogParam(
    "revoke",
    tokens.isComplete ? isListedIn(tokens.data) : undefined,
  );
  const revoked = tokens.data?.find(({ id }) => id === revoking.id);
  return (
    <>
      <LoadingCard of={tokens} rows={3} label="Loading tokens" shape="text">
        {tokens.data?.length === 0 && (
          <EmptyState title="No API tokens yet">
            Use a token to create incidents from monitoring or announce maintenance from
            deployments. <LinkButton onClick={onCreate}>Create a token</LinkButton>.
          </EmptyState>
        )}
        <ul>
          {tokens.data?.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              creator={members?.find(({ id }) => id === token.created_by)}
              hasAllMembers={hasAllMembers}
              onRevoke={() => revoking.open(token.id)}
            />
          ))}
        </ul>
      </LoadingCard>
      <Confirm
        open={revoked !== undefined}
        onClose={revoking.close}
        title={named`Revoke ${revoked?.name}?`}
        action="Revoke token"
        onConfirm={async () => {
          await call("DELETE /v1/organizations/{orgID}/tokens/{tokenID}", {
            params: { tokenID: revoked!.id },
          });
          await refresh();
          showToast("Token revoked.");
        }}
      >
        <p>
          Requests with <code className="font-mono">{revoked?.hint}…</code> stop working
          immediately.{" "}
          {revoked?.role === "admin" && "Tokens that were created with it stay valid. "}
          This can’t be undone.
        </p>
      </Confirm>
    </>
  );
}

type Member = ResponseBody<"GET /v1/organizations/{orgID}/members">[number];

function describeLimitation(token: Token, creator: Member | undefined): string | null {
  if (token.created_by === null) return "Unknown creator: not limited by a user’s role";
  if (creator === undefined) return "Inactive: the token’s creator left the organization";
  return isRoleAtLeast(creator.role, token.role)
    ? null
    : `Limited to ${creator.role}, the role of the token’s creator`;
}

type RowProps = {
  token: Token;
  creator: Member | undefined;
  hasAllMembers: boolean;
  onRevoke: () => void;
};

function TokenRow({ token, creator, hasAllMembers, onRevoke }: RowProps) {
  const [now] = useState(() => Date.now());
  const limitation = hasAllMembers ? describeLimitation(token, creator) : null;
  const hasExpired = token.expires_at !== null && Date.parse(token.expires_at) <= now;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
      <KeyRound className="size-4 shrink-0 text-muted" />
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="font-medium wrap-anywhere">{token.name}</bdi>
          <code className="font-mono text-xs text-muted">{token.hint}…</code>
          {hasExpired && <Badge>Expired</Badge>}
          {limitation !== null && <Badge tone="caution">{limitation}</Badge>}
        </p>
        <p className="text-xs wrap-anywhere text-muted">
          <span className="capitalize">{token.role}</span> · created{" "}
          {creator && (
            <>
              by <bdi>{creator.name}</bdi>{" "}
            </>
          )}
          <Timestamp at={token.created_at} /> ·{" "}
          {token.last_used_at === null ? (
            "never used"
          ) : (
            <>
              last used <Timestamp at={token.last_used_at} />
            </>
          )}{" "}
          ·{" "}
          {token.expires_at === null ? (
            "never expires"
          ) : (
            <>
              {hasExpired ? "expired" : "expires"} <Timestamp at={token.expires_at} />
            </>
          )}
        </p>
        {token.grants.length > 0 && (
          <p className="text-xs text-muted">
            Also: {token.grants.map((grant) => grantLabels[grant]).join(", ")}
          </p>
        )}
      </div>
      <Button variant="quiet" onClick={onRevoke}>
        Revoke<span className="sr-only"> {token.name}</span>
      </Button>
    </li>
  );
}
