import { DialogButtons } from "@/components/forms/dialog-buttons";
import { CurrentPasswordField } from "@/components/auth/password-fields";
import { useCallForm } from "@/components/forms/use-call-form";
import { useDialogParam } from "@/components/shell/use-dialog-param";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { leaveTo } from "@/components/ui/leave-to";
import { accountDeletion } from "@/lib/auth/schema";
import { call } from "@/lib/http/api-client";

export default function AccountDeletion() {
  const deleting = useDialogParam("delete");
  return (
    <>
      <Button variant="danger" className="self-start justify-self-start" onClick={deleting.open}>
        Delete my account
      </Button>
      <Dialog
        open={deleting.isOpen}
        onClose={deleting.close}
        title="Delete your account?"
        description="This can’t be undone. First, transfer or delete any organization that you are the only owner of."
      >
        <DeletionForm onCancel={deleting.close} />
      </Dialog>
    </>
  );
}

function DeletionForm({ onCancel }: { onCancel: () => void }) {
  const form = useCallForm({
    schema: accountDeletion,
    defaultValues: { password: "" },
    submit: async (body) => {
      await call("DELETE /v1/me", { body });
      leaveTo("/");
      return "leaving";
    },
  });
  return (
    <form {...form.props} className="grid gap-4">
      <CurrentPasswordField label="Your password" focusFirst {...form.field("password")} />
      <DialogButtons
        form={form}
        action="Delete account"
        busyAction="Deleting…"
        onClose={onCancel}
        variant="danger"
      />
    </form>
  );
}
