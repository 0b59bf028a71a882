import { useState } from "react";
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
const MAINTENANCE = "/v1/organizations/{orgID}/maintenances/{maintenanceID}";
const CHANGED = "Someone else changed this maintenance. Check the new times and try again.";
const extension = z.object({ minutes: z.number(), notify: z.boolean() });

type ExtendFormProps = { record: LoadedResource<MaintenanceResponse>; onClose: () => void };

export default function ExtendForm({ record, onClose }: ExtendFormProps) {
  const { data: maintenance, etag } = record;
  const { call, refresh } = useOrganization();
  const hasSubscribers = useHasSubscribers();
  const now = useNow();
  /** A request whose response was lost. A retry repeats it, so that the end moves only once. */
  const [lostRequest, setLostRequest] = useState<ReturnType<typeof plan> | null>(null);
  // Overdue maintenance is extended from now, not from its scheduled end.
  const plan = (minutes: number) => {
    const end = Math.max(now, Date.parse(maintenance.scheduled_until)) + minutes * MINUTE_MS;
    return { minutes, etag, end: new Date(end).toISOString() };
  };
  const getRequest = (minutes: number) =>
    lostRequest?.minutes === minutes ? lostRequest : plan(minutes);
  const form = useCallForm<z.infer<typeof extension>>({
    schema: extension,
    defaultValues: { minutes: 30, notify: maintenance.notify },
    submit: async ({ minutes, notify }) => {
      const request = getRequest(minutes);
      const params = { maintenanceID: maintenance.id };
      try {
        const body = { scheduled_until: request.end, notify };
        await call(`PATCH ${MAINTENANCE}`, { params, body, ifMatch: request.etag });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.status === 0 || error.status >= 500) setLostRequest(request);
        else if (error.status !== 412) setLostRequest(null);
        if (error.status !== 412) throw error;
        const { data: changed } = await call(`GET ${MAINTENANCE}`, { params });
        if (request !== lostRequest || changed.scheduled_until !== request.end) {
          setLostRequest(null);
          await refresh();
          throw new ApiError(412, CHANGED);
        }
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
        New schedule: <Period from={maintenance.scheduled_for} until={getRequest(minutes).end} />
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
