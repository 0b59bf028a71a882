import { useState } from "react";
import { explainEmailTaken } from "@/components/auth/email-taken";
import { CurrentPasswordField } from "@/components/auth/password-fields";
import { useCallForm } from "@/components/forms/use-call-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { emailChange } from "@/lib/auth/schema";
import { call } from "@/lib/http/api-client";

export default function EmailForm() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useCallForm({
    schema: emailChange,
    defaultValues: { email: "", password: "" },
    submit: async (body) => {
      await call("POST /v1/me/email", { body }).catch(
        explainEmailTaken("An account with this email already exists. Use another email."),
      );
      setSentTo(body.email.trim());
      form.form.reset();
    },
  });
  return (
    <form {...form.props} className="grid gap-4">
      <TextField
        label="New email"
        type="email"
        required
        autoComplete="email"
        {...form.field("email")}
      />
      <CurrentPasswordField label="Your password" {...form.field("password")} />
      <Message>{form.message}</Message>
      <output className="block empty:hidden">
        {sentTo !== null && (
          <>
            Check your email. We sent a link to{" "}
            <bdi className="font-medium wrap-anywhere">{sentTo}</bdi>. Your email address changes
            when you open the link.
          </>
        )}
      </output>
      <Button variant="secondary" className="justify-self-start" {...form.button}>
        {form.button.busy ? "Sending…" : "Send link"}
      </Button>
    </form>
  );
}
