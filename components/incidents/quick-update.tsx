"use client";

import { useId, useState } from "react";
import { useRefresh } from "@/components/data/use-read";
import { sendByKeys } from "@/components/forms/send-by-keys";
import { useForm } from "@/components/forms/use-form";
import { useKeptText } from "@/components/forms/use-kept-text";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { TextAreaField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { say } from "@/components/ui/toaster";
import { call, type Incident } from "@/lib/http/client";
import { defaultBody, type IncidentStatus, incidentStatuses } from "@/lib/incidents/values";
import { incidentStatusLooks } from "./incident-status";
import { StatusPicker } from "./status-picker";

const following = (status: IncidentStatus): IncidentStatus => incidentStatuses[incidentStatuses.indexOf(status) + 1] ?? "resolved";

/** The next update of an unresolved incident in one press: what usually comes next is chosen, and without words the status has its own. */
export function QuickUpdate({ incident }: { incident: Pick<Incident, "id" | "title" | "status"> }) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const [picked, setPicked] = useState<IncidentStatus | null>(null);
  const [notify, setNotify] = useState(true);
  const [attempt, setAttempt] = useState(() => crypto.randomUUID());
  const notifyID = useId();
  const words = useKeptText(`incident-update-${incident.id}`, "body");
  const status = picked ?? following(incident.status);
  const { word } = incidentStatusLooks[status];

  const form = useForm(["body"], async () => {
    await call("POST /v1/organizations/{orgID}/incidents/{incidentID}/updates", {
      params: { orgID, incidentID: incident.id },
      body: { status, body: words.text, notify },
      idempotencyKey: attempt,
    });
    words.forget();
    setPicked(null);
    setAttempt(crypto.randomUUID());
    await refresh();
    say(notify ? `“${word}” is posted; subscribers are being told.` : `“${word}” is posted silently.`);
  });

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl-Enter in its fields, beside the button that does the same
    <form {...form.props} onKeyDown={sendByKeys} aria-label={`Update “${incident.title}”`} className="grid gap-3">
      <StatusPicker label="Status from now on" quiet value={status} onChange={setPicked} />
      <TextAreaField label="What to say" placeholder={defaultBody[status]} value={words.text} onChange={(event) => words.change(event.target.value)} error={form.errorOf("body")} />
      <Message>{form.message}</Message>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="flex items-center gap-2">
          <input id={notifyID} type="checkbox" checked={notify} onChange={(event) => setNotify(event.target.checked)} className="size-4 accent-accent" />
          <label htmlFor={notifyID} className="py-2">
            Tell subscribers
          </label>
        </span>
        <Button {...form.button} className="max-sm:flex-1">
          {form.button.busy ? "Posting…" : `Post “${word}”`}
        </Button>
      </div>
    </form>
  );
}
