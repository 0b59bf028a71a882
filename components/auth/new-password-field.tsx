"use client";

import type { ComponentProps } from "react";
import { TextField } from "@/components/ui/field";

/** Where somebody chooses a password. */
export function NewPasswordField(field: ComponentProps<typeof TextField>) {
  return <TextField type="password" autoComplete="new-password" required hint="8 characters or more. A few unrelated words are easy to type and hard to guess." {...field} />;
}
