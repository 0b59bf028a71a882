import { useState } from "react";
import { DialogButtons } from "@/components/forms/dialog-buttons";
import { useCallForm } from "@/components/forms/use-call-form";
import type { MemberResponse } from "@/components/members/member-row";
import { ConfirmationField, SelectField } from "@/components/ui/field";
import { named } from "@/components/ui/format-names";
import { SkeletonRows } from "@/components/ui/skeleton";
import { showToast } from "@/components/ui/toaster";
import { transfer } from "@/lib/organizations/schema";
import { useOrganization } from "./organization-context";

export default function TransferForm({
  others,
  onDone,
}: {
  others: readonly MemberResponse[] | undefined;
  onDone: () => void;
}) {
  if (others === undefined) return <SkeletonRows rows={2} label="Loading members" />;
  if (others.length === 0) return <p>There are no other members.</p>;
  return <Form others={others} onDone={onDone} />;
}

function Form({ others, onDone }: { others: readonly MemberResponse[]; onDone: () => void }) {
  const { id: orgID, call, refresh } = useOrganization();
  const [confirmation, setConfirmation] = useState("");
  const form = useCallForm({
    schema: transfer,
    defaultValues: { user_id: others[0]!.id },
    submit: async (body) => {
      if (confirmation !== orgID) return;
      await call("POST /v1/organizations/{orgID}/transfer", { body });
      const newOwner = others.find(({ id }) => id === body.user_id);
      onDone();
      await refresh();
      showToast(named`${newOwner?.name} is now an owner. You are now an admin.`);
    },
  });
  const disabled = form.button.disabled || confirmation !== orgID;
  return (
    <form {...form.props} className="grid gap-4">
      <SelectField label="New owner" required {...form.field("user_id")}>
        {others.map(({ id, name, email }) => (
          <option key={id} value={id}>
            {name} ({email})
          </option>
        ))}
      </SelectField>
      <ConfirmationField expected={orgID} value={confirmation} onChange={setConfirmation} />
      <DialogButtons
        form={{ ...form, button: { ...form.button, disabled } }}
        action="Transfer ownership"
        busyAction="Transferring…"
        onClose={onDone}
        variant="danger"
      />
    </form>
  );
}
