import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
  useForm,
} from "react-hook-form";
import type { z } from "zod";
import { useOnSessionEnded } from "@/components/auth/session";
import { useHydrated } from "@/components/ui/use-hydrated";
import { ApiError } from "@/lib/http/api-client";
import { replaceFieldNames } from "./field-names";
import { focusInvalid } from "./focus-invalid";
import { IDEMPOTENCY_KEY_REUSED, createIdempotencyKey } from "./idempotency-key";
import { isSame, mergeValues } from "./merge-values";
import { useDraft } from "./use-draft";

/** Options of `register` that convert an empty string to null. */
export const emptyToNull = { setValueAs: (value: string | null) => value?.trim() || null };

export type Revision<Values> = { values: Values; etag: string | null };

/** The resource that the form edits. `reload` reads it again. */
export type EditedResource<Values> = {
  current: Revision<Values>;
  reload: () => Promise<Revision<Values>>;
};

type Loaded<Data> = { data: Data; etag: string | null };
export type LoadedResource<Data> = Loaded<Data> & { reload: () => Promise<Loaded<Data>> };

/** Converts a loaded resource for editing. `toValues` returns the values of the form's fields. */
export function createEditedResource<Data, Values>(
  { reload, ...loaded }: LoadedResource<Data>,
  toValues: (data: Data) => Values,
): EditedResource<Values> {
  const toRevision = ({ data, etag }: Loaded<Data>) => ({ values: toValues(data), etag });
  return { current: toRevision(loaded), reload: async () => toRevision(await reload()) };
}

type Options<Values extends FieldValues> = {
  schema: z.ZodType<unknown, Values>;
  /** The initial values of a new resource. For an existing one, `edited` contains them. */
  defaultValues?: DefaultValues<Values>;
  /**
   * Sends the request. The idempotency key stays the same until a request succeeds or returns 422,
   * so that a retry creates nothing twice. Resolve with `leaving` to keep the form busy during
   * navigation.
   */
  submit: (
    values: Values,
    etag: string | null,
    idempotencyKey: string,
  ) => Promise<"leaving" | void>;
  draft?: string;
  /** Enables conflict detection. A form without edits shows other users' changes. */
  edited?: EditedResource<Values>;
  /** If set, a 401 means wrong credentials instead of an ended session. */
  isSignIn?: true;
};

/** `attempt` is the last idempotency key; `base` is the revision that the draft is based on. */
type DraftMetadata<Values> = { attempt: string; base: Revision<Values> | null };

/** `names`: fields that both users changed, to different values. `merged` has the user's values. */
type Conflict<Values> = { theirs: Revision<Values>; merged: Values; names: (keyof Values)[] };

const MERGED =
  "Someone else changed other fields in the meantime. The form now contains their changes too. " +
  "Check them, and save again.";
const RESUBMIT_DELAY_MS = 1_000;

