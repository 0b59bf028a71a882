import { CurrentPasswordField, NewPasswordField } from "@/components/auth/password-fields";
import { useRefresh } from "@/components/data/use-read";
import { useCallForm } from "@/components/forms/use-call-form";
import { Button } from "@/components/ui/button";
import { Message } from "@/components/ui/message";
import { showToast } from "@/components/ui/toaster";
import { passwordChange } from "@/lib/auth/schema";
import { call } from "@/lib/http/api-client";

export default function PasswordForm({ email }: { email: string }) {
  const refresh = useRefresh();
  const form = useCallForm({
    schema: passwordChange,
    defaultValues: { current_password: "", new_password: "", password_policy: "strict" },
    submit: async (body) => {
      await call("PUT /v1/me/password", { body });
      await refresh();
      form.form.reset();
      showToast("Password changed. You’ve been signed out of all other sessions.");
    },
  });
  return (
    <form {...form.props} className="grid gap-4">
      {/* Password managers use this field to find the account. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <CurrentPasswordField label="Current password" {...form.field("current_password")} />
      <NewPasswordField label="New password" {...form.field("new_password")} />
      <Message>{form.message}</Message>
      <Button variant="secondary" className="justify-self-start" {...form.button}>
        {form.button.busy ? "Changing…" : "Change password"}
      </Button>
    </form>
  );
}
