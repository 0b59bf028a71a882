"use client";

import { useRefresh } from "@/components/data/use-read";
import { useCallForm } from "@/components/forms/use-call-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { say } from "@/components/ui/toaster";
import { passwordChange } from "@/lib/auth/schema";
import { call } from "@/lib/http/client";

export default function PasswordForm({ email }: { email: string }) {
  const refresh = useRefresh();
  const form = useCallForm({
    schema: passwordChange,
    defaultValues: { current_password: "", new_password: "" },
    submit: async (body) => {
      await call("PUT /v1/me/password", { body });
      await refresh();
      form.form.reset();
      say("Your password is changed. All your other sessions have ended.");
    },
  });
  return (
    <form {...form.props} className="grid gap-4">
      {/* For password managers, which otherwise ask whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField label="Current password" type="password" required autoComplete="current-password" {...form.field("current_password")} />
      <TextField label="New password" type="password" required autoComplete="new-password" hint="8 characters or more. A few unrelated words are easy to type and hard to guess." {...form.field("new_password")} />
      <Message>{form.message}</Message>
      <Button variant="secondary" className="justify-self-start" {...form.button}>
        {form.button.busy ? "Changing…" : "Change password"}
      </Button>
    </form>
  );
}
