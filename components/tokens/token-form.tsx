import { useEffect, useState } from "react";
import { DialogButtons } from "@/components/forms/dialog-buttons";
import { emptyToNull, useCallForm } from "@/components/forms/use-call-form";
import { RoleChoice } from "@/components/members/role-choice";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { ChoiceCard } from "@/components/ui/choice-card";
import type { PersistentFormProps } from "@/components/ui/dialog";
import { FieldGroup, SelectField, TextField } from "@/components/ui/field";
import { BASE_PATH } from "@/lib/base-path";
import { isAllowed } from "@/lib/organizations/rules";
import { type Grant, grants } from "@/lib/roles";
import { newApiToken, tokenRoles } from "@/lib/tokens/schema";

import { grantLabels } from "./grant-labels";

const DAY_MS = 86_400_000;
const lifetimes = [
  { days: 30, label: "In 30 days" },
  { days: 90, label: "In 90 days" },
  { days: 365, label: "In 1 year" },
];

type Values = {
  name: string;
  role: (typeof tokenRoles)[number];
  grants?: Grant[] | undefined;
  expires_at?: string | null | undefined;
};

export default function TokenForm({ onDone, onKeepOpen }: PersistentFormProps) {
  const { id: orgID, role: ownRole, call, refresh } = useOrganization();
  const [token, setToken] = useState<string | null>(null);
  const [ends] = useState(() =>
    lifetimes.map(({ days, label }) => ({
      label,
      at: new Date(Date.now() + days * DAY_MS).toISOString(),
    })),
  );
  const form = useCallForm<Values>({
    schema: newApiToken,
    defaultValues: { name: "", role: "editor", grants: [], expires_at: ends[1]!.at },
    submit: async (body, _etag, idempotencyKey) => {
      const { data } = await call("POST /v1/organizations/{orgID}/tokens", {
        body: { ...body, grants: body.role === "admin" ? body.grants : [] },
        idempotencyKey,
      });
      setToken(data.token);
      await refresh();
    },
  });
  const isKeptOpen = form.button.busy || token !== null;
  useEffect(() => onKeepOpen(isKeptOpen), [onKeepOpen, isKeptOpen]);

  const role = form.form.watch("role");

  if (token !== null) {
    return (
      <div className="grid gap-4">
        <CopyField label="API token" value={token} />
        <p>Copy it now and store it securely. You won’t be able to see it again.</p>
        <CopyField
          label="Example request"
          value={[
            `curl -H "Authorization: Bearer ${token}" \\`,
            `  ${window.location.origin}${BASE_PATH}/v1/organizations/${orgID}/components`,
          ].join("\n")}
        />
        <Button className="justify-self-end" onClick={onDone}>
          Done
        </Button>
      </div>
    );
  }
  return (
    <form {...form.props} className="grid gap-4">
      <TextField
        label="Name"
        required
        focusFirst
        autoComplete="off"
        hint="For example, “Deploy pipeline”."
        {...form.field("name")}
      />
      <RoleChoice
        roles={tokenRoles.filter((role) => isAllowed(ownRole, "createToken", role))}
        error={form.getError("role")}
        field={form.form.register("role")}
      />
      {role === "admin" && (
        <FieldGroup label="Also allow" error={form.getError("grants")}>
          <div className="grid gap-1">
            {grants.map((grant) => (
              <ChoiceCard
                key={grant}
                type="checkbox"
                value={grant}
                {...form.form.register("grants")}
              >
                {grantLabels[grant]}
              </ChoiceCard>
            ))}
          </div>
        </FieldGroup>
      )}
      <SelectField label="Expires" required {...form.field("expires_at", emptyToNull)}>
        {ends.map(({ label, at }) => (
          <option key={at} value={at}>
            {label}
          </option>
        ))}
        <option value="">Never</option>
      </SelectField>
      <DialogButtons form={form} action="Create token" busyAction="Creating…" onClose={onDone} />
    </form>
  );
}
