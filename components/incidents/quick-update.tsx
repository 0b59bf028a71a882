"use client";

import { type SyntheticEvent, useEffect, useId, useRef, useState } from "react";
import { useOnSessionEnded } from "@/components/auth/session";
import { useRefresh } from "@/components/data/use-read";
import { submitShortcut } from "@/components/forms/submit-shortcut";
import { ALREADY_RECEIVED, newIdempotencyKey } from "@/components/forms/idempotency-key";
import { useTextDraft } from "@/components/forms/use-text-draft";
import { useOrganization } from "@/components/organizations/organization-context";
import { useHasSubscribers } from "@/components/subscribers/use-has-subscribers";
import { Button } from "@/components/ui/button";
import { TextAreaField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { NewUpdateNotice } from "@/components/updates/new-update-notice";
import { callWithUndo, UNDO_SECONDS, useUndoToast } from "@/components/updates/use-undo";
import { lazyComponent } from "@/components/ui/lazy-component";
import { ApiError, call, type IncidentResponse } from "@/lib/http/client";
import {
  defaultIncidentMessages,
  type IncidentStatus,
  incidentStatuses,
} from "@/lib/incidents/values";
import { incidentStatusLooks } from "./incident-status";
import { type IncidentUpdateResponse, loadIncidentUpdatesSince } from "./load-incident-updates";
import { StatusPicker } from "./status-picker";

const nextStatus = (status: IncidentStatus): IncidentStatus =>
  incidentStatuses[incidentStatuses.indexOf(status) + 1] ?? "resolved";

const DOUBLE_CLICK_MS = 1_000;

const IncidentUpdateConflict = lazyComponent(
  async () => (await import("./incident-update-conflict")).default,
);

type QuickUpdateProps = {
  incident: Pick<IncidentResponse, "id" | "title" | "status" | "impact">;
  newest: string | undefined;
  onUnsent: (unsent: boolean) => void;
};

export function QuickUpdate({ incident, newest, onUnsent }: QuickUpdateProps) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const hasSubscribers = useHasSubscribers();
  const showPosted = useUndoToast();
  const [picked, setPicked] = useState<IncidentStatus | null>(null);
  const [notify, setNotify] = useState(true);
  const [attempt, setAttempt] = useState(newIdempotencyKey);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [posted, setPosted] = useState<readonly IncidentUpdateResponse[] | null>(null);
  const sessionEnded = useOnSessionEnded();
  const ignoreClicksUntil = useRef(0);
  const id = useId();
  const {
    body,
    seen: begun,
    change,
    restore,
    forget,
  } = useTextDraft(`incident-update-${incident.id}`, { body: "", seen: "" });
  // The newest update the user has seen in the conflict dialog, or else when they began to type.
  const [read, setRead] = useState("");
  const seen = read || begun;
  const status = picked ?? nextStatus(incident.status);
  const { word } = incidentStatusLooks[status];
  const unsent = body !== "" || posted !== null;
  useEffect(() => onUnsent(unsent), [unsent, onUnsent]);

  async function send(event: SyntheticEvent) {
    event.preventDefault();
    // A double click must not also post the status after the next one.
    if (busy || (performance.now() < ignoreClicksUntil.current && picked === null && body === ""))
      return;
    const after = seen || newest;
    // A retry after a timeout must repeat the same request.
    setPicked(status);
    setRead(after ?? "");
    setBusy(true);
    setFailure(null);
    try {
      const params = { orgID, incidentID: incident.id };
      const { data: update, until } = await callWithUndo(attempt, () =>
        call("POST /v1/organizations/{orgID}/incidents/{incidentID}/updates", {
          params,
          body: {
            status,
            body,
            notify,
            notify_after_seconds: UNDO_SECONDS,
            ...(after !== undefined && { after }),
          },
          idempotencyKey: attempt,
        }),
      );
      setPosted(null);
      setRead("");
      forget();
      setPicked(null);
      setAttempt(newIdempotencyKey());
      ignoreClicksUntil.current = performance.now() + DOUBLE_CLICK_MS;
      await refresh();
      showPosted({
        done: notify ? `Posted “${word}”.` : `Posted “${word}” without notifying.`,
        notifies: notify && hasSubscribers === true,
        until,
        undo: () =>
          call("DELETE /v1/organizations/{orgID}/incidents/{incidentID}/updates/{updateID}", {
            params: { ...params, updateID: update.id },
          }),
        restore: () => restore({ body, seen: "" }),
        undone: "Update deleted.",
      });
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      if (thrown.status === 401 && sessionEnded !== null) return sessionEnded();
      const since =
        thrown.status === 409 && after !== undefined
          ? await loadIncidentUpdatesSince(orgID, incident.id, after).catch(() => [])
          : [];
      if (thrown.status === 422) {
        setAttempt(newIdempotencyKey());
        return setFailure(new ApiError(422, ALREADY_RECEIVED));
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
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Ctrl+Enter */}
      <form
        id={id}
        noValidate
        method="post"
        onSubmit={(event) => void send(event)}
        onKeyDown={submitShortcut}
        aria-label={`Update “${incident.title}”`}
        className="grid gap-3"
      >
        <StatusPicker label="Status" isLabelHidden value={status} onChange={setPicked} />
        <TextAreaField
          label="Message"
          placeholder={defaultIncidentMessages[status]}
          value={body}
          onChange={({ target: { value } }) =>
            change({ body: value, seen: value === "" ? "" : begun || (newest ?? "") })
          }
          error={bodyError}
        />
        <NewUpdateNotice
          posted={body !== "" && seen !== "" && newest !== undefined && seen !== newest}
        />
        <Message>
          {posted !== null || failure === null || bodyError !== undefined ? null : failure.detail}
        </Message>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <span className="flex items-center gap-2">
            <input
              id={`${id}-notify`}
              type="checkbox"
              checked={notify}
              onChange={(event) => setNotify(event.target.checked)}
              className="size-4 accent-accent"
            />
            <label htmlFor={`${id}-notify`} className="py-2">
              Notify subscribers{hasSubscribers === false && " (no subscribers yet)"}
            </label>
          </span>
          <Button type="submit" busy={busy} className="max-sm:flex-1">
            {busy ? "Posting…" : `Post “${word}”`}
          </Button>
        </div>
      </form>
      <IncidentUpdateConflict
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
