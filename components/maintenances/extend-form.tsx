"use client";

import { useState } from "react";
import { useSessionEnded } from "@/components/auth/session";
import { useRefresh } from "@/components/data/use-read";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { useNow } from "@/components/ui/elapsed";
import { FieldGroup } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { Switch } from "@/components/ui/switch";
import { say } from "@/components/ui/toaster";
import { ApiError, call, type Maintenance } from "@/lib/http/client";
import { Period } from "./period";

const MINUTE_MS = 60_000;
const choices: [minutes: number, words: string][] = [
  [15, "15 minutes"],
  [30, "30 minutes"],
  [60, "1 hour"],
  [120, "2 hours"],
];

/** More time for work that is under way, in one press. */
export default function ExtendForm({ maintenance, etag, onClose }: { maintenance: Maintenance; etag: string | null; onClose: () => void }) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const sessionEnded = useSessionEnded();
  const now = useNow();
  const [minutes, setMinutes] = useState(30);
  const [notify, setNotify] = useState(maintenance.notify);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // What is late already gets its time from now on.
  const end = new Date(Math.max(now, Date.parse(maintenance.scheduled_until)) + minutes * MINUTE_MS).toISOString();

  async function extend(event: React.SyntheticEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await call("PATCH /v1/organizations/{orgID}/maintenances/{maintenanceID}", { params: { orgID, maintenanceID: maintenance.id }, body: { scheduled_until: end, notify }, ifMatch: etag });
      await refresh();
      say("The maintenance has more time.");
      onClose();
    } catch (thrown) {
      setBusy(false);
      if (!(thrown instanceof ApiError)) throw thrown;
      if (thrown.status === 401 && sessionEnded !== null) return sessionEnded();
      // Nothing is lost: the new end is shown, and the press is made again.
      if (thrown.status === 412) await refresh();
      setFailure(thrown.status === 412 ? "Somebody changed it meanwhile. This is how it stands now: look, and decide again." : thrown.detail);
    }
  }

  return (
    <form onSubmit={(event) => void extend(event)} className="grid gap-4">
      <FieldGroup label="Longer by">
        <div className="grid grid-cols-2 gap-1">
          {choices.map(([value, words]) => (
            <Choice key={value} type="radio" name="minutes" checked={minutes === value} onChange={() => setMinutes(value)}>
              {words}
            </Choice>
          ))}
        </div>
      </FieldGroup>
      <output className="block">
        Then it is planned for <Period from={maintenance.scheduled_for} until={end} />.
      </output>
      <Switch label="Tell subscribers" checked={notify} onChange={setNotify} />
      <Message>{failure}</Message>
      <Button type="submit" busy={busy} className="sm:justify-self-start">
        {busy ? "Extending…" : "Extend"}
      </Button>
    </form>
  );
}
