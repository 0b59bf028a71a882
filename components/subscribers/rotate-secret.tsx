"use client";

import { useState } from "react";
import { useRefresh } from "@/components/data/use-read";
import { DialogButtons } from "@/components/forms/dialog-buttons";
import { useCallForm } from "@/components/forms/use-call-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { SelectField } from "@/components/ui/field";
import { call } from "@/lib/http/api-client";
import { secretRotation } from "@/lib/subscribers/schema";
import { SigningSecret } from "./signing-secret";

const overlaps = [
  { hours: 0, label: "Expires now" },
  { hours: 1, label: "1 hour" },
  { hours: 24, label: "1 day" },
  { hours: 72, label: "3 days" },
  { hours: 168, label: "7 days" },
];

type Props = {
  id: string;
  onDone: () => void;
  onKeepOpen: (keepOpen: boolean) => void;
};

export default function RotateSecret({ id, onDone, onKeepOpen }: Props) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const [rotated, setRotated] = useState<{ secret: string; overlap: string | undefined } | null>(
    null,
  );
  const form = useCallForm({
    schema: secretRotation,
    defaultValues: { overlap_hours: 24 },
    submit: async (body) => {
      const { data } = await call(
        "POST /v1/organizations/{orgID}/subscribers/{subscriberID}/rotate-secret",
        { params: { orgID, subscriberID: id }, body },
      );
      await refresh();
      onKeepOpen(true);
      const overlap = overlaps.find(({ hours }) => hours === body.overlap_hours && hours > 0);
      setRotated({ secret: data.secret ?? "", overlap: overlap?.label });
    },
  });
  if (rotated !== null) {
    return (
      <SigningSecret secret={rotated.secret} onDone={onDone}>
        <p className="text-muted">
          {rotated.overlap === undefined
            ? "The old secret is no longer used."
            : `Update the endpoint within ${rotated.overlap}. Until then, requests are signed with both secrets.`}
        </p>
      </SigningSecret>
    );
  }
  return (
    <form {...form.props} className="grid gap-4">
      <SelectField
        label="Old secret expires after"
        required
        error={form.getError("overlap_hours")}
        hint="Until then, requests are signed with both secrets, and the endpoint can verify with either."
        {...form.form.register("overlap_hours", { valueAsNumber: true })}
      >
        {overlaps.map(({ hours, label }) => (
          <option key={hours} value={hours}>
            {label}
          </option>
        ))}
      </SelectField>
      <DialogButtons form={form} action="Rotate secret" busyAction="Rotating…" onClose={onDone} />
    </form>
  );
}
