"use client";

import { useCallForm } from "@/components/forms/use-call-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { leaveTo } from "@/components/ui/leave-to";
import { Message } from "@/components/ui/message";
import { registration } from "@/lib/auth/schema";
import { call } from "@/lib/http/api-client";
import { explainEmailTaken } from "./email-taken";
import { NewPasswordField } from "./password-fields";

type RegisterFormProps = { next: string; invitationToken: string | null };

export function RegisterForm({ next, invitationToken }: RegisterFormProps) {
  const form = useCallForm({
    schema: registration,
    defaultValues: {
      name: "",
      email: "",
      password: "",
      password_policy: "strict",
      ...(invitationToken !== null && { invitation_token: invitationToken }),
    },
    submit: async (body) => {
      await call("POST /v1/auth/register", { body }).catch(
        explainEmailTaken(
          "An account with this email already exists. Sign in, or use another email.",
        ),
      );
      leaveTo(next);
      return "leaving";
    },
  });
  return (
    <form {...form.props} className="grid gap-4">
      <TextField label="Name" autoComplete="name" required focusFirst {...form.field("name")} />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        required
        {...form.field("email")}
      />
      <NewPasswordField label="Password" {...form.field("password")} />
      <Message>{form.message}</Message>
      <Button {...form.button}>{form.button.busy ? "Creating account…" : "Create account"}</Button>
    </form>
  );
}
