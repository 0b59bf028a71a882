import type { ComponentProps } from "react";
import { TextField } from "@/components/ui/field";

export function NewPasswordField(field: ComponentProps<typeof TextField>) {
  return (
    <TextField
      type="password"
      autoComplete="new-password"
      required
      hint="Use at least 8 characters, for example a few unrelated words."
      {...field}
    />
  );
}

export function CurrentPasswordField(field: ComponentProps<typeof TextField>) {
  return <TextField type="password" autoComplete="current-password" required {...field} />;
}
