"use client";

import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useOnSessionEnded } from "@/components/auth/session";
import { useRefresh } from "@/components/data/use-read";
import { ALREADY_RECEIVED, newIdempotencyKey } from "@/components/forms/idempotency-key";
import { useValuesDraft } from "@/components/forms/use-values-draft";
import { useOrganization } from "@/components/organizations/organization-context";
import { useHydrated } from "@/components/ui/use-hydrated";
import { ApiError } from "@/lib/http/client";
import {
  deleteUpdate,
  loadUpdatesSince,
  postUpdate,
  type Subject,
  type UpdateBody,
  type UpdateResponse,
  type UpdateValues,
} from "./update-calls";
import { callWithUndo, UNDO_SECONDS, useUndoToast } from "./use-undo";

/** A double press must not also post the update after this one. */
const RESUBMIT_DELAY_MS = 1_000;
const getResubmitTime = () => performance.now() + RESUBMIT_DELAY_MS;

type Options = {
  subject: Subject;
  empty: UpdateValues;
  draft: string;
  /** The fields of the draft; by default all. */
  draftFields?: readonly (keyof UpdateValues)[];
  newest: string | undefined;
  /** Fills in what the user left open, so that a retry repeats the same request. */
  complete?: (values: UpdateValues) => UpdateValues;
  bodyOf: (values: UpdateValues) => UpdateBody;
  done: (values: UpdateValues) => React.ReactNode;
  notifies: (values: UpdateValues) => boolean;
  onUnsent: (unsent: boolean) => void;
  onPosted?: (() => void) | undefined;
  /** Moves the focus to the message once, then calls `onBegun`. */
  begun?: boolean;
  onBegun?: (() => void) | undefined;
};

/** If someone else has posted since `seen` (409), the user reviews both before posting again. */
export function useUpdateForm(options: Options) {
  const { subject, empty, newest, onUnsent, draftFields } = options;
  const { complete = (values) => values, begun = false } = options;
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const showPosted = useUndoToast();
  const sessionEnded = useOnSessionEnded();
  const isReady = useHydrated();
  const id = useId();
  const message = useRef<HTMLTextAreaElement>(null);
  const resubmitBlockedUntil = useRef(0);
  const [attempt, setAttempt] = useState(newIdempotencyKey);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [posted, setPosted] = useState<readonly UpdateResponse[] | null>(null);
  const draft = useValuesDraft(options.draft, empty, draftFields);
  const { values } = draft;
  const differs = (fields: readonly (keyof UpdateValues)[]) =>
    fields.some(
      (field) => field !== "seen" && JSON.stringify(values[field]) !== JSON.stringify(empty[field]),
    );
  const fields = Object.keys(empty) as (keyof UpdateValues)[];
  const isBegun = differs(draftFields ?? fields);
  const unsent = isBegun || posted !== null;
  useEffect(() => onUnsent(unsent), [unsent, onUnsent]);

  const begin = useEffectEvent(() => {
    message.current?.focus();
    options.onBegun?.();
  });
  useEffect(() => {
    if (begun) begin();
  }, [begun]);
  const markSeen = useEffectEvent((seen: string) => draft.change({ seen }));
  const { seen } = values;
  useEffect(() => {
    if (isBegun && seen === "" && newest !== undefined) markSeen(newest);
  }, [isBegun, seen, newest]);

  async function post() {
    const after = values.seen || newest;
    const sent = { ...complete(values), seen: after ?? "" };
    draft.change(sent);
    setBusy(true);
    setFailure(null);
    try {
      const body = {
        ...options.bodyOf(sent),
        notify_after_seconds: UNDO_SECONDS,
        ...(after !== undefined && { after }),
      };
      const { data: update, until } = await callWithUndo(attempt, () =>
        postUpdate(orgID, subject, body, attempt),
      );
      setPosted(null);
      draft.forget();
      setAttempt(newIdempotencyKey());
      resubmitBlockedUntil.current = getResubmitTime();
      await refresh();
      showPosted({
        done: options.done(sent),
        notifies: options.notifies(sent),
        until,
        undo: () => deleteUpdate(orgID, subject, update.id),
        restore: () => draft.restore({ ...sent, seen: "" }),
        undone: "Update deleted.",
      });
      options.onPosted?.();
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      await handleError(thrown, after);
    } finally {
      setBusy(false);
    }
  }

  async function handleError(thrown: ApiError, after: string | undefined) {
    if (thrown.status === 401 && sessionEnded !== null) return sessionEnded();
    if (thrown.status === 422) {
      setAttempt(newIdempotencyKey());
      return setFailure(new ApiError(422, ALREADY_RECEIVED));
    }
    const since =
      thrown.status === 409 && after !== undefined
        ? await loadUpdatesSince(orgID, subject, after).catch(() => [])
        : [];
    if (since.length > 0) {
      setPosted(since);
      return void refresh();
    }
    setFailure(thrown);
    if (thrown.errors.some(({ path }) => path === "body")) message.current?.focus();
  }

  const bodyError = failure?.errors.find(({ path }) => path === "body")?.message;
  const otherErrors = failure?.errors.filter(({ path }) => path !== "body") ?? [];
  const detail =
    otherErrors.map(({ path, message: text }) => `${path} ${text}.`).join(" ") || failure?.detail;
  const isShownAtField = bodyError !== undefined && otherErrors.length === 0;
  const acknowledge = () => posted?.[0] && draft.change({ seen: posted[0].id });
  return {
    values,
    change: (changed: Partial<UpdateValues>) => {
      const next = { ...values, ...changed };
      const isEmpty = fields.every(
        (field) => field === "seen" || JSON.stringify(next[field]) === JSON.stringify(empty[field]),
      );
      draft.change(isEmpty ? { ...changed, seen: "" } : changed);
    },
    restored: draft.restored,
    discard: draft.forget,
    props: {
      id,
      noValidate: true,
      method: "post" as const,
      onSubmit: (event: React.SyntheticEvent) => {
        event.preventDefault();
        const isRepeated = performance.now() < resubmitBlockedUntil.current && !differs(fields);
        if (!busy && !isRepeated) void post();
      },
    },
    messageField: { ref: message, error: bodyError },
    button: { type: "submit" as const, busy, disabled: !isReady },
    invalidCount: bodyError === undefined ? 0 : 1,
    /** Null while the conflict dialog shows it. */
    message: posted !== null || isShownAtField ? null : (detail ?? null),
    overtaken: isBegun && seen !== "" && newest !== undefined && seen !== newest,
    conflict: {
      open: posted !== null,
      posted: posted ?? [],
      mine: complete(values),
      form: id,
      busy,
      message: failure?.detail ?? null,
      onPost: () => void acknowledge(),
      onDiscard: () => {
        setPosted(null);
        draft.forget();
      },
      onClose: () => {
        acknowledge();
        setPosted(null);
      },
    },
  };
}
