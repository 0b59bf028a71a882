"use client";

import { useEffect, useRef, useState } from "react";
import { useDraftOwner } from "@/components/auth/session";
import { forgetDraft, readDraft, writeDraft } from "./drafts";

const SAVE_AFTER_MS = 250;

/** The same as a draft (use-draft.ts) for a form that has one text: it may be taken up by a larger form under the same name. */
export function useKeptText<Name extends string>(name: string, field: Name) {
  const owner = useDraftOwner();
  const key = owner === null ? null : `candor:draft:${owner}:${name}`;
  const [text, setText] = useState(() => (key === null ? "" : (readDraft<Record<Name, string>>(key)?.[field] ?? "")));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(text);

  useEffect(() => {
    const flush = () => key !== null && latest.current !== "" && writeDraft(key, { [field]: latest.current });
    window.addEventListener("pagehide", flush);
    return () => window.removeEventListener("pagehide", flush);
  }, [key, field]);

  return {
    text,
    change: (next: string) => {
      setText(next);
      latest.current = next;
      clearTimeout(timer.current);
      if (key !== null) timer.current = setTimeout(() => (next === "" ? forgetDraft(key) : writeDraft(key, { [field]: next })), SAVE_AFTER_MS);
    },
    forget: () => {
      setText("");
      latest.current = "";
      clearTimeout(timer.current);
      if (key !== null) forgetDraft(key);
    },
  };
}
