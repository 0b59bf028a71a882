import { Eye } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { toAffectedComponents } from "@/components/components/selected-components";
import { useDebounced } from "@/components/data/use-debounced";
import { useRead } from "@/components/data/use-read";
import { FormBar } from "@/components/forms/form-bar";
import { RestoredDraft } from "@/components/forms/restored-draft";
import { submitShortcut } from "@/components/forms/submit-shortcut";
import { useShownLanguage } from "@/components/forms/translated-fields";
import { useOrganization } from "@/components/organizations/organization-context";
import { describeShortcut } from "@/components/shell/shortcuts";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Switch } from "@/components/ui/switch";
import { useIsPainted } from "@/components/ui/use-is-painted";
import { type IncidentStatus, incidentStatuses } from "@/lib/incidents/values";
import { hasEnded, type MaintenanceStatus, allowedNextStatuses } from "@/lib/maintenances/values";
import { AffectedStatusFields } from "./affected-status-fields";
import { MessageField } from "./message-field";
import SendPreview from "./send-preview";
import { StatusPicker } from "./status-picker";
import { type UpdateAction, updateActions } from "./update-actions";
import {
  getUpdatesParams,
  getUpdatesPath,
  type IncidentUpdateBody,
  toUpdateBody,
  type UpdateBody,
  type UpdateStatus,
  type UpdateValues,
} from "./update-calls";
import { getSubject, getUpdateDraft, type UpdatedEvent } from "./updated-event";
import UpdateConflict from "./update-conflict";
import { updateStatusStyles } from "./update-status";
import {
  DEBOUNCE_MS,
  describeMissingRecipients,
  describeRecipients,
  hasRecipients,
  publishLabel,
  usePreview,
} from "./use-preview";
import { type UpdateFormEvents, useUpdateForm } from "./use-update-form";

const IncidentPagePreview = dynamic(() => import("./incident-page-preview"));
const MaintenancePagePreview = dynamic(() => import("./maintenance-page-preview"));

type EventUpdateFormProps = UpdateFormEvents & {
  event: UpdatedEvent;
  action: UpdateAction;
  /**
   * If true, the form is compact, suggests the next status of an incident, and the toast names the
   * posted status.
   */
  isInPanel?: boolean;
};

const newUpdateNotice =
  "Someone posted an update while you were writing. You’ll see it before yours is posted.";

/** The form for an update of an incident or maintenance. */
export default function EventUpdateForm(props: EventUpdateFormProps) {
  const { event, action, isInPanel = false } = props;
  const { form, status, preview, ...update } = useEventUpdate(props);
  const statuses = listStatuses(event, action);
  const isPainted = useIsPainted();
  const { notify, chosen } = form.values;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Ctrl+Enter */}
      <form
        {...form.props}
        onKeyDown={submitShortcut}
        {...(isInPanel && { "aria-label": `Update “${event.title}”` })}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4"
      >
        <RestoredDraft restored={form.restored} onDiscard={form.discard} />
        {statuses.length > 0 && (
          <StatusPicker
            isLabelHidden={isInPanel}
            statuses={statuses}
            value={status}
            onChange={update.changeStatus}
          />
        )}
        <MessageField
          {...{ form, status, event }}
          language={update.language}
          rows={3}
          hint="Leave blank to use the default message."
          {...(!isInPanel && action === "update" && describeShortcut("U"))}
        />
        {(isPainted || !isInPanel) && (
          <>
            {"impact" in event && (
              <AffectedStatusFields
                incident={event}
                isResolved={status === "resolved"}
                {...{ isInPanel, chosen }}
                onChange={(next) => form.change({ chosen: next })}
              />
            )}
            <Switch
              label="Notify subscribers"
              checked={notify}
              onChange={(on) => form.change({ notify: on })}
              hint={describeRecipients(notify, preview)}
            />
            <output className="block rounded-md bg-sunken px-3 py-2 empty:hidden">
              {form.overtaken && newUpdateNotice}
            </output>
            <FormBar form={form}>
              <Buttons {...{ event, action, isInPanel, form, status, preview }} {...update} />
            </FormBar>
          </>
        )}
      </form>
      {form.conflict && <UpdateConflict event={event} {...form.conflict} />}
    </>
  );
}

/** The statuses that the user can choose. */
function listStatuses(event: UpdatedEvent, action: UpdateAction): readonly UpdateStatus[] {
  if (action === "reopen") return ["investigating", "identified", "monitoring"];
  if (action !== "update") return [];
  return "impact" in event ? incidentStatuses : allowedNextStatuses[event.status];
}

