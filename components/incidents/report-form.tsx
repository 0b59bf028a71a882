"use client";

import { Eye } from "lucide-react";
import { useRouter } from "next/navigation";
import { useCallback, useMemo, useState } from "react";
import { type Control, useController, type UseFormReturn, useWatch } from "react-hook-form";
import { useRead, useRefresh } from "@/components/data/use-read";
import { zoneName } from "@/components/forms/local-time";
import { RestoredDraft } from "@/components/forms/restored-draft";
import { sendByKeys } from "@/components/forms/send-by-keys";
import { useCallForm } from "@/components/forms/use-call-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import { FieldGroup, TextAreaField, TextField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { Switch } from "@/components/ui/switch";
import { say } from "@/components/ui/toaster";
import { call } from "@/lib/http/client";
import { defaultBody, impactStatus } from "@/lib/incidents/schema";
import { ComponentPicker } from "./component-picker";
import { ImpactPicker } from "./impact-picker";
import { PagePreview } from "./page-preview";
import { bodyOf, type Chosen, emptyReport, report, type ReportValues, saysOf, tells } from "./report-values";
import SendPreview from "@/components/previews/send-preview";
import { StatusPicker } from "./status-picker";
import { TemplatePicker } from "./template-picker";
import { inFigures, type Preview, reachInWords, toldInWords, usePreview, useSettled } from "@/components/previews/use-preview";

/** Enough to know who hears of it and how it looks, before all of it is said. */
const enoughOf = (values: ReportValues) => bodyOf({ ...values, title: values.title.trim() || "Untitled incident", impact: values.impact || "minor" });

/** A component that was in the draft may be gone by now; `known` are those that are there. */
const present = (values: ReportValues, known: ReadonlySet<string> | undefined): ReportValues =>
  known === undefined ? values : { ...values, chosen: Object.fromEntries(Object.entries(values.chosen).filter(([id]) => known.has(id))) };

/** Tells the world that something is wrong. Typing draws nothing but its own field: there may be hundreds of components. */
export default function ReportForm() {
  const { id: orgID, at } = useOrganization();
  const router = useRouter();
  const refresh = useRefresh(orgID);
  const { data: components } = useRead("GET /v1/organizations/{orgID}/components", { params: { orgID } });
  const { data: groups } = useRead("GET /v1/organizations/{orgID}/component-groups", { params: { orgID } });
  const known = useMemo(() => new Set(components?.map(({ id }) => id)), [components]);
  const [previewing, setPreviewing] = useState(false);

  const form = useCallForm<ReportValues>({
    schema: report,
    defaultValues: emptyReport,
    draft: `incident-new-${orgID}`,
    submit: async (values, _etag, idempotencyKey) => {
      const { data: incident } = await call("POST /v1/organizations/{orgID}/incidents", { params: { orgID }, body: bodyOf(present(values, components && known)), idempotencyKey });
      void refresh();
      say(tells(values) ? `Reported.${toldInWords(true, preview)}` : "Reported silently.");
      router.push(at(`/incidents/${incident.id}`));
      return "leaving";
    },
  });
  const { control } = form.form;
  const enough = useCallback((values: ReportValues) => enoughOf(present(values, components && known)), [components, known]);
  const settled = useSettled(form.form, enough);
  const preview = usePreview("POST /v1/organizations/{orgID}/incidents/preview", { orgID }, settled);
  const says = useMemo(() => saysOf(settled), [settled]);
  const page = (
    <PagePreview
      incident={{ id: null, title: settled.title ?? "", impact: settled.impact ?? "none", status: settled.status ?? "investigating", body: settled.body ?? "", startedAt: settled.started_at, says }}
      preview={preview}
    />
  );

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl-Enter in its fields, beside the button that does the same
    <form {...form.props} onKeyDown={sendByKeys} className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="grid min-w-0 gap-5">
        <RestoredDraft restored={form.restored} onDiscard={form.discard} />
        <TemplatePicker orgID={orgID} form={form.form} known={components && known} />
        <TextField label="Title" required focusFirst autoComplete="off" enterKeyHint="next" hint="What your users notice, in their words." {...form.field("title")} />
        <ImpactField control={control} error={form.errorOf("impact")} />
        <FieldGroup label="Affected components" optional error={form.errorOf("component_ids") ?? form.errorOf("components")}>
          <ChosenField form={form.form} components={components} groups={groups} />
        </FieldGroup>
        <StatusField control={control} />
        <WordsField control={control} field={form.field("body")} />
        <Backfill control={control} started={form.field("started_at")} resolved={form.field("resolved_at")} />
        <NotifyField form={form.form} preview={preview} />
        <Message>{form.message}</Message>
        <div className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-10 -mx-4 flex gap-2 border-t border-line bg-canvas px-4 py-3 sm:mx-0 sm:px-0 lg:bottom-0">
          <Button variant="secondary" onClick={() => setPreviewing(true)} className="lg:hidden">
            <Eye className="size-4" /> Preview
          </Button>
          <SendButton control={control} button={form.button} audience={preview?.audience} />
        </div>
      </div>
      <Card className="sticky top-8 hidden overflow-hidden lg:block">
        <h2 className="sr-only">What others will see</h2>
        <SendPreview preview={preview}>{page}</SendPreview>
      </Card>
      <Dialog open={previewing} onClose={() => setPreviewing(false)} wide title="What others will see">
        <SendPreview preview={preview} tall>
          {page}
        </SendPreview>
      </Dialog>
    </form>
  );
}