/** Manages a form that calls the API: drafts, field errors, retries, and conflicts (412). */
export function useCallForm<Values extends FieldValues>({
  schema,
  defaultValues,
  submit,
  draft,
  edited,
  isSignIn,
}: Options<Values>) {
  const form = useForm<Values>({
    resolver: zodResolver(schema as never, undefined, { raw: true }) as never,
    defaultValues: (edited?.current.values as DefaultValues<Values>) ?? defaultValues!,
    shouldFocusError: false,
  });
  const { errors, isDirty, submitCount } = form.formState;
  const [message, setMessage] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const [conflict, setConflict] = useState<Conflict<Values> | null>(null);
  const etag = useRef(edited?.current.etag ?? null);
  const element = useRef<HTMLFormElement>(null);
  const shown = useRef(new Set<string>());
  const sessionEnded = useOnSessionEnded();
  // The button is disabled before hydration, when the browser would submit the form itself.
  const isReady = useHydrated();
  const attempt = useRef("");
  const hasAppliedDraft = useRef(false);
  const isDraftHandled = useRef(false);
  const sending = useRef(false);
  const resubmitBlockedUntil = useRef(0);
  const draftStore = useDraft<Values, DraftMetadata<Values>>(
    form,
    draft,
    () => ({
      attempt: attempt.current,
      base:
        edited === undefined
          ? null
          : { values: form.formState.defaultValues as Values, etag: etag.current },
    }),
    (metadata) => {
      hasAppliedDraft.current = true;
      if (metadata === undefined) return;
      const { attempt: key, base } = metadata;
      attempt.current = key;
      if (edited === undefined || base === null) return;
      form.reset(base.values);
      etag.current = base.etag;
    },
  );

  const seen = edited?.current.etag ?? null;
  const values = edited?.current.values;
  useEffect(() => {
    // If a draft was just applied, `isDirty` is only true after the next render.
    const isEdited = isDirty || hasAppliedDraft.current;
    hasAppliedDraft.current = false;
    if (values === undefined || isEdited || etag.current === seen) return;
    etag.current = seen;
    form.reset(values);
  }, [seen, values, isDirty, form]);

  useEffect(() => {
    if (submitCount > 0 && !isBusy) focusInvalid(element.current);
  }, [submitCount, isBusy]);

  function resetTo(saved: Values, edited: Values) {
    form.reset(saved);
    form.reset(edited, { keepDefaultValues: true });
  }

  /** Replaces the revision that the edits are based on. */
  function rebase(base: Revision<Values>, merged: Values) {
    etag.current = base.etag;
    resetTo(base.values, merged);
    setConflict(null);
  }

  /** Replaces the sent values with the saved ones. Keeps changes made during the request. */
  function showSaved(sent: Values, saved: Values) {
    const { merged } = mergeValues(sent, saved, form.getValues());
    isDraftHandled.current = !isSame(merged, saved);
    attempt.current = "";
    resetTo(saved, merged);
  }

  function whileBusy(work: Promise<unknown>): void {
    sending.current = true;
    setIsBusy(true);
    void work.finally(() => {
      sending.current = false;
      setIsBusy(false);
    });
  }

  function discard() {
    isDraftHandled.current = true;
    attempt.current = "";
    etag.current = seen;
    setMessage(null);
    form.reset(values);
    draftStore.forgetReset();
  }

  async function send(sent: Values, isRetry = false): Promise<void> {
    setMessage(null);
    isDraftHandled.current = false;
    attempt.current ||= createIdempotencyKey();
    draftStore.keep();
    try {
      const outcome = await submit(sent, etag.current, attempt.current);
      attempt.current = "";
      resubmitBlockedUntil.current = performance.now() + RESUBMIT_DELAY_MS;
      // `submit` may have discarded the sent values, and the user may have typed others since.
      if (!isDraftHandled.current) draftStore.forget();
      if (outcome === "leaving") setIsLeaving(true);
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      if (thrown.status === 401 && sessionEnded !== null && isSignIn === undefined)
        return sessionEnded();
      if (thrown.status === 422) {
        attempt.current = "";
        draftStore.keep();
        return setMessage(IDEMPOTENCY_KEY_REUSED);
      }
      if (thrown.status === 412 && edited !== undefined) {
        const now = await edited.reload().catch((failure: unknown) => failure as Error);
        if (now instanceof Error)
          return setMessage(now instanceof ApiError ? now.detail : thrown.detail);
        const base = form.formState.defaultValues as Values;
        const mine = form.getValues();
        const { merged, names } = mergeValues(base, now.values, mine);
        if (names.length > 0) return setConflict({ theirs: now, merged, names });
        if (isRetry) return setMessage(thrown.detail);
        rebase(now, merged);
        // The merge changed no value in the form, so the user has nothing to check.
        if (isSame(merged, mine)) return send(merged, true);
        return setMessage(MERGED);
      }
      for (const { path, message } of thrown.errors)
        form.setError((path || "root") as FieldPath<Values>, { type: "server", message });
      const otherErrors = thrown.errors.filter(({ path }) => !shown.current.has(path));
      if (thrown.errors.length === 0 || otherErrors.length > 0)
        setMessage(
          otherErrors.map(({ path, message }) => `${path} ${message}.`).join(" ") || thrown.detail,
        );
    }
  }

  /** Returns a field's error without its label. The caller must show it next to the field. */
  function getError(name: string): string | undefined {
    shown.current.add(name);
    let at: unknown = errors;
    for (const part of name.split(".")) at = (at as Record<string, unknown> | undefined)?.[part];
    const { message, root } = (at ?? {}) as { message?: string; root?: { message?: string } };
    const error = message ?? root?.message;
    return error && replaceFieldNames(error);
  }

  return {
    form,
    props: {
      ref: element,
      noValidate: true,
      method: "post" as const,
      onSubmit: (event: React.SyntheticEvent) => {
        event.preventDefault();
        if (
          sending.current ||
          isLeaving ||
          (performance.now() < resubmitBlockedUntil.current && !isDirty)
        )
          return;
        setMessage(null);
        const sent = form.handleSubmit(
          (sent) => send(sent),
          (invalid) => {
            const isShown = (name: string) =>
              [...shown.current].some((field) => field === name || field.startsWith(`${name}.`));
            const otherErrors = Object.entries(invalid as Record<string, { message?: string }>)
              .filter(([name]) => !isShown(name))
              .map(([name, { message = "is invalid" }]) => `${name} ${message}.`);
            setMessage(otherErrors.join(" ") || null);
          },
        )(event);
        whileBusy(sent);
      },
      onKeyDown: (event: React.KeyboardEvent<HTMLFormElement>) => {
        if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey) || event.repeat) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      },
    },
    field: (name: FieldPath<Values>, options?: RegisterOptions<Values>) => ({
      ...form.register(name, options),
      error: getError(name),
    }),
    getError,
    button: { type: "submit" as const, busy: isBusy || isLeaving, disabled: !isReady },
    message: message && replaceFieldNames(message),
    invalidCount: Object.keys(errors).length,
    showSaved,
    restored: draftStore.restored,
    /** Shows the loaded values, or the initial ones, and removes the draft. */
    discard,
    restore: draftStore.restore,
    conflict: conflict && {
      names: conflict.names,
      theirs: conflict.theirs.values,
      mine: conflict.merged,
      keepTheirs: () => {
        const { theirs, merged, names } = conflict;
        const kept = Object.fromEntries(names.map((name) => [name, theirs.values[name]]));
        const all = { ...merged, ...kept };
        rebase(theirs, all);
        if (isSame(all, theirs.values)) draftStore.forgetReset();
      },
      saveMine: () => {
        rebase(conflict.theirs, conflict.merged);
        whileBusy(send(conflict.merged));
      },
      close: () => setConflict(null),
    },
  };
}
