import { useWatch } from "react-hook-form";
import { z } from "zod";
import { DialogButtons } from "@/components/forms/dialog-buttons";
import { type LoadedResource, useCallForm } from "@/components/forms/use-call-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { useHasSubscribers } from "@/components/subscribers/use-has-subscribers";
import { useNow } from "@/components/ui/relative-time";
import { Switch } from "@/components/ui/switch";
import { showToast } from "@/components/ui/toaster";
import { Period } from "@/components/updates/period";
import { ApiError, type MaintenanceResponse } from "@/lib/http/api-client";
import { DurationChips } from "./duration-chips";

const MINUTE_MS = 60_000;
const extension = z.object({ minutes: z.number(), notify: z.boolean() });

type ExtendFormProps = { record: LoadedResource<MaintenanceResponse>; onClose: () => void };

export default function ExtendForm({ record, onClose }: ExtendFormProps) {
  const { data: maintenance, etag } = record;
  const { call, refresh } = useOrganization();
  const hasSubscribers = useHasSubscribers();
  const now = useNow();
  // Overdue maintenance is extended from now, not from its scheduled end.
  const getEnd = (minutes: number) =>
    new Date(
      Math.max(now, Date.parse(maintenance.scheduled_until)) + minutes * MINUTE_MS,
    ).toISOString();
  const form = useCallForm<z.infer<typeof extension>>({
    schema: extension,
    defaultValues: { minutes: 30, notify: maintenance.notify },
    submit: async ({ minutes, notify }) => {
      try {
        await call("PATCH /v1/organizations/{orgID}/maintenances/{maintenanceID}", {
          params: { maintenanceID: maintenance.id },
          body: { scheduled_until: getEnd(minutes), notify },
          ifMatch: etag,
        });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 412) throw error;
        await refresh();
        throw new ApiError(
          412,
          "Someone else changed this maintenance. Check the new times and try again.",
        );
      }
      await refresh();
      showToast("Maintenance extended.");
      onClose();
    },
  });
  const { minutes, notify } = useWatch({ control: form.form.control }) as z.infer<typeof extension>;
  return (
    <form {...form.props} className="grid gap-4">
      <DurationChips
        legend="Extend by"
        minutes={[15, 30, 60, 120]}
        chosen={minutes}
        onChoose={(chosen) => form.form.setValue("minutes", chosen)}
      />
      <output className="block">
        New schedule: <Period from={maintenance.scheduled_for} until={getEnd(minutes)} />
      </output>
      <Switch
        label="Notify subscribers"
        checked={notify}
        onChange={(checked) => form.form.setValue("notify", checked)}
        hint={hasSubscribers === false ? "No subscribers yet." : undefined}
      />
      <DialogButtons form={form} action="Extend" busyAction="Extending…" onClose={onClose} />
    </form>
  );
}
