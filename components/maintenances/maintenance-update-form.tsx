"use client";

import dynamic from "next/dynamic";
import { Button } from "@/components/ui/button";
import { StatusPicker } from "@/components/updates/status-picker";
import { toUpdateBody } from "@/components/updates/update-calls";
import { UpdateForm } from "@/components/updates/update-form";
import { updateStatusStyles } from "@/components/updates/update-status";
import { useEventUpdate } from "@/components/updates/use-event-update";
import type { UpdateFormEvents } from "@/components/updates/use-update-form";
import type { MaintenanceResponse } from "@/lib/http/api-client";
import { maintenanceActions } from "./maintenance-actions";
import { hasEnded, type MaintenanceStatus, nextStatuses } from "@/lib/maintenances/values";

const MaintenancePagePreview = dynamic(
  async () => (await import("./maintenance-page-preview")).MaintenancePagePreview,
);

type MaintenanceUpdateFormProps = UpdateFormEvents & {
  maintenance: MaintenanceResponse;
  action: keyof typeof maintenanceActions;
  isInPanel?: boolean;
};

export default function MaintenanceUpdateForm({
  maintenance,
  action,
  isInPanel = false,
  ...events
}: MaintenanceUpdateFormProps) {
  const { status: now } = maintenance;
  const { status: target, verb, toast } = maintenanceActions[action];
  const update = useEventUpdate({
    ...{ event: maintenance, action, target, toast, isInPanel },
    toBody: toUpdateBody,
    ...events,
  });
  const { form, body, preview, language } = update;
  const status = (form.values.status || now) as MaintenanceStatus;
  return (
    <UpdateForm
      update={update}
      status={status}
      statusField={
        action === "update" &&
        !hasEnded(now) && (
          <StatusPicker
            isLabelHidden={isInPanel}
            statuses={nextStatuses[now]}
            value={status}
            onChange={(chosen) => form.change({ status: chosen === now ? "" : chosen })}
          />
        )
      }
      pagePreview={
        <MaintenancePagePreview
          maintenance={{ ...maintenance, status, update: body }}
          preview={preview}
          language={language.shown}
        />
      }
      verb={verb}
      isDanger={action === "cancel"}
      closed={hasEnded(now) ? <Ended status={now} onDiscard={form.discard} /> : undefined}
    />
  );
}

function Ended({ status, onDiscard }: { status: MaintenanceStatus; onDiscard: () => void }) {
  return (
    <div className="flex flex-1 flex-wrap items-center justify-between gap-2">
      <p>
        This maintenance is now “{updateStatusStyles[status].label}”. No more updates can be posted.
      </p>
      <Button variant="secondary" onClick={onDiscard}>
        Discard draft
      </Button>
    </div>
  );
}
