"use client";

import { useState } from "react";
import { useOnSessionEnded } from "@/components/auth/session";
import { useRefresh } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { useHasSubscribers } from "@/components/subscribers/use-has-subscribers";
import { Button } from "@/components/ui/button";
import { useNow } from "@/components/ui/relative-time";
import { Message } from "@/components/ui/message";
import { Switch } from "@/components/ui/switch";
import { showToast } from "@/components/ui/toaster";
import { ApiError, call, type MaintenanceResponse } from "@/lib/http/api-client";
import { DurationChips } from "./duration-chips";
import { Period } from "./period";

const MINUTE_MS = 60_000;

type ExtendFormProps = {
  maintenance: MaintenanceResponse;
  etag: string | null;
  onClose: () => void;
};

export default function ExtendForm(props: ExtendFormProps) {
  const hasSubscribers = useHasSubscribers();
  const { minutes, setMinutes, notify, setNotify, end, extend, busy, failure } =
    useExtension(props);
  return (
    <form onSubmit={(event) => void extend(event)} className="grid gap-4">
      <DurationChips
        legend="Extend by"
        minutes={[15, 30, 60, 120]}
        chosen={minutes}
        onChoose={setMinutes}
      />
      <output className="block">
        New schedule: <Period from={props.maintenance.scheduled_for} until={end} />
      </output>
      <Switch
        label="Notify subscribers"
        checked={notify}
        onChange={setNotify}
        hint={hasSubscribers === false ? "No subscribers yet." : undefined}
      />
      <Message>{failure}</Message>
      <Button type="submit" busy={busy} className="sm:justify-self-start">
        {busy ? "Extending…" : "Extend"}
      </Button>
    </form>
  );
}

function useExtension({ maintenance, etag, onClose }: ExtendFormProps) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const sessionEnded = useOnSessionEnded();
  const now = useNow();
  const [minutes, setMinutes] = useState(30);
  const [notify, setNotify] = useState(maintenance.notify);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // The extension of an overdue maintenance starts now.
  const end = new Date(
    Math.max(now, Date.parse(maintenance.scheduled_until)) + minutes * MINUTE_MS,
  ).toISOString();

  async function extend(event: React.SyntheticEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await call("PATCH /v1/organizations/{orgID}/maintenances/{maintenanceID}", {
        params: { orgID, maintenanceID: maintenance.id },
        body: { scheduled_until: end, notify },
        ifMatch: etag,
      });
      await refresh();
      showToast("Maintenance extended.");
      onClose();
    } catch (thrown) {
      setBusy(false);
      if (!(thrown instanceof ApiError)) throw thrown;
      if (thrown.status === 401 && sessionEnded !== null) return sessionEnded();
      // Reloads the maintenance after a conflict, so that the form shows its current end.
      if (thrown.status === 412) await refresh();
      setFailure(
        thrown.status === 412
          ? "Someone else changed this maintenance. Check the new times and try again."
          : thrown.detail,
      );
    }
  }
  return { minutes, setMinutes, notify, setNotify, end, extend, busy, failure };
}
