"use client";

import dynamic from "next/dynamic";
import { useDebounced } from "@/components/data/use-debounced";
import { useShownLanguage } from "@/components/forms/translated-fields";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { StatusPicker } from "@/components/updates/status-picker";
import { emptyUpdate, type UpdateBody, type UpdateValues } from "@/components/updates/update-calls";
import UpdateConflict from "@/components/updates/update-conflict";
import { UpdateForm } from "@/components/updates/update-form";
import { updateStatusStyles } from "@/components/updates/update-status";
import {
  describeMissingRecipients,
  hasRecipients,
  DEBOUNCE_MS,
  usePreview,
} from "@/components/updates/use-preview";
import { useUpdateForm } from "@/components/updates/use-update-form";
import type { CallOptions, MaintenanceResponse } from "@/lib/http/api-client";
import { hasEnded, type MaintenanceStatus, nextStatuses } from "@/lib/maintenances/values";

const MaintenancePagePreview = dynamic(
  async () => (await import("./maintenance-page-preview")).MaintenancePagePreview,
);

const PREVIEW = "POST /v1/organizations/{orgID}/maintenances/{maintenanceID}/updates/preview";

const actions = {
  update: { status: "", verb: "Post update", toast: "Update posted." },
  start: { status: "in_progress", verb: "Start now", toast: "Maintenance started." },
  complete: { status: "completed", verb: "Complete", toast: "Maintenance completed." },
  cancel: { status: "cancelled", verb: "Cancel maintenance", toast: "Maintenance canceled." },
} as const;

const toBody = ({ status, body, translations, notify }: UpdateValues) => ({
  ...(status !== "" && { status: status as MaintenanceStatus }),
  body,
  translations,
  format: "markdown" as const,
  notify,
});

type MaintenanceUpdateFormProps = {
  maintenance: MaintenanceResponse;
  action: keyof typeof actions;
  newest: string | undefined;
  onUnsent: (unsent: boolean) => void;
  onRestored: () => void;
  onPosted?: () => void;
  focusMessage?: boolean;
  onFocused?: () => void;
};

export default function MaintenanceUpdateForm({
  maintenance,
  action,
  newest,
  ...events
}: MaintenanceUpdateFormProps) {
  const { id: orgID } = useOrganization();
  const { id, status: now } = maintenance;
  const { status: target, verb, toast } = actions[action];
  const form = useUpdateForm({
    subject: { kind: "maintenance", id },
    empty: { ...emptyUpdate, status: target, notify: maintenance.notify },
    draft: `maintenance-${action}-${id}`,
    newest,
    toBody: (values) => toBody(values) as UpdateBody,
    done: ({ notify }): string => `${toast}${describeMissingRecipients(notify, preview)}`,
    isNotifying: ({ notify }): boolean => hasRecipients(notify, preview),
    ...events,
  });
  const body: CallOptions<typeof PREVIEW>["body"] = useDebounced(toBody(form.values), DEBOUNCE_MS);
  const preview = usePreview(PREVIEW, { orgID, maintenanceID: id }, body);
  const status = (form.values.status || now) as MaintenanceStatus;
  const language = useShownLanguage();
  return (
    <>
      <UpdateForm
        form={form}
        {...(action === "update" && { messageShortcut: "U" })}
        status={status}
        statusField={
          action === "update" &&
          !hasEnded(now) && (
            <StatusPicker
              statuses={nextStatuses[now]}
              value={status}
              onChange={(chosen) => form.change({ status: chosen === now ? "" : chosen })}
            />
          )
        }
        preview={preview}
        pagePreview={
          <MaintenancePagePreview
            maintenance={{
              ...maintenance,
              status,
              update: { ...body, body: body.body ?? "", format: "markdown" },
            }}
            preview={preview}
            language={language.shown}
          />
        }
        language={language}
        verb={verb}
        isDanger={action === "cancel"}
        closed={hasEnded(now) ? <Ended status={now} onDiscard={form.discard} /> : undefined}
      />
      <UpdateConflict kind="maintenance" {...form.conflict} />
    </>
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
