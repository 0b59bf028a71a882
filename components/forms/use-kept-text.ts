"use client";

import { useEffect, useRef, useState } from "react";
import { useDraftOwner } from "@/components/auth/session";
import { draftKey, forgetDraft, readDraft, writeDraft } from "./drafts";

const SAVE_AFTER_MS = 250;

/** The same as a draft (use-draft.ts) for a form of a text or two: it may be taken up by a larger form under the same name. */
export function useKeptText<Texts extends Record<string, string>>(name: string, empty: Texts) {
  const owner = useDraftOwner();
  const key = owner === null ? null : draftKey(owner, name);
  const [texts, setTexts] = useState<Texts>(() => {
    const found = key === null ? null : readDraft<Texts>(key);
    return Object.fromEntries(Object.keys(empty).map((field) => [field, found?.[field] ?? empty[field]])) as Texts;
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(texts);

  useEffect(() => {
    const flush = () => key !== null && hasText(latest.current) && writeDraft(key, { ...readDraft(key), ...latest.current });
    window.addEventListener("pagehide", flush);
    return () => window.removeEventListener("pagehide", flush);
  }, [key]);

  return {
    ...texts,
    change: (next: Texts) => {
      setTexts(next);
      latest.current = next;
      clearTimeout(timer.current);
      if (key !== null) timer.current = setTimeout(() => (hasText(next) ? writeDraft(key, { ...readDraft(key), ...next }) : forgetDraft(key)), SAVE_AFTER_MS);
    },
    forget: () => {
      setTexts(empty);
      latest.current = empty;
      clearTimeout(timer.current);
      if (key !== null) forgetDraft(key);
    },
  };
}

const hasText = (texts: Record<string, string>) => Object.values(texts).some((text) => text !== "");
