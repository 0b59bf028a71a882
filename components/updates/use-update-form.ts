import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useOnSessionEnded } from "@/components/auth/session";
import { focusInvalid } from "@/components/forms/focus-invalid";
import { ALREADY_RECEIVED } from "@/components/forms/idempotency-key";
import { useValuesDraft } from "@/components/forms/use-values-draft";
import { useOrganization } from "@/components/organizations/organization-context";
import { focusRestoredRow } from "@/components/shell/shortcuts";
import { isDialogRequested } from "@/components/shell/use-dialog-param";
import { isSame } from "@/components/forms/merge-values";
import { ApiError } from "@/lib/http/api-client";
import { findVariableErrors } from "@/lib/templates/rules";
import type { Subject } from "@/lib/updates/values";
import {
  requestUpdateDeletion,
  loadUpdatesSince,
  type UpdateBody,
  type UpdateResponse,
  type UpdateValues,
} from "./update-calls";
import { useSendUpdate, useUndoToast } from "./use-undo";

/** A double click must not post a second update. */
const RESUBMIT_DELAY_MS = 1_000;
const getResubmitTime = () => performance.now() + RESUBMIT_DELAY_MS;

export type UpdateFormEvents = {
  newest: string | undefined;
  onUnsent: (unsent: boolean) => void;
  /** Called after an undo has restored the message as a draft, unless a dialog is open. */
  onRestored?: (() => void) | undefined;
  /** Called after posting, and after the user discards an update of a deleted event. */
  onFinished?: (() => void) | undefined;
  focusMessage?: boolean;
  onFocused?: (() => void) | undefined;
};

type Options = UpdateFormEvents & {
  subject: Subject;
  empty: UpdateValues;
  draft: string;
  toBody: (values: UpdateValues) => UpdateBody;
  done: (values: UpdateValues) => React.ReactNode;
  isNotifying: (values: UpdateValues) => boolean;
};

/** Posts an update. After a conflict, the user reviews newer updates before posting again. */
export function useUpdateForm(options: Options) {
  const { subject, newest, onUnsent, onFinished } = options;
  const id = useId();
  const { languages, refresh } = useOrganization();
  const message = useRef<HTMLTextAreaElement>(null);
  const draft = useUpdateDraft(options);
  const submission = useSubmission(options, draft);
  const { values, hasInput } = draft;
  const { posted, busy, failure } = submission;
  const unsent = hasInput || posted !== null;
  const reportUnsent = useEffectEvent(onUnsent);
  useEffect(() => reportUnsent(unsent), [unsent]);
  useFocusOnce(message, options);
  const { messageErrors, detail } = describeFailure(failure, subject, languages);
  useEffect(() => {
    if (failure !== null) focusInvalid(document.getElementById(id));
  }, [failure, id]);
  const isGone = failure?.status === 404;
  return {
    values,
    change: draft.change,
    restored: draft.restored,
    discard: () => {
      draft.forget();
      if (!isGone) return;
      submission.setFailure(null);
      void refresh();
      // `onFinished` may unmount the form before the effect above runs.
      onUnsent(false);
      onFinished?.();
    },
    props: { id, noValidate: true, method: "post" as const, onSubmit: submission.submit },
    messageField: { ref: message },
    /** Returns the error of the message or one of its translations, by its path in the API. */
    getError: (name: string) => messageErrors.find(({ path }) => path === name)?.message,
    /** Moves the cursor to the end of the message after a closing menu has focused its trigger. */
    focusMessageEnd: () =>
      void requestAnimationFrame(() =>
        setTimeout(() => {
          const area = message.current;
          area?.focus();
          area?.setSelectionRange(area.value.length, area.value.length);
        }),
      ),
    button: { type: "submit" as const, busy },
    invalidCount: messageErrors.length,
    /** Someone deleted the incident or maintenance. */
    isGone,
    /** Null while the conflict dialog shows the message. */
    message: posted === null ? detail : null,
    overtaken: hasInput && values.seen !== "" && newest !== undefined && values.seen !== newest,
    conflict: createConflict(id, draft, submission),
  };
}

export type UpdateConflictState = NonNullable<ReturnType<typeof createConflict>>;

/** Returns null if there is no conflict. */
function createConflict(
  form: string,
  draft: ReturnType<typeof useUpdateDraft>,
  { posted, busy, failure, setPosted }: ReturnType<typeof useSubmission>,
) {
  if (posted === null) return null;
  const acknowledge = () => posted[0] && draft.change({ seen: posted[0].id });
  return {
    ...{ posted, mine: draft.values, form, busy },
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
  };
}

const FIELDS = ["status", "body", "translations", "notify", "chosen"] as const;

