"use client";

import { useState } from "react";
import { useRefresh } from "@/components/data/use-read";
import { FormEnd } from "@/components/forms/form-end";
import { useCallForm } from "@/components/forms/use-call-form";
import { RoleChoice } from "@/components/members/role-choice";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { SelectField, TextField } from "@/components/ui/field";
import { call } from "@/lib/http/client";
import { may } from "@/lib/organizations/rules";
import { newApiToken, tokenRoles } from "@/lib/tokens/schema";

const DAY_MS = 86_400_000;
const lives = [
  { days: 30, label: "In 30 days" },
  { days: 90, label: "In 90 days" },
  { days: 365, label: "In a year" },
];

type Values = { name: string; role: (typeof tokenRoles)[number]; expires_at?: string | null | undefined };

/** Makes a token, and shows it this once with a command to try it. */
export default function TokenForm({ onDone, onHold }: { onDone: () => void; /** What is shown once must not be lost by a slip: only its button closes it. */ onHold: (holds: boolean) => void }) {
  const { id: orgID, role: held } = useOrganization();
  const refresh = useRefresh(orgID);
  const [token, setToken] = useState<string | null>(null);
  const [ends] = useState(() => lives.map(({ days, label }) => ({ label, at: new Date(Date.now() + days * DAY_MS).toISOString() })));
  const form = useCallForm<Values>({
    schema: newApiToken,
    defaultValues: { name: "", role: "editor", expires_at: ends[1]!.at },
    submit: async (body, _etag, idempotencyKey) => {
      const { data } = await call("POST /v1/organizations/{orgID}/tokens", { params: { orgID }, body, idempotencyKey });
      await refresh();
      onHold(true);
      setToken(data.token);
    },
  });

  if (token !== null) {
    return (
      <div className="grid gap-4">
        <CopyField label="The token" value={token} />
        <p>It is shown this once: put it where your program finds it, and nowhere else.</p>
        <CopyField label="Try it" value={`curl -H "Authorization: Bearer ${token}" \\\n  ${window.location.origin}/v1/organizations/${orgID}/components`} />
        <Button className="justify-self-end" onClick={onDone}>
          Done
        </Button>
      </div>
    );
  }
  return (
    <form {...form.props} className="grid gap-4">
      <TextField label="Name" required focusFirst autoComplete="off" hint="What uses it: “Deploy pipeline”." {...form.field("name")} />
      <RoleChoice roles={tokenRoles.filter((role) => may(held, "createToken", role))} error={form.errorOf("role")} field={form.form.register("role")} />
      <SelectField label="Expires" required {...form.form.register("expires_at", { setValueAs: (value: string | null) => value || null })} error={form.errorOf("expires_at")}>
        {ends.map(({ label, at }) => (
          <option key={at} value={at}>
            {label}
          </option>
        ))}
        <option value="">Never</option>
      </SelectField>
      <FormEnd form={form} action="Create token" busyAction="Creating…" onClose={onDone} />
    </form>
  );
}
