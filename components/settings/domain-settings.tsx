"use client";

import { CircleAlert, CircleCheck, CircleDashed, ExternalLink, RefreshCw, Trash2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useRead, useRefresh } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { useIntent } from "@/components/shell/use-intent";
import { Badge } from "@/components/ui/badge";
import { Button, buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Confirm } from "@/components/ui/confirm";
import { CopyField } from "@/components/ui/copy-field";
import { Message } from "@/components/ui/message";
import { Moment } from "@/components/ui/moment";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { say } from "@/components/ui/toaster";
import { call, type Domain } from "@/lib/http/client";
import { useCheckDomain } from "./use-check-domain";

const DomainForm = dynamic(() => import("./domain-form"), { ssr: false, loading: () => <SkeletonRows rows={2} label="Loading the form" /> });

/** The host of the page's own: chosen, proven, looked after, given up. */
export function DomainSettings() {
  const { id: orgID, is } = useOrganization();
  const { data: domain, error } = useRead("GET /v1/organizations/{orgID}/domain", { params: { orgID } });
  const refresh = useRefresh(orgID);
  const mayChange = is("admin");
  return (
    <Section title="Custom domain" anchor="domain" className="mt-8">
      <Card className="p-4 sm:p-6">
        {domain === undefined ? (
          error === undefined ? <SkeletonRows rows={2} label="Loading the domain" /> : <Message>{error.detail}</Message>
        ) : domain.host !== null ? (
          <Chosen domain={domain} host={domain.host} orgID={orgID} mayChange={mayChange} refresh={refresh} />
        ) : mayChange ? (
          <DomainForm orgID={orgID} onChosen={refresh} />
        ) : (
          <p className="text-muted">None. The page is read at this installation’s own address.</p>
        )}
      </Card>
    </Section>
  );
}

const states = {
  none: { tone: "neutral", icon: CircleDashed, words: "None" },
  unverified: { tone: "caution", icon: CircleDashed, words: "Not proven yet" },
  verified: { tone: "positive", icon: CircleCheck, words: "Verified" },
  failing: { tone: "warning", icon: CircleAlert, words: "Proof is gone" },
} as const;

type ChosenProps = { domain: Domain; host: string; orgID: string; mayChange: boolean; refresh: () => Promise<unknown> };

function Chosen({ domain, host, orgID, mayChange, refresh }: ChosenProps) {
  const checkDomain = useCheckDomain();
  const [busy, setBusy] = useState(false);
  const removing = useIntent("remove-domain");
  const { tone, icon, words } = states[domain.state];

  async function check() {
    setBusy(true);
    await checkDomain(host);
    setBusy(false);
  }

  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 dir="ltr" className="font-mono text-sm font-medium wrap-anywhere">
          {host}
        </h3>
        <Badge tone={tone} icon={icon}>
          {words}
        </Badge>
        {domain.url !== null && (
          <a href={domain.url} target="_blank" rel="noreferrer" className={`${buttonClass("quiet")} ms-auto`}>
            <ExternalLink className="size-4" /> Open<span className="sr-only"> the page at its domain</span>
          </a>
        )}
      </div>
      <Standing domain={domain} host={host} />
      {mayChange && (
        <>
          {domain.state !== "verified" && <Proofs domain={domain} />}
          <Way domain={domain} />
          <div className="flex flex-wrap gap-2">
            <Button variant={domain.state === "verified" ? "secondary" : "primary"} busy={busy} onClick={() => void check()}>
              <RefreshCw className="size-4" /> {busy ? "Checking…" : "Check now"}
            </Button>
            <Button variant="quiet" onClick={removing.begin}>
              <Trash2 className="size-4" /> Remove<span className="sr-only"> the domain</span>
            </Button>
          </div>
        </>
      )}
      <Confirm
        open={mayChange && removing.open}
        onClose={removing.end}
        title={`Remove ${host}?`}
        action="Remove domain"
        onConfirm={async () => {
          await call("DELETE /v1/organizations/{orgID}/domain", { params: { orgID } });
          await refresh();
          say("The domain is removed.");
        }}
      >
        <p>{domain.url === null ? "What was set to prove it is of no use any more." : "The page is no longer there at once, and links to it lead nowhere. It stays at this installation’s own address."}</p>
      </Confirm>
    </div>
  );
}

/** How it stands with the domain, in words; read out when a check changes it. */
function Standing({ domain: { state, problem, checked_at, verified_at, served_until }, host }: { domain: Domain; host: string }) {
  return (
    <output className="grid gap-2">
      <span className="block">
        {state === "unverified" && "The page is not served there yet: first prove that the domain is yours, then point it here."}
        {state === "verified" && verified_at !== null && (
          <>
            The page is served at {host}, proven since <Moment at={verified_at} />.
          </>
        )}
        {state === "failing" && served_until !== null && (
          <>
            The page is served until <Moment at={served_until} />, unless the proof is back before.
          </>
        )}
      </span>
      {problem !== null && (
        <span className="flex items-start gap-2 rounded-md border border-line bg-sunken p-3 text-sm">
          <CircleAlert className="mt-0.5 size-4 shrink-0 text-muted" />
          <span className="min-w-0 wrap-anywhere">
            {state === "verified" && "The last check could not tell, which changes nothing. "}
            {problem}
          </span>
        </span>
      )}
      <span className="block text-sm text-muted">{checked_at === null ? "Never checked." : <>Last checked <Moment at={checked_at} />{state === "verified" || state === "failing" ? "; once a day from then on." : "."}</>}</span>
    </output>
  );
}

/** What to set so that the host is proven: one of two. */
function Proofs({ domain: { proof_record: record, proof_file: file } }: { domain: Domain }) {
  return (
    <div className="grid gap-4">
      <p className="text-sm font-medium">Prove that it is yours: by a TXT record, or by a file. One is enough.</p>
      <div className="grid gap-4 lg:grid-cols-2">
        {record !== null && (
          <div className="grid content-start gap-3">
            <CopyField label="TXT record: name" value={record.name} />
            <CopyField label="TXT record: value" value={record.value} />
          </div>
        )}
        {file !== null && (
          <div className="grid content-start gap-3">
            <CopyField label="Or a file: address" value={file.url} />
            <CopyField label="Or a file: content" value={file.content} />
          </div>
        )}
      </div>
    </div>
  );
}

/** Where the host has to point. */
function Way({ domain: { address_record: record } }: { domain: Domain }) {
  return record === null ? (
    <p className="text-sm text-muted">Point the domain at this installation, or at the proxy in front of it. It does not know its own address: its setting BASE_URL is missing.</p>
  ) : (
    <CopyField label={`Point it here: ${record.type} record of ${record.name}`} value={record.value} />
  );
}
