"use client";

import { Eye } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useController, type UseFormReturn, useWatch } from "react-hook-form";
import { componentStatusLooks } from "@/components/components/component-status";
import { useRead } from "@/components/data/use-read";
import { FormBar } from "@/components/forms/form-bar";
import { RestoredDraft } from "@/components/forms/restored-draft";
import { submitShortcut } from "@/components/forms/submit-shortcut";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextAreaField } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import { UNDO_SECONDS } from "@/components/updates/use-undo";
import { NewUpdateNotice } from "@/components/updates/new-update-notice";
import { useUpdateForm } from "@/components/updates/use-update-form";
import { type ResponseBody, call } from "@/lib/http/client";
import {
  defaultIncidentMessages,
  type IncidentStatus,
  statusByImpact,
} from "@/lib/incidents/schema";
import { ComponentPicker, AffectedStatusSelect } from "./component-picker";
import { PagePreview } from "./page-preview";
import IncidentUpdateConflict from "./incident-update-conflict";
import { type IncidentUpdateResponse, loadIncidentUpdatesSince } from "./load-incident-updates";
import { type SelectedComponents, getExplicitStatuses } from "./report-values";
import SendPreview from "@/components/previews/send-preview";
import { StatusPicker } from "./status-picker";
import {
  emptyIncidentUpdate,
  incidentUpdateSchema,
  toIncidentUpdateBody,
  type IncidentUpdateValues,
} from "./incident-update-values";
import {
  publishLabel,
  hasRecipients,
  describeRecipients,
  describeMissingRecipients,
  usePreview,
  useDebouncedValues,
} from "@/components/previews/use-preview";

export type IncidentDetailResponse =
  ResponseBody<"GET /v1/organizations/{orgID}/incidents/{incidentID}">;

type UpdateFormProps = {
  incident: IncidentDetailResponse;
  aim: "update" | "resolve" | "reopen";
  begun?: boolean;
  onBegun?: (() => void) | undefined;
  newest: string | undefined;
  onUnsent: (unsent: boolean) => void;
  onPosted?: () => void;
};

const statusesOf = {
  update: undefined,
  resolve: ["resolved"],
  reopen: ["investigating", "identified", "monitoring"],
} as const;
const initialStatuses = { update: "", resolve: "resolved", reopen: "investigating" } as const;
const verbs = { update: "Post", resolve: "Resolve", reopen: "Reopen" } as const;

export default function IncidentUpdateForm({
  incident,
  aim,
  begun = false,
  onBegun,
  newest,
  onUnsent,
  onPosted,
}: UpdateFormProps) {
  const { id: orgID } = useOrganization();
  const params = { orgID, incidentID: incident.id };
  const [previewing, setPreviewing] = useState(false);
  const bodyOf = useCallback(
    (values: IncidentUpdateValues) => toIncidentUpdateBody(values, incident.status),
    [incident.status],
  );
  const form = useUpdateForm<IncidentUpdateValues, IncidentUpdateResponse>({
    schema: incidentUpdateSchema,
    empty: emptyIncidentUpdate(initialStatuses[aim]),
    draft: `incident-${aim}-${incident.id}`,
    newest,
    begun,
    onBegun,
    post: (values, after, idempotencyKey) =>
      call("POST /v1/organizations/{orgID}/incidents/{incidentID}/updates", {
        params,
        body: {
          ...bodyOf(values),
          notify_after_seconds: UNDO_SECONDS,
          ...(after !== undefined && { after }),
        },
        idempotencyKey,
      }),
    remove: (updateID) =>
      call("DELETE /v1/organizations/{orgID}/incidents/{incidentID}/updates/{updateID}", {
        params: { ...params, updateID },
      }),
    done: ({ notify }): string =>
      notify
        ? `Update posted.${describeMissingRecipients(notify, preview)}`
        : "Update posted. No one was notified.",
    notifies: ({ notify }): boolean => hasRecipients(notify, preview),
    readPostedSince: (seen) => loadIncidentUpdatesSince(orgID, incident.id, seen),
    onUnsent,
    onPosted,
  });

  const settled = useDebouncedValues(form.form, bodyOf);
  // The API does not return which statuses a resolved incident will restore.
  const statuses = useMemo(
    () => ({
      ...(incident.status !== "resolved" && getExplicitStatuses(incident)),
      ...getExplicitStatuses(settled),
    }),
    [incident, settled],
  );
  const preview = usePreview(
    "POST /v1/organizations/{orgID}/incidents/{incidentID}/updates/preview",
    params,
    settled,
  );
  const status = useWatch({ control: form.form.control, name: "status" }) || incident.status;
  const notify = useWatch({ control: form.form.control, name: "notify" });
  const verb =
    status === "resolved" && aim === "update" && incident.status !== "resolved"
      ? "Resolve"
      : verbs[aim];

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Ctrl+Enter */}
      <form
        {...form.props}
        onKeyDown={submitShortcut}
        className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4"
      >
        <RestoredDraft restored={form.restored} onDiscard={form.discard} />
        {aim !== "resolve" && (
          <StatusField form={form.form} now={incident.status} statuses={statusesOf[aim]} />
        )}
        <TextAreaField
          label="Message"
          rows={3}
          placeholder={defaultIncidentMessages[status]}
          hint="Leave blank to use the default message."
          {...form.field("body")}
        />
        {status === "resolved" ? (
          incident.component_ids.length > 0 &&
          incident.status !== "resolved" && (
            <p className="text-muted">
              Components return to operational unless another incident affects them.
            </p>
          )
        ) : (
          <AffectedComponents form={form.form} incident={incident} />
        )}
        <Switch
          label="Notify subscribers"
          checked={notify}
          onChange={(on) => form.form.setValue("notify", on, { shouldDirty: true })}
          hint={describeRecipients(notify, preview)}
        />
        <NewUpdateNotice posted={form.overtaken} />
        <FormBar form={form}>
          <Button variant="secondary" onClick={() => setPreviewing(true)}>
            <Eye className="size-4" /> Preview
          </Button>
          <Button {...form.button} className="max-sm:flex-1 max-sm:whitespace-normal sm:min-w-52">
            {form.button.busy ? "Posting…" : publishLabel(verb, notify, preview)}
          </Button>
        </FormBar>
        <Dialog open={previewing} onClose={() => setPreviewing(false)} wide title="Preview">
          <SendPreview preview={preview} tall>
            <PagePreview
              incident={{
                id: incident.id,
                title: incident.title,
                impact: incident.impact,
                status,
                body: settled.body ?? "",
                startedAt: incident.started_at,
                statuses,
              }}
              preview={preview}
            />
          </SendPreview>
        </Dialog>
      </form>
      <IncidentUpdateConflict {...form.updateConflict} impact={incident.impact} />
    </>
  );
}

