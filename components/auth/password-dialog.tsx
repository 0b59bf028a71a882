import { DialogButtons } from "@/components/forms/dialog-buttons";
import { useCallForm } from "@/components/forms/use-call-form";
import { Dialog } from "@/components/ui/dialog";
import { reauthentication } from "@/lib/auth/schema";
import { call } from "@/lib/http/api-client";
import { CurrentPasswordField } from "./password-fields";

type Props = { email: string; onConfirmed: () => void; onCancel: () => void };

export function PasswordDialog({ open, ...form }: Props & { open: boolean }) {
  return (
    <Dialog
      open={open}
      onClose={form.onCancel}
      title="Confirm your password"
      description="This change requires your password. You won’t be asked again for 10 minutes."
    >
      {open && <PasswordForm {...form} />}
    </Dialog>
  );
}

function PasswordForm({ email, onConfirmed, onCancel }: Props) {
  const form = useCallForm({
    schema: reauthentication,
    defaultValues: { password: "" },
    submit: async (body) => {
      await call("POST /v1/auth/reauthenticate", { body });
      onConfirmed();
    },
  });
  return (
    <form {...form.props} className="grid gap-4">
      {/* Password managers use this field to find the account. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <CurrentPasswordField label="Password" focusFirst {...form.field("password")} />
      <DialogButtons form={form} action="Confirm" busyAction="Confirming…" onClose={onCancel} />
    </form>
  );
}
