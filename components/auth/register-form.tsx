"use client";

import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { api } from "@/lib/http/client";
import { NewPasswordField } from "./new-password-field";

/** Creates an account by `/v1/auth/register`, which signs in as well, and goes on to `next`. An invitation opens what is closed. */
export function RegisterForm({ next, invitationToken }: { next: string; invitationToken: string | null }) {
  const form = useForm(["name", "email", "password"], async (values) => {
    const account = { name: String(values.get("name")), email: String(values.get("email")), password: String(values.get("password")) };
    await api.register({ ...account, ...(invitationToken !== null && { invitation_token: invitationToken }) });
    window.location.assign(next);
    return "leaving";
  });
  return (
    <form {...form.props} className="grid gap-4">
      <TextField label="Name" name="name" autoComplete="name" required focusFirst error={form.errorOf("name")} />
      <TextField label="Email" name="email" type="email" autoComplete="username" required error={form.errorOf("email")} />
      <NewPasswordField label="Password" error={form.errorOf("password")} />
      <Message>{form.message}</Message>
      <Button {...form.button}>{form.button.busy ? "Creating account…" : "Create account"}</Button>
    </form>
  );
}