type FormOf = { form: UseFormReturn<IncidentUpdateValues> };

function StatusField({
  form,
  now,
  statuses,
}: FormOf & { now: IncidentStatus; statuses: readonly IncidentStatus[] | undefined }) {
  const { field } = useController({ control: form.control, name: "status" });
  return (
    <StatusPicker
      label="Status"
      value={field.value || now}
      onChange={field.onChange}
      {...(statuses && { statuses })}
    />
  );
}

function AffectedComponents({ form, incident }: FormOf & { incident: IncidentDetailResponse }) {
  const { id: orgID } = useOrganization();
  const chosen = useWatch({ control: form.control, name: "chosen" });
  const [adding, setAdding] = useState(false);
  const { data: components } = useRead(
    "GET /v1/organizations/{orgID}/components",
    adding ? { params: { orgID } } : null,
  );
  const { data: groups } = useRead(
    "GET /v1/organizations/{orgID}/component-groups",
    adding ? { params: { orgID } } : null,
  );
  const others = useMemo(
    () => components?.filter(({ id }) => !incident.component_ids.includes(id)),
    [components, incident.component_ids],
  );
  const change = useCallback(
    (next: (chosen: SelectedComponents) => SelectedComponents) =>
      form.setValue("chosen", next(form.getValues("chosen")), { shouldDirty: true }),
    [form],
  );
  const getUnchangedLabel = (status: keyof typeof componentStatusLooks) =>
    incident.status === "resolved"
      ? "Same as before it was resolved"
      : `No change (${componentStatusLooks[status].word})`;
  return (
    <div className="grid gap-2">
      {incident.components.length > 0 && (
        <fieldset className="min-w-0">
          <legend className="mb-1 text-sm font-medium">Component status</legend>
          <ul className="max-h-72 overflow-y-auto rounded-md border border-line">
            {incident.components.map(({ id, name, status }) => (
              <li
                key={id}
                className={
                  "flex flex-wrap items-center justify-between gap-x-3 border-b " +
                  "border-line px-3 py-1 last:border-b-0"
                }
              >
                <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
                <AffectedStatusSelect
                  label={`Status of ${name}`}
                  value={chosen[id] ?? ""}
                  onChange={(next) => change((before) => ({ ...before, [id]: next }))}
                  otherwise={getUnchangedLabel(status)}
                />
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      <details onToggle={(event) => setAdding(event.currentTarget.open)}>
        <summary className="w-fit rounded-sm text-muted hover:text-ink pointer-coarse:py-3">
          Add affected components
        </summary>
        {adding && (
          <div className="pt-2">
            <ComponentPicker
              components={others}
              groups={groups}
              chosen={chosen}
              onChange={change}
              otherwise={statusByImpact[incident.impact]}
            />
          </div>
        )}
      </details>
    </div>
  );
}
