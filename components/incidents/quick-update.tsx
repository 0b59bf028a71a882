"use client";

import { type SyntheticEvent, useId, useState } from "react";
import { useSessionEnded } from "@/components/auth/session";
import { useRefresh } from "@/components/data/use-read";
import { sendByKeys } from "@/components/forms/send-by-keys";
import { newIdempotencyKey } from "@/components/forms/use-idempotency-key";
import { useKeptText } from "@/components/forms/use-kept-text";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { TextAreaField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { say } from "@/components/ui/toaster";
import { ApiError, type Incident } from "@/lib/http/client";
import { defaultBody, type IncidentStatus, incidentStatuses } from "@/lib/incidents/values";
import { incidentStatusLooks } from "./incident-status";
import { postUpdate } from "./post-update";
import { StatusPicker } from "./status-picker";

const following = (status: IncidentStatus): IncidentStatus => incidentStatuses[incidentStatuses.indexOf(status) + 1] ?? "resolved";

/** The next update of an unresolved incident in one press: what usually comes next is chosen, and without words the status has its own. */
export function QuickUpdate({ incident }: { incident: Pick<Incident, "id" | "title" | "status"> }) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const [picked, setPicked] = useState<IncidentStatus | null>(null);
  const [notify, setNotify] = useState(true);
  const [attempt, setAttempt] = useState(newIdempotencyKey);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const sessionEnded = useSessionEnded();
  const notifyID = useId();
  const words = useKeptText(`incident-update-${incident.id}`, "body");
  const status = picked ?? following(incident.status);
  const { word } = incidentStatusLooks[status];

  async function send(event: SyntheticEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await postUpdate(orgID, incident, { status, body: words.text, notify }, attempt);
      words.forget();
      setPicked(null);
      setAttempt(newIdempotencyKey());
      await refresh();
      say(notify ? `“${word}” is posted; subscribers are being told.` : `“${word}” is posted silently.`);
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      if (thrown.status === 401 && sessionEnded !== null) sessionEnded();
      else setFailure(thrown);
    } finally {
      setBusy(false);
    }
  }

  const bodyError = failure?.errors.find(({ path }) => path === "body")?.message;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl-Enter in its fields, beside the button that does the same
    <form noValidate method="post" onSubmit={(event) => void send(event)} onKeyDown={sendByKeys} aria-label={`Update “${incident.title}”`} className="grid gap-3">
      <StatusPicker label="Status from now on" quiet value={status} onChange={setPicked} />
      <TextAreaField label="What to say" placeholder={defaultBody[status]} value={words.text} onChange={(event) => words.change(event.target.value)} error={bodyError} />
      <Message>{failure === null || bodyError !== undefined ? null : failure.detail}</Message>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="flex items-center gap-2">
          <input id={notifyID} type="checkbox" checked={notify} onChange={(event) => setNotify(event.target.checked)} className="size-4 accent-accent" />
          <label htmlFor={notifyID} className="py-2">
            Tell subscribers
          </label>
        </span>
        <Button type="submit" busy={busy} className="max-sm:flex-1">
          {busy ? "Posting…" : `Post “${word}”`}
        </Button>
      </div>
    </form>
  );
}
