"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from "react-hook-form";
import type { z } from "zod";
import { useSessionEnded } from "@/components/auth/session";
import { useHydrated } from "@/components/ui/use-hydrated";
import { ApiError } from "@/lib/http/client";
import { ARRIVED, newIdempotencyKey } from "./idempotency-key";
import { useDraft } from "./use-draft";

/** A record as a form has it, and the `ETag` under which it may be changed. */
export type Edition<Values> = { values: Values; etag: string | null };

type Options<Values extends FieldValues> = {
  /** The very schema that the call has (lib/<domain>/schema.ts), so that both judge alike. */
  schema: z.ZodType<unknown, Values>;
  defaultValues: DefaultValues<Values>;
  /**
   * Makes the call, with the values as they were typed. The key is one for as long as nobody knows what has become of it: sent again after a
   * timeout, or from a draft, it creates nothing twice. `leaving` keeps the form busy: the browser is on its way to another page.
   */
  submit: (values: Values, etag: string | null, idempotencyKey: string) => Promise<"leaving" | void>;
  /** A name under which what was typed, and not sent, survives a reload (`incident-new`). */
  draft?: string;
  /** The record that the form changes, as it stands by now: what nobody has touched follows it, and what was saved meanwhile is not saved over. */
  edited?: { current: Edition<Values>; reload: () => Promise<Edition<Values>> };
  /** Is asked about a refusal before the form tells of it; true when it is shown elsewhere. Nothing that was typed is lost then. */
  refused?: (why: ApiError) => Promise<boolean>;
  /** The call signs somebody in: a 401 is its answer, and no session has ended. */
  signsIn?: true;
};

/** What a draft has beside its words: the key under which they may have arrived, and what they were typed over. */
type Beside<Values> = { attempt: string; base: Edition<Values> | null };

/** A form that was sent and is empty again does not take a second press for the next of its kind. */
const REST_MS = 1_000;

/**
 * A form that ends in one call to `/v1`. The schema judges first, the server last; errors stand at their fields, whatever
 * else went wrong in the form's message. A 412 becomes a {@link Conflict} to be decided by the person.
 */
