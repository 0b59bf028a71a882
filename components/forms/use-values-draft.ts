import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useDraftOwner } from "@/components/auth/session";
import {
  getDraftKey,
  forgetDraft,
  onDraftRestored,
  readDraft,
  restoreDraft,
  writeDraft,
} from "./drafts";
import { isSame } from "./merge-values";

const SAVE_AFTER_MS = 250;

/** Saves form values in the browser, for forms without `useForm`. */
export function useValuesDraft<Values extends object>(name: string, empty: Values) {
  const fields = Object.keys(empty) as (keyof Values & string)[];
  const owner = useDraftOwner();
  const key = owner === null ? null : getDraftKey(owner, name);
  const pick = (from: Partial<Values> | null) =>
    Object.fromEntries(
      fields.filter((field) => from?.[field] !== undefined).map((field) => [field, from![field]]),
    ) as Partial<Values>;
  const isUnsaved = (edits: Partial<Values>) =>
    fields.some((field) => edits[field] !== undefined && !isSame(edits[field], empty[field]));
  const read = () => (key === null ? {} : pick(readDraft<Values>(key)));
  const [edits, setEdits] = useState<Partial<Values>>(read);
  const [restored, setRestored] = useState(() => isUnsaved(edits));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(edits);

  function apply(next: Partial<Values>) {
    latest.current = next;
    setEdits(next);
  }
  const write = useEffectEvent(() => {
    clearTimeout(timer.current);
    if (key === null) return;
    if (isUnsaved(latest.current)) writeDraft(key, { ...readDraft(key), ...pick(latest.current) });
  });
  const show = useEffectEvent(() => {
    if (isUnsaved(latest.current)) return;
    apply(read());
    setRestored(isUnsaved(latest.current));
  });
  useEffect(() => (key === null ? undefined : onDraftRestored(key, show)), [key]);
  useEffect(() => {
    // Saves the last input when the page unloads or the form unmounts.
    window.addEventListener("pagehide", write);
    return () => {
      write();
      window.removeEventListener("pagehide", write);
    };
  }, []);

  function forget() {
    clearTimeout(timer.current);
    setRestored(false);
    apply({});
    if (key !== null) forgetDraft(key);
  }
  return {
    values: { ...empty, ...edits },
    restored,
    change: (changed: Partial<Values>) => {
      apply({ ...latest.current, ...changed });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        const next = latest.current;
        if (key === null) return;
        if (isUnsaved(next)) writeDraft(key, { ...readDraft(key), ...pick(next) });
        else forgetDraft(key);
      }, SAVE_AFTER_MS);
    },
    forget,
    /** Restores submitted values, unless the form has newer input. */
    restore: (sent: Values) => key !== null && isUnsaved(sent) && restoreDraft(key, pick(sent)),
  };
}
