"use client";

import { useEffect } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";

/** Gives a field the focus when its form has come, for which somebody asked; after the draft is back, which renders the fields anew. */
export function useFirstFocus<Values extends FieldValues>({ setFocus }: UseFormReturn<Values>, name: FieldPath<Values>, isAsked = true): void {
  useEffect(() => {
    if (!isAsked) return undefined;
    const timer = setTimeout(() => setFocus(name));
    return () => clearTimeout(timer);
  }, [setFocus, name, isAsked]);
}
