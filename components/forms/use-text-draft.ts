"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useDraftOwner } from "@/components/auth/session";
import {
  draftKey,
  forgetDraft,
  onDraftRestored,
  readDraft,
  restoreDraft,
  writeDraft,
} from "./drafts";

const SAVE_AFTER_MS = 250;

/** A larger form can share the draft by its name. */
export function useTextDraft<Texts extends Record<string, string>>(name: string, empty: Texts) {
  const owner = useDraftOwner();
  const key = owner === null ? null : draftKey(owner, name);
  const read = () => {
    const found = key === null ? null : readDraft<Texts>(key);
    return Object.fromEntries(
      Object.keys(empty).map((field) => [field, found?.[field] ?? empty[field]]),
    ) as Texts;
  };
  const [texts, setTexts] = useState<Texts>(read);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(texts);

  const show = useEffectEvent(() => {
    if (hasText(latest.current)) return;
    latest.current = read();
    setTexts(latest.current);
  });
  useEffect(() => (key === null ? undefined : onDraftRestored(key, show)), [key]);

  useEffect(() => {
    const flush = () =>
      key !== null &&
      hasText(latest.current) &&
      writeDraft(key, { ...readDraft(key), ...latest.current });
    window.addEventListener("pagehide", flush);
    return () => window.removeEventListener("pagehide", flush);
  }, [key]);

  return {
    ...texts,
    change: (next: Texts) => {
      setTexts(next);
      latest.current = next;
      clearTimeout(timer.current);
      if (key !== null)
        timer.current = setTimeout(
          () =>
            hasText(next) ? writeDraft(key, { ...readDraft(key), ...next }) : forgetDraft(key),
          SAVE_AFTER_MS,
        );
    },
    restore: (sent: Texts) => key !== null && hasText(sent) && restoreDraft(key, sent),
    forget: () => {
      setTexts(empty);
      latest.current = empty;
      clearTimeout(timer.current);
      if (key !== null) forgetDraft(key);
    },
  };
}

const hasText = (texts: Record<string, string>) => Object.values(texts).some((text) => text !== "");
