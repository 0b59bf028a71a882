import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { DialogButtons } from "@/components/forms/dialog-buttons";
import { useCallForm } from "@/components/forms/use-call-form";
import { RoleChoice } from "@/components/members/role-choice";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { ChoiceCard } from "@/components/ui/choice-card";
import { CopyField } from "@/components/ui/copy-field";
import type { PersistentFormProps } from "@/components/ui/dialog";
import { FieldGroup, TextField } from "@/components/ui/field";
import { named } from "@/components/ui/format-names";
import { showToast } from "@/components/ui/toaster";
import { isAllowed } from "@/lib/organizations/rules";
import { newInvitation } from "@/lib/organizations/schema";
import { type Role, roles } from "@/lib/roles";

type Values = { email?: string | null | undefined; role: Role };

export default function InvitationForm({ onDone, onKeepOpen }: PersistentFormProps) {
  const { role: ownRole, call, refresh } = useOrganization();
  const [link, setLink] = useState<string | null>(null);
  const form = useCallForm<Values>({
    schema: newInvitation,
    defaultValues: { email: "", role: "editor" },
    submit: async (body, _etag, idempotencyKey) => {
      const { data } = await call("POST /v1/organizations/{orgID}/invitations", {
        body,
        idempotencyKey,
      });
      if (data.link !== undefined) setLink(data.link);
      await refresh();
      if (data.link !== undefined) return;
      showToast(named`Invitation sent to ${data.email!}.`);
      onDone();
    },
  });
  const isKeptOpen = form.button.busy || link !== null;
  useEffect(() => onKeepOpen(isKeptOpen), [onKeepOpen, isKeptOpen]);
  const isByEmail = useWatch({ control: form.form.control, name: "email" }) !== null;
  const choose = (email: "" | null) => {
    form.form.clearErrors();
    form.form.setValue("email", email);
  };

  if (link !== null) {
    return (
      <div className="grid gap-4">
        <CopyField label="Invitation link" value={link} />
        <p>
          Copy it now: you won’t be able to see it again. Anyone with the link can join, but it
          works only once.
        </p>
        <Button className="justify-self-end" onClick={onDone}>
          Done
        </Button>
      </div>
    );
  }
  return (
    <form {...form.props} className="grid gap-4">
      <FieldGroup label="Invite by">
        <div className="grid gap-1 sm:grid-cols-2">
          <ChoiceCard type="radio" name="how" checked={isByEmail} onChange={() => choose("")}>
            Email
          </ChoiceCard>
          <ChoiceCard type="radio" name="how" checked={!isByEmail} onChange={() => choose(null)}>
            Link to share
          </ChoiceCard>
        </div>
      </FieldGroup>
      {isByEmail && (
        <TextField
          label="Email"
          type="email"
          required
          focusFirst
          autoComplete="off"
          {...form.field("email")}
        />
      )}
      <RoleChoice
        roles={roles.filter((role) => isAllowed(ownRole, "createInvitation", role))}
        error={form.getError("role")}
        field={form.form.register("role")}
      />
      <DialogButtons
        form={form}
        action={isByEmail ? "Send invitation" : "Create link"}
        busyAction={isByEmail ? "Sending…" : "Creating link…"}
        onClose={onDone}
      />
    </form>
  );
}
