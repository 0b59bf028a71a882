import { useEffect, useState } from "react";
import { DialogButtons } from "@/components/forms/dialog-buttons";
import { useCallForm } from "@/components/forms/use-call-form";
import { useOrganization } from "@/components/organizations/organization-context";
import type { PersistentFormProps } from "@/components/ui/dialog";
import { SelectField } from "@/components/ui/field";
import { secretRotation } from "@/lib/subscribers/schema";
import { SigningSecret } from "./signing-secret";

const overlaps = [
  { hours: 0, duration: null },
  { hours: 1, duration: "1 hour" },
  { hours: 24, duration: "1 day" },
  { hours: 72, duration: "3 days" },
  { hours: 168, duration: "7 days" },
];

type Props = PersistentFormProps & { id: string };

export default function RotateSecret({ id, onDone, onKeepOpen }: Props) {
  const { call, refresh } = useOrganization();
  const [rotated, setRotated] = useState<{ secret: string; overlap: string | null } | null>(null);
  const form = useCallForm({
    schema: secretRotation,
    defaultValues: { overlap_hours: 24 },
    submit: async (body) => {
      const { data } = await call(
        "POST /v1/organizations/{orgID}/subscribers/{subscriberID}/rotate-secret",
        { params: { subscriberID: id }, body },
      );
      const overlap = overlaps.find(({ hours }) => hours === body.overlap_hours);
      setRotated({ secret: data.secret ?? "", overlap: overlap?.duration ?? null });
      await refresh();
    },
  });
  const isKeptOpen = form.button.busy || rotated !== null;
  useEffect(() => onKeepOpen(isKeptOpen), [onKeepOpen, isKeptOpen]);
  if (rotated !== null) {
    return (
      <SigningSecret secret={rotated.secret} onDone={onDone}>
        <p className="text-muted">
          {rotated.overlap === null
            ? "The old secret is no longer used."
            : `Update the endpoint within ${rotated.overlap}. Until then, requests are signed with both secrets.`}
        </p>
      </SigningSecret>
    );
  }
  return (
    <form {...form.props} className="grid gap-4">
      <SelectField
        label="Old secret expires"
        required
        hint="Until the old secret expires, requests are signed with both, so that the endpoint can verify with either."
        {...form.field("overlap_hours", { valueAsNumber: true })}
      >
        {overlaps.map(({ hours, duration }) => (
          <option key={hours} value={hours}>
            {duration === null ? "Immediately" : `After ${duration}`}
          </option>
        ))}
      </SelectField>
      <DialogButtons form={form} action="Rotate secret" busyAction="Rotating…" onClose={onDone} />
    </form>
  );
}