function useUpdateDraft({ draft: name, empty, newest }: Options) {
  const draft = useValuesDraft(name, empty);
  const { values } = draft;
  const { seen } = values;
  const isEmpty = (next: UpdateValues) =>
    FIELDS.every((field) => isSame(next[field], empty[field]));
  const hasInput = !isEmpty(values);
  const markSeen = useEffectEvent((update: string) => draft.change({ seen: update }));
  useEffect(() => {
    if (hasInput && seen === "" && newest !== undefined) markSeen(newest);
  }, [hasInput, seen, newest]);
  return {
    ...draft,
    hasInput,
    change: (changed: Partial<UpdateValues>) => {
      if (!("seen" in changed) && isEmpty({ ...values, ...changed })) return draft.forget();
      // Keeps the shown status, because an update by someone else changes the suggested one.
      draft.change({ status: values.status, ...changed });
    },
  };
}

/** `posted` contains newer updates that the user has not seen, or is null without a conflict. */
function useSubmission(options: Options, draft: ReturnType<typeof useUpdateDraft>) {
  const { subject, newest } = options;
  const { id: orgID, refresh } = useOrganization();
  const sessionEnded = useOnSessionEnded();
  const announce = useAnnouncement(options, draft);
  const { send, renewKey } = useSendUpdate(subject);
  const resubmitBlockedUntil = useRef(0);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [posted, setPosted] = useState<readonly UpdateResponse[] | null>(null);

  async function post() {
    const after = draft.values.seen || newest;
    const sent = { ...draft.values, seen: after ?? "" };
    draft.change(sent);
    setBusy(true);
    setFailure(null);
    try {
      const body = requireNoVariables(options.toBody(sent));
      const { data: update, until } = await send(body, after);
      setPosted(null);
      draft.forget();
      renewKey();
      resubmitBlockedUntil.current = getResubmitTime();
      await refresh();
      announce(sent, update.id, until);
      options.onFinished?.();
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
      renewKey();
      return setFailure(new ApiError(422, ALREADY_RECEIVED));
    }
    const isOvertaken = thrown.status === 409 && after !== undefined;
    const since = isOvertaken ? await loadUpdatesSince(orgID, subject, after).catch(() => []) : [];
    if (since.length > 0) {
      setPosted(since);
      return void refresh();
    }
    setFailure(thrown);
  }

  function submit(event: React.SyntheticEvent) {
    event.preventDefault();
    const isRepeated = performance.now() < resubmitBlockedUntil.current && !draft.hasInput;
    if (!busy && !isRepeated) void post();
  }
  return { submit, busy, failure, posted, setFailure, setPosted };
}

/** Throws 400 if the message has template variables that the user must replace. */
function requireNoVariables(update: UpdateBody): UpdateBody {
  const errors = findVariableErrors(update);
  if (errors.length > 0) throw new ApiError(400, "Replace the variables.", errors);
  return update;
}

function useAnnouncement(
  { subject, done, isNotifying, onRestored }: Options,
  draft: ReturnType<typeof useUpdateDraft>,
) {
  const { id: orgID, at } = useOrganization();
  const showPosted = useUndoToast();
  return (sent: UpdateValues, updateID: string, until: number) =>
    showPosted({
      done: done(sent),
      isNotifying: isNotifying(sent),
      until,
      undo: () => requestUpdateDeletion(orgID, subject, updateID),
      restore: () => {
        if (!draft.restore({ ...sent, seen: "" }))
          return focusRestoredRow(at(`/${subject.kind}s/${subject.id}`));
        if (!isDialogRequested()) onRestored?.();
      },
      undone: "Update deleted.",
    });
}

function useFocusOnce(
  message: React.RefObject<HTMLTextAreaElement | null>,
  { focusMessage = false, onFocused }: Pick<Options, "focusMessage" | "onFocused">,
) {
  const focus = useEffectEvent(() => {
    message.current?.focus();
    onFocused?.();
  });
  useEffect(() => {
    if (focusMessage) focus();
  }, [focusMessage]);
}

function describeFailure(
  failure: ApiError | null,
  { kind }: Subject,
  languages: readonly string[],
) {
  if (failure?.status === 404)
    return {
      detail:
        `Someone deleted this ${kind}, so your update wasn’t posted. Copy your message if you ` +
        "still need it.",
      messageErrors: [],
    };
  const { errors = [], detail = null } = failure ?? {};
  const paths = ["body", ...languages.map((language) => `translations.${language}.body`)];
  const messageErrors = errors.filter(({ path }) => paths.includes(path));
  const others = errors.filter(({ path }) => !paths.includes(path));
  const listed = others.map(({ path, message }) => `${path} ${message}.`).join(" ");
  return { messageErrors, detail: listed || (messageErrors.length > 0 ? null : detail) };
}
