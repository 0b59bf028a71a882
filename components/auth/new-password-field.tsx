"use client";

import type { ComponentProps } from "react";
import { TextField } from "@/components/ui/field";

export function NewPasswordField(field: ComponentProps<typeof TextField>) {
  return (
    <TextField
      type="password"
      autoComplete="new-password"
      required
      hint="At least 8 characters. A few unrelated words are easy to remember and hard to guess."
      {...field}
    />
  );
}
