"use client";

import { Eye } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useController, type UseFormReturn, useWatch } from "react-hook-form";
import { componentStatusLooks } from "@/components/components/component-status";
import { useRead } from "@/components/data/use-read";
import { RestoredDraft } from "@/components/forms/restored-draft";
import { sendByKeys } from "@/components/forms/send-by-keys";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextAreaField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { Switch } from "@/components/ui/switch";
import { say } from "@/components/ui/toaster";
import { PostedNotice } from "@/components/updates/posted-notice";
import { useUpdateForm } from "@/components/updates/use-update-form";
import { type Answer, call } from "@/lib/http/client";
import { defaultBody, type IncidentStatus, impactStatus } from "@/lib/incidents/schema";
import { ComponentPicker, StatusSelect } from "./component-picker";
import { PagePreview } from "./page-preview";
import IncidentMeanwhile from "./incident-meanwhile";
import { type IncidentUpdate, readPostedSince } from "./read-posted-since";
import { type Chosen, saysOf } from "./report-values";
import SendPreview from "@/components/previews/send-preview";
import { StatusPicker } from "./status-picker";
import { emptyUpdate, update, updateOf, type UpdateValues } from "./update-values";
import { inFigures, reachInWords, toldInWords, usePreview, useSettled } from "@/components/previews/use-preview";

export type IncidentDetail = Answer<"GET /v1/organizations/{orgID}/incidents/{incidentID}">;

type UpdateFormProps = {
  incident: IncidentDetail;
  /** What it is for: an update that leaves the status open, the end, or the new beginning. */
  aim: "update" | "resolve" | "reopen";
  /** Whoever came asked for it: its words get the focus, and `onBegun` is told. */
  begun?: boolean;
  onBegun?: (() => void) | undefined;
  /** The id of the newest update that is shown. */
  newest: string | undefined;
  /** Whether it has words, or choices, that were not sent. */
  onUnsent: (unsent: boolean) => void;
  onPosted?: () => void;
};

const statusesOf = { update: undefined, resolve: ["resolved"], reopen: ["investigating", "identified", "monitoring"] } as const;
const beginsWith = { update: "", resolve: "resolved", reopen: "investigating" } as const;
const verbs = { update: "Post", resolve: "Resolve", reopen: "Reopen" } as const;

/** Says what has become of an incident. */
export default function UpdateForm({ incident, aim, begun = false, onBegun, newest, onUnsent, onPosted }: UpdateFormProps) {
  const { id: orgID } = useOrganization();
  const params = { orgID, incidentID: incident.id };
  const [previewing, setPreviewing] = useState(false);
  const bodyOf = useCallback((values: UpdateValues) => updateOf(values, incident.status), [incident.status]);
  const form = useUpdateForm<UpdateValues, IncidentUpdate>({
    schema: update,
    empty: emptyUpdate(beginsWith[aim]),
    draft: `incident-${aim}-${incident.id}`,
    newest,
    begun,
    onBegun,
    post: (values, after, idempotencyKey) =>
      call("POST /v1/organizations/{orgID}/incidents/{incidentID}/updates", { params, body: { ...bodyOf(values), ...(after !== undefined && { after }) }, idempotencyKey }),
    readPostedSince: (seen) => readPostedSince(orgID, incident.id, seen),
    onUnsent,
    onPosted: ({ notify }) => {
      say(notify ? `Posted.${toldInWords(notify, preview)}` : "Posted silently.");
      onPosted?.();
    },
  });

  const settled = useSettled(form.form, bodyOf);
  // Of a resolved incident it is not told what it said before, and will say again.
  const says = useMemo(() => ({ ...(incident.status !== "resolved" && saysOf(incident)), ...saysOf(settled) }), [incident, settled]);
  const preview = usePreview("POST /v1/organizations/{orgID}/incidents/{incidentID}/updates/preview", params, settled);
  const status = useWatch({ control: form.form.control, name: "status" }) || incident.status;
  const notify = useWatch({ control: form.form.control, name: "notify" });
  const total = preview?.audience.total;
  const verb = status === "resolved" && aim === "update" && incident.status !== "resolved" ? "Resolve" : verbs[aim];

  return (
    <>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl-Enter in its fields, beside the button that does the same */}
    <form {...form.props} onKeyDown={sendByKeys} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <RestoredDraft restored={form.restored} onDiscard={form.discard} />
      {aim !== "resolve" && <StatusField form={form.form} now={incident.status} statuses={statusesOf[aim]} />}
      <TextAreaField label="What to say" rows={3} placeholder={defaultBody[status]} hint="Left empty, the words in grey are used." {...form.field("body")} />
      {status === "resolved" ? incident.component_ids.length > 0 && incident.status !== "resolved" && <p className="text-muted">Its components are operational again, unless something else says otherwise.</p> : <Affected form={form.form} incident={incident} />}
      <Switch
        label="Tell subscribers"
        checked={notify}
        onChange={(on) => form.form.setValue("notify", on, { shouldDirty: true })}
        hint={reachInWords(notify, preview)}
      />
      <PostedNotice posted={form.overtaken} />
      <Message>{form.message}</Message>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => setPreviewing(true)}>
          <Eye className="size-4" /> Preview
        </Button>
        <Button {...form.button} className="max-sm:flex-1 sm:min-w-52">
          {form.button.busy ? "Sending…" : !notify ? `${verb} silently` : total === undefined ? `${verb} and tell subscribers` : total === 0 ? verb : `${verb} and tell ${inFigures(total)}`}
        </Button>
      </div>
      <Dialog open={previewing} onClose={() => setPreviewing(false)} wide title="What others will see">
        <SendPreview preview={preview} tall>
          <PagePreview incident={{ id: incident.id, title: incident.title, impact: incident.impact, status, body: settled.body ?? "", startedAt: incident.started_at, says }} preview={preview} />
        </SendPreview>
      </Dialog>
    </form>
    <IncidentMeanwhile {...form.meanwhile} impact={incident.impact} />
    </>
  );
}

