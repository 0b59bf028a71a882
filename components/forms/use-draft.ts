"use client";

import { useEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useDraftOwner } from "@/components/auth/session";
import { draftKey, forgetDraft, readDraft, writeDraft } from "./drafts";

const SAVE_AFTER_MS = 250;

/** What is kept beside what was typed: under `$beside`, which is no field's name. */
type Kept<Values, Beside> = Partial<Values> & { $beside?: Beside };

/**
 * Keeps what was typed into a form in the browser, for this person, until it is sent or thrown away. A page that is torn
 * down, a phone that restarts or a session that ends loses nothing. `note` says what is kept beside it, `take` is given that
 * before a draft is laid over the form.
 */
export function useDraft<Values extends FieldValues, Beside>(form: UseFormReturn<Values>, name: string | undefined, note: () => Beside, take: (beside: Beside) => void) {
  const owner = useDraftOwner();
  const key = name === undefined || owner === null ? null : draftKey(owner, name);
  const [restored, setRestored] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unwritten = useRef<(() => void) | null>(null);
  const begun = useRef<string | null>(null);
  const beside = useRef({ take, write: (_key: string, _values: object): void => {} });
  useEffect(() => {
    beside.current = { take, write: (to, values) => writeDraft(to, { ...values, $beside: note() }) };
  });

  useEffect(() => {
    if (key === null) return;
    const restore = async () => {
      const found = begun.current === key ? null : readDraft<Kept<Values, Beside>>(key);
      begun.current = key;
      if (found === null) return;
      const { $beside, ...values } = found;
      if ($beside !== undefined) beside.current.take($beside);
      form.reset({ ...form.getValues(), ...values }, { keepDefaultValues: true });
      setRestored(true);
    };
    void restore();
    const subscription = form.watch((values) => {
      clearTimeout(timer.current);
      unwritten.current = () => {
        unwritten.current = null;
        beside.current.write(key, values);
      };
      timer.current = setTimeout(unwritten.current, SAVE_AFTER_MS);
    });
    // What was typed last may not have been written yet when the page goes.
    const flush = () => form.formState.isDirty && beside.current.write(key, form.getValues());
    window.addEventListener("pagehide", flush);
    return () => {
      subscription.unsubscribe();
      // Whoever closes a window and opens it again at once finds what was typed last, too.
      clearTimeout(timer.current);
      unwritten.current?.();
      window.removeEventListener("pagehide", flush);
    };
  }, [form, key]);

  function forget() {
    clearTimeout(timer.current);
    unwritten.current = null;
    setRestored(false);
    if (key !== null) forgetDraft(key);
  }
  // A reset is a change like any other, and would be kept.
  const forgetReset = () => queueMicrotask(forget);

  return {
    restored,
    /** Writes it down now: before it is sent, for what is lost on the way. */
    keep: () => key !== null && form.formState.isDirty && beside.current.write(key, form.getValues()),
    forget,
    forgetReset,
    discard: () => {
      form.reset();
      forgetReset();
    },
  };
}
