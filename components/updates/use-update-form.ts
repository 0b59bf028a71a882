import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { z } from "zod";
import { UNDO_SECONDS } from "@/components/data/undo-deadline";
import { rejectVariables } from "@/components/forms/body-schema";
import { isSame } from "@/components/forms/merge-values";
import { useCallForm } from "@/components/forms/use-call-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { focusRestoredRow } from "@/components/shell/shortcuts";
import { isDialogRequested } from "@/components/shell/use-dialog-param";
import { ApiError, call } from "@/lib/http/api-client";
import type { Subject } from "@/lib/updates/values";
import {
  getUpdatesParams,
  getUpdatesPath,
  type IncidentUpdateBody,
  loadUpdatesSince,
  requestUpdateDeletion,
  type UpdateBody,
  type UpdateResponse,
  type UpdateValues,
} from "./update-calls";
import { callWithUndo, useUndoToast } from "./use-undo";

export type UpdateFormEvents = {
  newest: string | undefined;
  onUnsent: (unsent: boolean) => void;
  /** Called after an undo has restored the message as a draft, unless a dialog is open. */
  onRestored?: (() => void) | undefined;
  /** Called after posting, and after the user discards an update whose subject was deleted. */
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

const FIELDS = ["status", "body", "translations", "notify", "chosen"] as const;
const isSameInput = (one: UpdateValues, other: UpdateValues) =>
  FIELDS.every((field) => isSame(one[field], other[field]));

/** Posts an update. After a conflict, the user reviews newer updates before posting again. */
export function useUpdateForm(options: Options) {
  const { onUnsent, onFinished } = options;
  const id = useId();
  const { refresh } = useOrganization();
  const message = useRef<HTMLTextAreaElement>(null);
  const { form, values, newest, change, posted, setPosted, isGone, setIsGone } =
    usePosting(options);
  const hasInput = !isSameInput(values, form.form.formState.defaultValues as UpdateValues);
  const unsent = hasInput || posted !== null;
  const reportUnsent = useEffectEvent(onUnsent);
  useEffect(() => reportUnsent(unsent), [unsent]);
  const markSeen = useEffectEvent((update: string) => change({ seen: update }));
  useEffect(() => {
    if (hasInput && values.seen === "" && newest !== undefined) markSeen(newest);
  }, [hasInput, values.seen, newest]);
  useFocusOnce(message, options);
  // A conflict has an empty message, because its dialog explains it.
  const failure = form.message || null;
  const acknowledge = () => posted?.[0] && change({ seen: posted[0].id });
  return {
    ...{ values, change, isGone },
    ...{ restored: form.restored, getError: form.getError, invalidCount: form.invalidCount },
    discard: () => {
      form.discard();
      if (!isGone) return;
      setIsGone(false);
      void refresh();
      // `onFinished` may unmount the form before the effect above runs.
      onUnsent(false);
      onFinished?.();
    },
    props: { ...form.props, id },
    messageField: { ref: message },
    /** Moves the cursor to the end of the message after a closing menu has focused its trigger. */
    focusMessageEnd: () =>
      void requestAnimationFrame(() =>
        setTimeout(() => {
          const area = message.current;
          area?.focus();
          area?.setSelectionRange(area.value.length, area.value.length);
        }),
      ),
    button: form.button,
    /** Null while the conflict dialog shows the message. */
    message: posted === null ? failure : null,
    overtaken: hasInput && values.seen !== "" && newest !== undefined && values.seen !== newest,
    conflict: posted && {
      ...{ posted, mine: values, form: id, busy: form.button.busy, message: failure },
      onPost: acknowledge,
      onDiscard: () => {
        setPosted(null);
        form.discard();
      },
      onClose: () => {
        acknowledge();
        setPosted(null);
      },
    },
  };
}

export type UpdateConflictState = NonNullable<ReturnType<typeof useUpdateForm>["conflict"]>;

/**
 * `posted` contains newer updates that the user has not seen, or is null without a conflict.
 * `isGone` is true if someone deleted the incident or maintenance.
 */
function usePosting(options: Options) {
  const { subject, empty } = options;
  const { id: orgID, refresh } = useOrganization();
  const announce = useAnnouncement(options);
  const { newest, setOwn } = useNewest(options.newest);
  const [isGone, setIsGone] = useState(false);
  const [posted, setPosted] = useState<readonly UpdateResponse[] | null>(null);
  const form = useCallForm<UpdateValues>({
    schema: rejectVariables(z.custom<UpdateValues>()),
    draft: options.draft,
    // While the form has no input, it shows the status that is suggested after newer updates.
    edited: {
      current: { values: empty, etag: JSON.stringify(empty) },
      reload: () => Promise.reject(new Error("Updates have no ETag.")),
    },
    submit: async (input, _etag, idempotencyKey) => {
      const after = input.seen || newest;
      const sent = { ...input, seen: after ?? "" };
      // A retry must send the same request, even if there are newer updates then.
      change({ seen: sent.seen });
      const body = {
        ...options.toBody(sent),
        notify_after_seconds: UNDO_SECONDS,
        ...(after !== undefined && { after }),
      } as IncidentUpdateBody;
      const params = getUpdatesParams(orgID, subject);
      const { data, until } = await callWithUndo(idempotencyKey, () =>
        call(`POST ${getUpdatesPath(subject.kind)}`, { params, body, idempotencyKey }),
      ).catch((thrown: unknown) => handleError(thrown, after));
      setPosted(null);
      setOwn({ id: data.id, before: options.newest });
      if (isSameInput(getValues(), sent)) form.discard();
      else form.showSaved(sent, empty);
      await refresh();
      announce(sent, { id: data.id, until }, form.restore, () => {
        if (getValues().seen === data.id) change({ seen: "" });
      });
      options.onFinished?.();
    },
  });
  const { control, formState, getValues, setValue } = form.form;

  async function handleError(thrown: unknown, after: string | undefined): Promise<never> {
    const status = thrown instanceof ApiError ? thrown.status : 0;
    setIsGone(status === 404);
    if (status === 404) throw new ApiError(404, describeGone(subject.kind));
    const isOvertaken = status === 409 && after !== undefined;
    const since = isOvertaken ? await loadUpdatesSince(orgID, subject, after).catch(() => []) : [];
    if (since.length === 0) throw thrown;
    setPosted(since);
    void refresh();
    throw new ApiError(409, "");
  }

  function change(changed: Partial<UpdateValues>) {
    const next = { ...getValues(), ...changed };
    if (!("seen" in changed) && isSameInput(next, formState.defaultValues as UpdateValues))
      return form.discard();
    for (const name of Object.keys(changed) as (keyof UpdateValues)[])
      setValue(name, next[name], { shouldDirty: true });
  }
  const values = useWatch({ control }) as UpdateValues;
  return { form, values, newest, change, posted, setPosted, isGone, setIsGone };
}

const describeGone = (kind: Subject["kind"]): string =>
  `Someone deleted this ${kind}, so your update wasn’t posted. Copy your message if you still ` +
  "need it.";

/** Returns the newest update: the one that the user has just posted, until `listed` changes. */
function useNewest(listed: string | undefined) {
  const [own, setOwn] = useState<{ id: string; before: string | undefined } | null>(null);
  if (own !== null && own.before !== listed) setOwn(null);
  return { newest: own?.id ?? listed, setOwn };
}

function useAnnouncement({ subject, done, isNotifying, onRestored, empty }: Options) {
  const { id: orgID, at } = useOrganization();
  const showPosted = useUndoToast();
  return (
    sent: UpdateValues,
    { id, until }: { id: string; until: number },
    restore: (values: UpdateValues) => boolean,
    onDeleted: () => void,
  ) =>
    showPosted({
      done: done(sent),
      isNotifying: isNotifying(sent),
      until,
      undo: () => requestUpdateDeletion(orgID, subject, id),
      restore: () => {
        onDeleted();
        if (isSameInput(sent, empty) || !restore({ ...sent, seen: "" }))
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
