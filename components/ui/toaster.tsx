"use client";

import { useEffect, useState } from "react";
import type { toast as Toast } from "sonner";
import { lazily } from "./lazily";

const Toasts = lazily(async () => (await import("./toasts")).Toasts);

const listeners = new Set<() => void>();
const waiting: ((show: typeof Toast) => void)[] = [];
let show: typeof Toast | null = null;

function ready(loaded: typeof Toast): void {
  show = loaded;
  for (const each of waiting.splice(0)) each(loaded);
}

function whenReady(each: (show: typeof Toast) => void): void {
  if (show !== null) return each(show);
  waiting.push(each);
  for (const listener of listeners) listener();
}

/** Where {@link say} appears. Once on a page. */
export function Toaster() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const want = () => setWanted(true);
    listeners.add(want);
    return () => void listeners.delete(want);
  }, []);
  return <Toasts open={wanted} onReady={ready} />;
}

type Then = { action?: { label: string; onClick: () => void } };

/** Says, in passing, that something was done. What has names in it is `named` (names.tsx). */
export const say = (done: React.ReactNode, then: Then = {}) => whenReady((toast) => void toast.success(done, then));

/** Says that something was undone because it failed, and why. */
export const sayFailure = (what: React.ReactNode, why: string) => whenReady((toast) => void toast.error(what, { description: why, duration: 8_000 }));
