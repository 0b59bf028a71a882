"use client";

import { TextField } from "@/components/ui/field";

/** Where somebody chooses a password. */
export function NewPasswordField({ label, error, focusFirst = false }: { label: string; error: string | undefined; focusFirst?: boolean }) {
  return (
    <TextField
      label={label}
      name="password"
      type="password"
      autoComplete="new-password"
      required
      focusFirst={focusFirst}
      error={error}
      hint="8 characters or more. A few unrelated words are easy to type and hard to guess."
    />
  );
}