export function useCallForm<Values extends FieldValues>({ schema, defaultValues, submit, draft, edited, refused, signsIn }: Options<Values>) {
  const form = useForm<Values>({
    resolver: zodResolver(schema as never, undefined, { raw: true }) as never,
    defaultValues: (edited?.current.values as DefaultValues<Values>) ?? defaultValues,
    shouldFocusError: false,
  });
  const { errors, isDirty, submitCount, isSubmitting } = form.formState;
  const [message, setMessage] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const [conflict, setConflict] = useState<Edition<Values> | null>(null);
  const etag = useRef(edited?.current.etag ?? null);
  const element = useRef<HTMLFormElement>(null);
  const shown = useRef(new Set<string>());
  const sessionEnded = useSessionEnded();
  // Before the scripts run, the browser itself would send the form, to nobody.
  const ready = useHydrated();
  const attempt = useRef("");
  const takenUp = useRef(false);
  const sending = useRef(false);
  const restUntil = useRef(0);
  const kept = useDraft<Values, Beside<Values>>(
    form,
    draft,
    () => ({ attempt: attempt.current, base: edited === undefined ? null : { values: form.formState.defaultValues as Values, etag: etag.current } }),
    ({ attempt: key, base }) => {
      attempt.current = key;
      if (edited === undefined || base === null) return;
      form.reset(base.values);
      etag.current = base.etag;
      takenUp.current = true;
    },
  );

  const seen = edited?.current.etag ?? null;
  const values = edited?.current.values;
  useEffect(() => {
    if (values === undefined || isDirty || etag.current === seen) return;
    // A draft was laid over the form a moment ago, and over what it was typed: the next render knows it as unsent words.
    if (takenUp.current) return void (takenUp.current = false);
    etag.current = seen;
    form.reset(values);
  }, [seen, values, isDirty, form]);

  useEffect(() => {
    if (submitCount > 0 && !isSubmitting) element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus();
  }, [submitCount, isSubmitting]);

  async function send(sent: Values, again = false): Promise<void> {
    setMessage(null);
    attempt.current ||= newIdempotencyKey();
    kept.keep();
    try {
      const outcome = await submit(sent, etag.current, attempt.current);
      attempt.current = "";
      restUntil.current = performance.now() + REST_MS;
      kept.forget();
      if (outcome === "leaving") setLeft(true);
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      if (thrown.status === 401 && sessionEnded !== null && signsIn === undefined) return sessionEnded();
      if (thrown.status === 422) {
        attempt.current = "";
        return setMessage(ARRIVED);
      }
      if (thrown.status === 412 && edited !== undefined) {
        const now = await edited.reload().catch((why: unknown) => why as Error);
        if (now instanceof Error) return setMessage(now instanceof ApiError ? now.detail : thrown.detail);
        // What was saved meanwhile is nothing that this form shows.
        if (again || JSON.stringify(now.values) !== JSON.stringify(form.formState.defaultValues)) return setConflict(now);
        etag.current = now.etag;
        return send(sent, true);
      }
      if (await refused?.(thrown).catch(() => false)) return;
      for (const { path, message } of thrown.errors) form.setError((path || "root") as FieldPath<Values>, { type: "server", message });
      const elsewhere = thrown.errors.filter(({ path }) => !shown.current.has(path));
      if (thrown.errors.length === 0 || elsewhere.length > 0) setMessage(elsewhere.map(({ path, message }) => `${path} ${message}.`).join(" ") || thrown.detail);
    }
  }

  /** What is wrong with a field, to be read behind its label. Whoever asks shows it. */
  function errorOf(name: string): string | undefined {
    shown.current.add(name);
    let at: unknown = errors;
    for (const part of name.split(".")) at = (at as Record<string, unknown> | undefined)?.[part];
    const { message, root } = (at ?? {}) as { message?: string; root?: { message?: string } };
    return message ?? root?.message;
  }

  return {
    form,
    /** For the `form` element. */
    props: {
      ref: element,
      noValidate: true,
      method: "post" as const,
      onSubmit: (event: React.SyntheticEvent) => {
        event.preventDefault();
        if (sending.current || left || (performance.now() < restUntil.current && !isDirty)) return;
        sending.current = true;
        setMessage(null);
        const sent = form.handleSubmit((sent) => send(sent), (invalid) => {
          const elsewhere = Object.keys(invalid).filter((name) => ![...shown.current].some((field) => field === name || field.startsWith(`${name}.`)));
          if (elsewhere.length > 0) setMessage(elsewhere.map((name) => `${name} ${(invalid as Record<string, { message?: string }>)[name]?.message ?? "is not valid"}.`).join(" "));
        })(event);
        void sent.finally(() => (sending.current = false));
      },
      onKeyDown: (event: React.KeyboardEvent<HTMLFormElement>) => {
        if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey) || event.repeat) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      },
    },
    /** For a text field, an area, a select or a native choice. */
    field: (name: FieldPath<Values>) => ({ ...form.register(name), error: errorOf(name) }),
    errorOf,
    /** For its button. */
    button: { type: "submit" as const, busy: isSubmitting || left, disabled: !ready },
    message,
    /** Whether what is shown was typed before a reload, and the way to throw it away. */
    restored: kept.restored,
    discard: kept.discard,
    /** Somebody else saved meanwhile: their values, and the two ways on. */
    conflict: conflict && {
      theirs: conflict.values,
      mine: form.getValues(),
      keepTheirs: () => {
        etag.current = conflict.etag;
        form.reset(conflict.values);
        kept.forgetReset();
        setConflict(null);
      },
      saveMine: async () => {
        etag.current = conflict.etag;
        setConflict(null);
        await send(form.getValues());
      },
      close: () => setConflict(null),
    },
  };
}
