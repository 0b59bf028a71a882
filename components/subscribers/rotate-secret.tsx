"use client";

import { useState } from "react";
import { useRefresh } from "@/components/data/use-read";
import { FormEnd } from "@/components/forms/form-end";
import { useCallForm } from "@/components/forms/use-call-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { SelectField } from "@/components/ui/field";
import { call } from "@/lib/http/client";
import { secretRotation } from "@/lib/subscribers/schema";
import { SigningSecret } from "./signing-secret";

const overlaps = [
  { hours: 0, label: "No overlap: the old one ends now" },
  { hours: 1, label: "1 hour" },
  { hours: 24, label: "1 day" },
  { hours: 72, label: "3 days" },
  { hours: 168, label: "7 days" },
];

type Props = {
  id: string;
  onDone: () => void;
  /** The secret is shown: nothing but its own button must close it. */
  onHold: (holds: boolean) => void;
};

/** Gives a webhook a new signing secret. */
export default function RotateSecret({ id, onDone, onHold }: Props) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const [rotated, setRotated] = useState<{ secret: string; overlap: string | undefined } | null>(null);
  const form = useCallForm({
    schema: secretRotation,
    defaultValues: { overlap_hours: 24 },
    submit: async (body) => {
      const { data } = await call("POST /v1/organizations/{orgID}/subscribers/{subscriberID}/rotate-secret", { params: { orgID, subscriberID: id }, body });
      await refresh();
      onHold(true);
      const overlap = overlaps.find(({ hours }) => hours === body.overlap_hours && hours > 0);
      setRotated({ secret: data.secret ?? "", overlap: overlap?.label });
    },
  });
  if (rotated !== null) {
    return (
      <SigningSecret secret={rotated.secret} onDone={onDone}>
        <p className="text-muted">{rotated.overlap === undefined ? "The old secret signs nothing any more." : `For ${rotated.overlap}, requests carry signatures of both secrets: change the receiver within that time.`}</p>
      </SigningSecret>
    );
  }
  return (
    <form {...form.props} className="grid gap-4">
      <SelectField
        label="The old secret goes on for"
        required
        error={form.errorOf("overlap_hours")}
        hint="While both hold, each request is signed with both, and the receiver may know either."
        {...form.form.register("overlap_hours", { valueAsNumber: true })}
      >
        {overlaps.map(({ hours, label }) => (
          <option key={hours} value={hours}>
            {label}
          </option>
        ))}
      </SelectField>
      <FormEnd form={form} action="Make a new secret" busyAction="Making one…" onClose={onDone} />
    </form>
  );
}