type FormOf = { form: UseFormReturn<UpdateValues> };

function StatusField({ form, now, statuses }: FormOf & { now: IncidentStatus; statuses: readonly IncidentStatus[] | undefined }) {
  const { field } = useController({ control: form.control, name: "status" });
  return <StatusPicker label="Status" value={field.value || now} onChange={field.onChange} {...(statuses && { statuses })} />;
}

/** What becomes of each component that the incident has, and those that it has not yet. */
function Affected({ form, incident }: FormOf & { incident: IncidentDetail }) {
  const { id: orgID } = useOrganization();
  const chosen = useWatch({ control: form.control, name: "chosen" });
  const [adding, setAdding] = useState(false);
  const { data: components } = useRead("GET /v1/organizations/{orgID}/components", adding ? { params: { orgID } } : null);
  const { data: groups } = useRead("GET /v1/organizations/{orgID}/component-groups", adding ? { params: { orgID } } : null);
  const others = useMemo(() => components?.filter(({ id }) => !incident.component_ids.includes(id)), [components, incident.component_ids]);
  const change = useCallback((next: (chosen: Chosen) => Chosen) => form.setValue("chosen", next(form.getValues("chosen")), { shouldDirty: true }), [form]);
  return (
    <div className="grid gap-2">
      {incident.components.length > 0 && (
        <fieldset className="min-w-0">
          <legend className="mb-1 text-sm font-medium">Components from now on</legend>
          <ul className="max-h-72 overflow-y-auto rounded-md border border-line">
            {incident.components.map(({ id, name, status }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 border-b border-line px-3 py-1 last:border-b-0">
                <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
                <StatusSelect label={`Status of ${name}`} value={chosen[id] ?? ""} onChange={(next) => change((before) => ({ ...before, [id]: next }))} otherwise={incident.status === "resolved" ? "As before it was resolved" : `Stays: ${componentStatusLooks[status].word}`} />
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      <details onToggle={(event) => setAdding(event.currentTarget.open)}>
        <summary className="w-fit rounded-sm text-muted hover:text-ink pointer-coarse:py-3">More components are affected</summary>
        {adding && (
          <div className="pt-2">
            <ComponentPicker components={others} groups={groups} chosen={chosen} onChange={change} otherwise={impactStatus[incident.impact]} />
          </div>
        )}
      </details>
    </div>
  );
}
