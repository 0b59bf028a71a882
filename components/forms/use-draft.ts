"use client";

import { useEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useDraftOwner } from "@/components/auth/session";
import { forgetDraft, readDraft, writeDraft } from "./drafts";

const SAVE_AFTER_MS = 250;

/**
 * Keeps what was typed into a form in the browser, for this person, until it is sent or thrown away. A page that is torn
 * down, a phone that restarts or a session that ends loses nothing.
 */
export function useDraft<Values extends FieldValues>(form: UseFormReturn<Values>, name: string | undefined) {
  const owner = useDraftOwner();
  const key = name === undefined || owner === null ? null : `candor:draft:${owner}:${name}`;
  const [restored, setRestored] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const begun = useRef<string | null>(null);

  useEffect(() => {
    if (key === null) return;
    const restore = async () => {
      const found = begun.current === key ? null : readDraft<Values>(key);
      begun.current = key;
      if (found === null) return;
      form.reset({ ...form.getValues(), ...found }, { keepDefaultValues: true });
      setRestored(true);
    };
    void restore();
    const subscription = form.watch((values) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => writeDraft(key, values), SAVE_AFTER_MS);
    });
    // What was typed last may not have been written yet when the page goes.
    const flush = () => form.formState.isDirty && writeDraft(key, form.getValues());
    window.addEventListener("pagehide", flush);
    return () => {
      subscription.unsubscribe();
      window.removeEventListener("pagehide", flush);
    };
  }, [form, key]);

  function forget() {
    clearTimeout(timer.current);
    setRestored(false);
    if (key !== null) forgetDraft(key);
  }

  return {
    restored,
    forget,
    discard: () => {
      form.reset();
      // The reset is a change like any other, and would be kept.
      queueMicrotask(forget);
    },
  };
}
