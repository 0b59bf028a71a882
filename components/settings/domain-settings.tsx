"use client";

import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  ExternalLink,
  RefreshCw,
  Trash2,
} from "lucide-react";
import dynamic from "next/dynamic";
import { useBusy } from "@/components/data/use-busy";
import { useRead } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { useDialogParam } from "@/components/shell/use-dialog-param";
import { StatusBadge } from "@/components/ui/badge";
import { Button, buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Confirm } from "@/components/ui/confirm";
import { CopyField } from "@/components/ui/copy-field";
import { LoadError } from "@/components/data/load-error";
import { Timestamp } from "@/components/ui/timestamp";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { SkeletonForm, SkeletonRows } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toaster";
import type { DomainResponse } from "@/lib/http/api-client";
import { PublishingStatus } from "./publishing-status";
import { useCheckDomain } from "./use-check-domain";
import { PageLink } from "@/components/organizations/page-link";

const DomainForm = dynamic(() => import("./domain-form"), {
  ssr: false,
  loading: () => <SkeletonForm fields={2} label="Loading form" />,
});

export function DomainSettings() {
  const { is } = useOrganization();
  const { data: domain, error } = useRead("GET /v1/organizations/{orgID}/domain");
  const canEdit = is("admin");
  return (
    <>
      <PageHeader
        title="Domain"
        description="The custom domain and the publishing status of your status page."
      >
        <PageLink>View status page</PageLink>
      </PageHeader>
      <Section title="Custom domain">
        <Card className="p-4 sm:p-6">
          {domain === undefined && !error && <SkeletonRows rows={2} label="Loading domain" />}
          <LoadError error={error} />
          {domain !== undefined && domain.host !== null && (
            <DomainDetails domain={domain} host={domain.host} />
          )}
          {domain?.host === null && canEdit && <DomainForm />}
          {domain?.host === null && !canEdit && (
            <p className="text-muted">No custom domain. The page uses this installation’s URL.</p>
          )}
        </Card>
      </Section>
      <PublishingStatus />
    </>
  );
}

const states = {
  none: { tone: "neutral", icon: CircleDashed, label: "None" },
  unverified: { tone: "caution", icon: CircleDashed, label: "Not verified" },
  verified: { tone: "positive", icon: CircleCheck, label: "Verified" },
  failing: { tone: "warning", icon: CircleAlert, label: "Verification failed" },
} as const;

type DomainProps = { domain: DomainResponse };
type DomainHostProps = DomainProps & { host: string };

function DomainDetails({ domain, host }: DomainHostProps) {
  const { is, call, refresh } = useOrganization();
  const canEdit = is("admin");
  const checkDomain = useCheckDomain();
  const [busy, run] = useBusy();
  const removing = useDialogParam("remove-domain");

  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 dir="ltr" className="font-mono text-sm font-medium wrap-anywhere">
          {host}
        </h3>
        <StatusBadge {...states[domain.state]} />
        {domain.url !== null && (
          <a
            href={domain.url}
            target="_blank"
            rel="noreferrer"
            className={`${buttonClass("quiet")} ms-auto`}
          >
            <ExternalLink className="size-4" /> Open
            <span className="sr-only"> the page at its custom domain</span>
          </a>
        )}
      </div>
      <DomainStatus domain={domain} host={host} />
      {canEdit && (
        <>
          {domain.state !== "verified" && <VerificationOptions domain={domain} />}
          <AddressRecord domain={domain} />
          <div className="flex flex-wrap gap-2">
            <Button
              variant={domain.state === "verified" ? "secondary" : "primary"}
              busy={busy}
              onClick={() => void run(() => checkDomain(host))}
            >
              <RefreshCw className="size-4" /> {busy ? "Checking…" : "Check now"}
            </Button>
            <Button variant="quiet" onClick={removing.open}>
              <Trash2 className="size-4" /> Remove<span className="sr-only"> the domain</span>
            </Button>
          </div>
        </>
      )}
      <Confirm
        open={canEdit && removing.isOpen}
        onClose={removing.close}
        title={`Remove ${host}?`}
        action="Remove domain"
        onConfirm={async () => {
          await call("DELETE /v1/organizations/{orgID}/domain");
          await refresh();
          showToast("Domain removed.");
        }}
      >
        <p>
          {domain.url === null
            ? "The domain is not in use yet. Its TXT record or file is no longer needed."
            : "The page is no longer available at this domain, and links " +
              "to it stop working. The page stays available at this installation’s URL."}
        </p>
      </Confirm>
    </div>
  );
}

function DomainStatus({
  domain: { state, problem, checked_at, verified_at, served_until },
  host,
}: DomainHostProps) {
  return (
    <output className="grid gap-2">
      <span className="block">
        {state === "unverified" &&
          "The page isn’t available at this domain yet. Verify that you own the domain, " +
            "then point it to this installation."}
        {state === "verified" && verified_at !== null && (
          <>
            The page is available at {host}. Verified <Timestamp at={verified_at} />.
          </>
        )}
        {state === "failing" && served_until !== null && (
          <>
            The page stays available until <Timestamp at={served_until} />. Restore the TXT record
            or the file before then to keep the domain.
          </>
        )}
      </span>
      {problem !== null && (
        <span className="flex items-start gap-2 rounded-md border border-line bg-sunken p-3 text-sm">
          <CircleAlert className="mt-0.5 size-4 shrink-0 text-muted" />
          <span className="min-w-0 wrap-anywhere">
            {state === "verified" && "The last check was inconclusive, so nothing has changed. "}
            {problem}
          </span>
        </span>
      )}
      <span className="block text-sm text-muted">
        {checked_at === null ? (
          "Not checked yet."
        ) : (
          <>
            Last checked <Timestamp at={checked_at} />
            {state === "verified" || state === "failing" ? ". Checked once a day." : "."}
          </>
        )}
      </span>
    </output>
  );
}

function VerificationOptions({ domain: { proof_record: record, proof_file: file } }: DomainProps) {
  return (
    <div className="grid gap-4">
      <p className="text-sm font-medium">
        To verify that you own this domain, add the TXT record or serve the file.
      </p>
      <div className="grid gap-4 lg:grid-cols-2">
        {record !== null && (
          <div className="grid content-start gap-3">
            <CopyField label="TXT record name" value={record.name} />
            <CopyField label="TXT record value" value={record.value} />
          </div>
        )}
        {file !== null && (
          <div className="grid content-start gap-3">
            <CopyField label="File URL" value={file.url} />
            <CopyField label="File content" value={file.content} />
          </div>
        )}
      </div>
    </div>
  );
}

function AddressRecord({ domain: { address_record: record } }: DomainProps) {
  return record === null ? (
    <p className="text-sm text-muted">
      Point the domain to this installation or the proxy in front of it. To see the DNS record here,
      set BASE_URL to the public URL of this installation.
    </p>
  ) : (
    <CopyField label={`${record.type} record for ${record.name}`} value={record.value} />
  );
}
