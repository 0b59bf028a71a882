"use client";

import { Mail, RefreshCw } from "lucide-react";
import { useState } from "react";
import { LoadingCard } from "@/components/data/loading-card";
import { useAction } from "@/components/data/use-action";
import { useBusy } from "@/components/data/use-busy";
import { useRead } from "@/components/data/use-read";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Section } from "@/components/ui/section";
import { Timestamp } from "@/components/ui/timestamp";
import { call } from "@/lib/http/api-client";
import { AdministrationScreen } from "./administration-screen";
import { CheckList, type CheckResponse, CheckRow } from "./check-list";
import { ReceivedRequestSection, RecentErrors } from "./server-process";

/** Checks run rarely, because they connect to other servers. */
const CHECK_EVERY_MS = 5 * 60_000;

export function SystemOverview() {
  return (
    <AdministrationScreen
      title="Administration"
      description="Checks and recent errors of this installation."
    >
      <div className="grid gap-8">
        <Checks />
        <RecentErrors />
        <ReceivedRequestSection />
      </div>
    </AdministrationScreen>
  );
}

function Checks() {
  const { data, error, refresh } = useRead("GET /v1/admin/checks", {}, { everyMs: CHECK_EVERY_MS });
  const runAction = useAction();
  const [isChecking, runChecks] = useBusy();
  const [isSending, sendEmail] = useBusy();
  const [sent, setSent] = useState<CheckResponse | null>(null);

  const check = () => runAction("Couldn’t run the checks", refresh);
  const send = () =>
    runAction("Couldn’t send the test email", async () =>
      setSent((await call("POST /v1/admin/test-email")).data),
    );

  return (
    <Section
      title="Checks"
      aside={
        data && (
          <span className="text-xs text-muted">
            Checked <Timestamp at={data.checked_at} />
          </span>
        )
      }
    >
      <div className="mb-3 flex flex-wrap gap-2">
        <Button variant="secondary" busy={isChecking} onClick={() => void runChecks(check)}>
          <RefreshCw className="size-4" /> {isChecking ? "Checking…" : "Check again"}
        </Button>
        <Button variant="secondary" busy={isSending} onClick={() => void sendEmail(send)}>
          <Mail className="size-4" /> {isSending ? "Sending…" : "Send test email"}
        </Button>
      </div>
      <output className="block empty:hidden" aria-label="Result of the test email">
        {sent && (
          <Card className="mb-3">
            <ul>
              <CheckRow check={sent} />
            </ul>
          </Card>
        )}
      </output>
      <LoadingCard of={{ data, error }} rows={8} label="Running checks">
        {data && <CheckList checks={data.checks} />}
      </LoadingCard>
    </Section>
  );
}
