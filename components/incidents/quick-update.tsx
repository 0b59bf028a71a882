"use client";

import { type SyntheticEvent, useEffect, useId, useRef, useState } from "react";
import { useSessionEnded } from "@/components/auth/session";
import { useRefresh } from "@/components/data/use-read";
import { sendByKeys } from "@/components/forms/send-by-keys";
import { ARRIVED, newIdempotencyKey } from "@/components/forms/idempotency-key";
import { useKeptText } from "@/components/forms/use-kept-text";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { TextAreaField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { say } from "@/components/ui/toaster";
import { PostedNotice } from "@/components/updates/posted-notice";
import { lazily } from "@/components/ui/lazily";
import { ApiError, call, type Incident } from "@/lib/http/client";
import { defaultBody, type IncidentStatus, incidentStatuses } from "@/lib/incidents/values";
import { incidentStatusLooks } from "./incident-status";
import { type IncidentUpdate, readPostedSince } from "./read-posted-since";
import { StatusPicker } from "./status-picker";

const following = (status: IncidentStatus): IncidentStatus => incidentStatuses[incidentStatuses.indexOf(status) + 1] ?? "resolved";

/** As in a form (use-call-form.ts). */
const REST_MS = 1_000;

const IncidentMeanwhile = lazily(async () => (await import("./incident-meanwhile")).default);

type QuickUpdateProps = {
  incident: Pick<Incident, "id" | "title" | "status" | "impact">;
  /** The id of the newest update that is shown. */
  newest: string | undefined;
  /** Whether it has words that were not sent. */
  onUnsent: (unsent: boolean) => void;
};

/** The next update of an unresolved incident in one press: what usually comes next is chosen, and without words the status has its own. */
export function QuickUpdate({ incident, newest, onUnsent }: QuickUpdateProps) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const [picked, setPicked] = useState<IncidentStatus | null>(null);
  const [notify, setNotify] = useState(true);
  const [attempt, setAttempt] = useState(newIdempotencyKey);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [posted, setPosted] = useState<readonly IncidentUpdate[] | null>(null);
  const sessionEnded = useSessionEnded();
  const restUntil = useRef(0);
  const id = useId();
  const { body, seen: begun, change, forget } = useKeptText(`incident-update-${incident.id}`, { body: "", seen: "" });
  // What was posted meanwhile, once it has been read; else what was there when the first word was typed.
  const [read, setRead] = useState("");
  const seen = read || begun;
  const status = picked ?? following(incident.status);
  const { word } = incidentStatusLooks[status];
  const unsent = body !== "" || posted !== null;
  useEffect(() => onUnsent(unsent), [unsent, onUnsent]);

  async function send(event: SyntheticEvent) {
    event.preventDefault();
    // What was pressed twice is meant once: the next status is not chosen by the second press.
    if (busy || (performance.now() < restUntil.current && picked === null && body === "")) return;
    const after = seen || newest;
    // Sent again after a timeout, it is the same request.
    setPicked(status);
    setRead(after ?? "");
    setBusy(true);
    setFailure(null);
    try {
      await call("POST /v1/organizations/{orgID}/incidents/{incidentID}/updates", {
        params: { orgID, incidentID: incident.id },
        body: { status, body, notify, ...(after !== undefined && { after }) },
        idempotencyKey: attempt,
      });
      setPosted(null);
      setRead("");
      forget();
      setPicked(null);
      setAttempt(newIdempotencyKey());
      restUntil.current = performance.now() + REST_MS;
      await refresh();
      say(notify ? `“${word}” is posted; subscribers are being told.` : `“${word}” is posted silently.`);
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      if (thrown.status === 401 && sessionEnded !== null) return sessionEnded();
      const since = thrown.status === 409 && after !== undefined ? await readPostedSince(orgID, incident.id, after).catch(() => []) : [];
      if (thrown.status === 422) {
        setAttempt(newIdempotencyKey());
        return setFailure(new ApiError(422, ARRIVED));
      }
      if (since.length === 0) return setFailure(thrown);
      setPosted(since);
      void refresh();
    } finally {
      setBusy(false);
    }
  }

  const acknowledge = () => setRead(posted?.[0]?.id ?? "");

  const bodyError = failure?.errors.find(({ path }) => path === "body")?.message;
  return (
    <>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl-Enter in its fields, beside the button that does the same */}
    <form id={id} noValidate method="post" onSubmit={(event) => void send(event)} onKeyDown={sendByKeys} aria-label={`Update “${incident.title}”`} className="grid gap-3">
      <StatusPicker label="Status from now on" quiet value={status} onChange={setPicked} />
      <TextAreaField label="What to say" placeholder={defaultBody[status]} value={body} onChange={({ target: { value } }) => change({ body: value, seen: value === "" ? "" : begun || (newest ?? "") })} error={bodyError} />
      <PostedNotice posted={body !== "" && seen !== "" && newest !== undefined && seen !== newest} />
      <Message>{posted !== null || failure === null || bodyError !== undefined ? null : failure.detail}</Message>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="flex items-center gap-2">
          <input id={`${id}-notify`} type="checkbox" checked={notify} onChange={(event) => setNotify(event.target.checked)} className="size-4 accent-accent" />
          <label htmlFor={`${id}-notify`} className="py-2">
            Tell subscribers
          </label>
        </span>
        <Button type="submit" busy={busy} className="max-sm:flex-1">
          {busy ? "Posting…" : `Post “${word}”`}
        </Button>
      </div>
    </form>
    <IncidentMeanwhile
      open={posted !== null}
      impact={incident.impact}
      posted={posted ?? []}
      mine={{ status, body, notify, chosen: {} }}
      form={id}
      busy={busy}
      message={failure?.detail ?? null}
      onPost={acknowledge}
      onDiscard={() => {
        setPosted(null);
        setPicked(null);
        setRead("");
        forget();
      }}
      onClose={() => {
        acknowledge();
        setPosted(null);
      }}
    />
    </>
  );
}
