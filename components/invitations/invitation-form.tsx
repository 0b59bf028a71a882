"use client";

import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useRefresh } from "@/components/data/use-read";
import { useCallForm } from "@/components/forms/use-call-form";
import { RoleChoice } from "@/components/members/role-choice";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { CopyField } from "@/components/ui/copy-field";
import { FieldGroup, TextField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { named } from "@/components/ui/names";
import { say } from "@/components/ui/toaster";
import { call } from "@/lib/http/client";
import { may } from "@/lib/organizations/rules";
import { newInvitation } from "@/lib/organizations/schema";
import { type Role, roles } from "@/lib/roles";

/** `email` is null for a link. */
type Values = { email?: string | null | undefined; role: Role };

/** Invites by mail, or makes a link, which is shown this once. */
export default function InvitationForm({ onDone, onHold }: { onDone: () => void; /** What is shown once must not be lost by a slip: only its button closes it. */ onHold: (holds: boolean) => void }) {
  const { id: orgID, role: held } = useOrganization();
  const refresh = useRefresh(orgID);
  const [link, setLink] = useState<string | null>(null);
  const form = useCallForm<Values>({
    schema: newInvitation,
    defaultValues: { email: "", role: "editor" },
    submit: async (body, _etag, idempotencyKey) => {
      const { data } = await call("POST /v1/organizations/{orgID}/invitations", { params: { orgID }, body, idempotencyKey });
      await refresh();
      if (data.link !== undefined) {
        onHold(true);
        return setLink(data.link);
      }
      say(named`${data.email!} is invited.`);
      onDone();
    },
  });
  const byMail = useWatch({ control: form.form.control, name: "email" }) !== null;
  const choose = (email: "" | null) => {
    form.form.clearErrors();
    form.form.setValue("email", email);
  };

  if (link !== null) {
    return (
      <div className="grid gap-4">
        <CopyField label="The link of the invitation" value={link} />
        <p>It is shown this once. Whoever holds it can accept it, one person and one time.</p>
        <Button className="justify-self-end" onClick={onDone}>
          Done
        </Button>
      </div>
    );
  }
  return (
    <form {...form.props} className="grid gap-4">
      <FieldGroup label="How">
        <div className="grid gap-1 sm:grid-cols-2">
          <Choice type="radio" name="how" checked={byMail} onChange={() => choose("")}>
            By mail, to one address
          </Choice>
          <Choice type="radio" name="how" checked={!byMail} onChange={() => choose(null)}>
            By a link that I hand over
          </Choice>
        </div>
      </FieldGroup>
      {byMail && <TextField label="Email" type="email" required focusFirst autoComplete="off" {...form.field("email")} />}
      <RoleChoice roles={roles.filter((role) => may(held, "createInvitation", role))} error={form.errorOf("role")} field={form.form.register("role")} />
      <Message>{form.message}</Message>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button {...form.button}>{byMail ? (form.button.busy ? "Inviting…" : "Send invitation") : form.button.busy ? "Making the link…" : "Make link"}</Button>
      </div>
    </form>
  );
}