/** Returns the next status, or "" if it is “Resolved”, which the user must choose explicitly. */
function suggestStatus(now: IncidentStatus): IncidentStatus | "" {
  const next = incidentStatuses[incidentStatuses.indexOf(now) + 1];
  return next === undefined || next === "resolved" ? "" : next;
}

/** Manages the values and the preview of an update. */
function useEventUpdate({ event, action, isInPanel = false, ...events }: EventUpdateFormProps) {
  const { id: orgID } = useOrganization();
  const subject = getSubject(event);
  const { status: target, toast } = updateActions[action];
  const isIncident = "impact" in event;
  const isSuggesting = isIncident && isInPanel && action === "update";
  const { data: components } = useRead("GET /v1/organizations/{orgID}/components");
  // Someone may have removed a component after the author selected it.
  const isKnown = (id: string) =>
    components?.some((each) => each.id === id) !== false || event.component_ids.includes(id);
  const toBody = (values: UpdateValues): UpdateBody => ({
    ...toUpdateBody(values),
    // Omits component statuses if the incident is resolved after this update.
    ...(isIncident &&
      (values.status || event.status) !== "resolved" &&
      toAffectedComponents(
        Object.fromEntries(Object.entries(values.chosen).filter(([id]) => isKnown(id))),
      )),
  });
  const form = useUpdateForm({
    ...{ subject, toBody },
    empty: {
      ...{ body: "", translations: {}, chosen: {}, seen: "" },
      status: isSuggesting ? suggestStatus(event.status) : target,
      notify: isIncident || event.notify,
    },
    draft: getUpdateDraft(subject, action),
    done: ({ status, notify }): string =>
      (isInPanel ? `Posted “${updateStatusStyles[status || event.status].label}”.` : toast) +
      describeMissingRecipients(notify, preview),
    isNotifying: ({ notify }): boolean => hasRecipients(notify, preview),
    ...events,
  });
  const body = useDebounced(toBody(form.values), DEBOUNCE_MS);
  const preview = usePreview(
    `POST ${getUpdatesPath(subject.kind)}/preview`,
    getUpdatesParams(orgID, subject),
    body as IncidentUpdateBody,
  );
  return {
    ...{ form, body, preview, language: useShownLanguage() },
    status: form.values.status || event.status,
    changeStatus: (chosen: UpdateStatus) =>
      form.change({ status: !isIncident && chosen === event.status ? "" : chosen }),
  };
}

type ButtonsProps = Omit<ReturnType<typeof useEventUpdate>, "changeStatus"> &
  Pick<EventUpdateFormProps, "event" | "action" | "isInPanel">;

function Buttons(props: ButtonsProps) {
  const { event, action, isInPanel, form, status, preview, language } = props;
  const [isPreviewing, setIsPreviewing] = useState(false);
  if (form.isGone)
    return (
      <Button variant="secondary" onClick={form.discard} className="ms-auto">
        {isInPanel ? "Discard and close" : "Discard draft"}
      </Button>
    );
  if (hasEnded(event.status))
    return (
      <div className="flex flex-1 flex-wrap items-center justify-between gap-2">
        <p>
          This maintenance is now {updateStatusStyles[event.status].label.toLowerCase()}. No more
          updates can be posted.
        </p>
        <Button variant="secondary" onClick={form.discard}>
          Discard draft
        </Button>
      </div>
    );
  const isResolving = status === "resolved" && event.status !== "resolved";
  const { verb = isResolving ? "Resolve" : `Post “${updateStatusStyles[status].label}”` } =
    updateActions[action];
  return (
    <>
      <Button variant="secondary" onClick={() => setIsPreviewing(true)}>
        <Eye className="size-4" /> Preview
      </Button>
      <Button
        variant={action === "cancel" ? "danger" : "primary"}
        {...form.button}
        className={`min-w-0 whitespace-normal! max-sm:flex-1 ${"impact" in event ? "sm:min-w-52" : ""}`}
      >
        {form.button.busy ? "Posting…" : publishLabel(verb, form.values.notify, preview)}
      </Button>
      {isPreviewing && (
        <Dialog open onClose={() => setIsPreviewing(false)} isWide title="Preview">
          <SendPreview preview={preview} language={language.shown}>
            <PagePreview {...props} />
          </SendPreview>
        </Dialog>
      )}
    </>
  );
}

function PagePreview({ event, status, body, preview, language: { shown } }: ButtonsProps) {
  return "impact" in event ? (
    <IncidentPagePreview
      incident={event}
      status={status as IncidentStatus}
      update={body}
      {...{ preview, language: shown }}
    />
  ) : (
    <MaintenancePagePreview
      maintenance={{ ...event, status: status as MaintenanceStatus, update: body }}
      {...{ preview, language: shown }}
    />
  );
}