type ControlOf = { control: Control<ReportValues> };

function ImpactField({ control, error }: ControlOf & { error: string | undefined }) {
  const { field } = useController({ control, name: "impact" });
  return <ImpactPicker value={field.value} onChange={field.onChange} error={error} />;
}

function StatusField({ control }: ControlOf) {
  const { field } = useController({ control, name: "status" });
  const resolvedAt = useWatch({ control, name: "resolved_at" });
  if (resolvedAt !== "") return <p className="text-muted">It is reported as resolved, because it has ended.</p>;
  return <StatusPicker label="Status" value={field.value} onChange={field.onChange} />;
}

function WordsField({ control, field }: ControlOf & { field: { error?: string | undefined } }) {
  const [status, resolvedAt] = useWatch({ control, name: ["status", "resolved_at"] });
  return <TextAreaField label="First words" rows={4} placeholder={defaultBody[resolvedAt === "" ? status : "resolved"]} hint="Left empty, the words in grey are used." {...field} />;
}

type Lists = Pick<React.ComponentProps<typeof ComponentPicker>, "components" | "groups">;

function ChosenField({ form, components, groups }: Lists & { form: UseFormReturn<ReportValues> }) {
  const [chosen, impact] = useWatch({ control: form.control, name: ["chosen", "impact"] });
  const change = useCallback((next: (chosen: Chosen) => Chosen) => form.setValue("chosen", next(form.getValues("chosen")), { shouldDirty: true }), [form]);
  return <ComponentPicker components={components} groups={groups} chosen={chosen} onChange={change} otherwise={impact === "" ? null : impactStatus[impact]} />;
}

type Field = ReturnType<UseFormReturn<ReportValues>["register"]> & { error: string | undefined };

function Backfill({ control, started, resolved }: ControlOf & { started: Field; resolved: Field }) {
  const startedAt = useWatch({ control, name: "started_at" });
  return (
    <details {...((startedAt !== "" || started.error !== undefined || resolved.error !== undefined) && { open: true })} className="rounded-md border border-line px-3 py-2">
      <summary className="rounded-sm font-medium pointer-coarse:py-3">It began earlier</summary>
      <div className="grid gap-4 py-3 sm:grid-cols-2">
        <TextField label="Began" type="datetime-local" hint={`In your time: ${zoneName()}.`} {...started} />
        <TextField label="Ended" type="datetime-local" hint="If it is over by now." {...resolved} />
      </div>
      <p className="pb-1 text-muted">The record of its components is corrected. Nobody is told, unless you say so.</p>
    </details>
  );
}

type Audience = { audience: Preview["audience"] | undefined };

function NotifyField({ form, preview }: { form: UseFormReturn<ReportValues>; preview: Preview | undefined }) {
  const [notify, started_at] = useWatch({ control: form.control, name: ["notify", "started_at"] });
  const told = tells({ notify, started_at });
  return <Switch label="Tell subscribers" checked={told} onChange={(on) => form.setValue("notify", on, { shouldDirty: true })} hint={reachInWords(told, preview)} />;
}

// It says how many once that is known, and stays under the pointer when it says less.
function SendButton({ control, button, audience }: Audience & ControlOf & { button: { type: "submit"; busy: boolean; disabled: boolean } }) {
  const [notify, started_at] = useWatch({ control, name: ["notify", "started_at"] });
  const words = !tells({ notify, started_at }) ? "Report silently" : audience === undefined ? "Report and tell subscribers" : audience.total === 0 ? "Report" : `Report and tell ${inFigures(audience.total)}`;
  return (
    <Button {...button} className="min-w-0 max-lg:flex-1 lg:min-w-52">
      {button.busy ? "Reporting…" : words}
    </Button>
  );
}
