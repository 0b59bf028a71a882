"use client";

import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { api } from "@/lib/http/client";

/** Signs in by `/v1/auth/login` and goes on to `next`. */
export function LoginForm({ next }: { next: string }) {
  const form = useForm(["email", "password"], async (values) => {
    await api.login({ email: String(values.get("email")), password: String(values.get("password")) });
    window.location.assign(next);
    return "leaving";
  });
  return (
    <form {...form.props} className="grid gap-4">
      <TextField label="Email" name="email" type="email" autoComplete="username" required focusFirst error={form.errorOf("email")} />
      <TextField label="Password" name="password" type="password" autoComplete="current-password" required error={form.errorOf("password")} />
      <Message>{form.message}</Message>
      <Button {...form.button}>{form.button.busy ? "Signing in…" : "Sign in"}</Button>
    </form>
  );
}
