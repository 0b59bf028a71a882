import { useEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useDraftOwner } from "@/components/auth/session";
import {
  getDraftKey,
  forgetDraft,
  onDraftRestored,
  readDraft,
  restoreDraft,
  writeDraft,
} from "./drafts";

const SAVE_AFTER_MS = 250;

/** The values of a form, and metadata under a name that no field has. */
type StoredDraft<Values, Metadata> = Partial<Values> & { $metadata?: Metadata };

/** Saves a form in the browser as the user types. `onRestore` runs before values are applied. */
export function useDraft<Values extends FieldValues, Metadata>(
  form: UseFormReturn<Values>,
  name: string | undefined,
  getMetadata: () => Metadata,
  onRestore: (metadata: Metadata | undefined) => void,
) {
  const owner = useDraftOwner();
  const key = name === undefined || owner === null ? null : getDraftKey(owner, name);
  const [restored, setRestored] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unwritten = useRef<(() => void) | null>(null);
  const shownKey = useRef<string | null>(null);
  const latest = useRef({ onRestore, write: (_key: string, _values: object): void => {} });
  useEffect(() => {
    latest.current = {
      onRestore,
      write: (to, values) => writeDraft(to, { ...values, $metadata: getMetadata() }),
    };
  });

  useEffect(() => {
    if (key === null) return;
    const show = async () => {
      const found = readDraft<StoredDraft<Values, Metadata>>(key);
      if (found === null) return;
      const { $metadata, ...values } = found;
      latest.current.onRestore($metadata);
      form.reset({ ...form.getValues(), ...values }, { keepDefaultValues: true });
      setRestored(true);
    };
    if (shownKey.current !== key) void show();
    shownKey.current = key;
    const stopListening = onDraftRestored(key, () => !form.formState.isDirty && void show());
    const subscription = form.watch((values, { name }) => {
      clearTimeout(timer.current);
      unwritten.current = () => {
        unwritten.current = null;
        // `name` is undefined after a reset. A reset to the saved values writes no draft.
        if (name !== undefined || form.formState.isDirty) latest.current.write(key, values);
      };
      timer.current = setTimeout(unwritten.current, SAVE_AFTER_MS);
    });
    const flush = () => unwritten.current?.();
    window.addEventListener("pagehide", flush);
    return () => {
      stopListening();
      subscription.unsubscribe();
      // Saves the last input before the form unmounts.
      clearTimeout(timer.current);
      flush();
      window.removeEventListener("pagehide", flush);
    };
  }, [form, key]);

  function forget() {
    clearTimeout(timer.current);
    unwritten.current = null;
    setRestored(false);
    if (key !== null) forgetDraft(key);
  }
  // Runs after the watcher, which would save an empty draft when the form is reset.
  const forgetReset = () => queueMicrotask(forget);

  return {
    restored,
    /** Saves the draft immediately. Called before submitting, in case the response is lost. */
    keep: () =>
      key !== null && form.formState.isDirty && latest.current.write(key, form.getValues()),
    forget,
    forgetReset,
    restore: (values: Values) => key !== null && restoreDraft(key, values),
  };
}
