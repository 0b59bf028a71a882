"use client";

import { useRouter } from "next/navigation";
import { useCallback, useMemo, useRef, useState } from "react";
import { type Control, Controller, type UseFormReturn, useWatch } from "react-hook-form";
import { ComponentChecklist } from "@/components/components/component-checklist";
import { useReadAll, useRefresh } from "@/components/data/use-read";
import { RestoredDraft } from "@/components/forms/restored-draft";
import { sendByKeys } from "@/components/forms/send-by-keys";
import { useCallForm } from "@/components/forms/use-call-form";
import { MailPreview } from "@/components/previews/mail-preview";
import { audienceInWords, inFigures, type Preview, usePreview, useSettled } from "@/components/previews/use-preview";
import { useOrganization } from "@/components/organizations/organization-context";
import { useAskedTemplate } from "@/components/templates/use-asked-template";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useNow } from "@/components/ui/elapsed";
import { SelectField, TextAreaField, TextField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { SkeletonRows } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { say } from "@/components/ui/toaster";
import { type Answer, call } from "@/lib/http/client";
import { defaultBody } from "@/lib/maintenances/values";
import { ConductFields } from "./conduct-fields";
import { bodyOf, emptyMaintenance, isAfterwards, type MaintenanceValues, newMaintenanceIn, tells } from "./maintenance-values";
import { TimeFields } from "./time-fields";

type Template = Answer<"GET /v1/organizations/{orgID}/templates/{templateID}">;

/** Plans work, and says who will hear of it. */
export default function NewMaintenanceForm() {
  const { id: orgID, at, time_zone: timeZone } = useOrganization();
  const router = useRouter();
  const refresh = useRefresh(orgID);
  const schema = useMemo(() => newMaintenanceIn(timeZone), [timeZone]);
  const [reading, setReading] = useState(false);
  const form = useCallForm<MaintenanceValues>({
    schema,
    defaultValues: emptyMaintenance,
    draft: `maintenance-new-${orgID}`,
    submit: async (values, _etag, idempotencyKey) => {
      const { data } = await call("POST /v1/organizations/{orgID}/maintenances", { params: { orgID }, body: bodyOf(values, timeZone), idempotencyKey });
      void refresh();
      say(data.status === "completed" ? "The maintenance is entered." : "The maintenance is scheduled.");
      router.push(at(`/maintenances/${data.id}`));
      return "leaving";
    },
  });
  const { control } = form.form;
  const preview = usePlanPreview(form.form);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl-Enter in its fields, beside the button that does the same
    <form {...form.props} onKeyDown={sendByKeys} className="grid max-w-2xl gap-5">
      <RestoredDraft restored={form.restored} onDiscard={form.discard} />
      <TemplateSelect form={form.form} />
      <TextField label="Title" required focusFirst autoComplete="off" {...form.field("title")} />
      <TimeFields form={form.form} errorOf={form.errorOf} />
      <TextAreaField label="Words" rows={4} placeholder={defaultBody.scheduled} hint="What readers will notice, and what they can do. Left empty, the words in grey are used." {...form.field("body")} />
      <Controller
        control={control}
        name="component_ids"
        render={({ field: { value, onChange } }) => <ComponentChecklist label="Components" hint="They show that they are under maintenance while it goes on." value={value} onChange={onChange} error={form.errorOf("component_ids")} />}
      />
      <ConductFields form={form.form} errorOf={form.errorOf} />
      <NotifyField form={form.form} audience={preview?.audience} />
      <Message>{form.message}</Message>
      <div className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-10 -mx-4 flex gap-2 border-t border-line bg-canvas px-4 py-3 sm:mx-0 sm:px-0 lg:bottom-0">
        <SendButton control={control} button={form.button} audience={preview?.audience} />
        <Button variant="secondary" disabled={preview === undefined} onClick={() => setReading(true)}>
          Read the mail
        </Button>
      </div>
      <Dialog open={reading} onClose={() => setReading(false)} wide title="What subscribers are sent">
        {preview === undefined ? (
          <SkeletonRows rows={4} label="Loading the mail" />
        ) : (
          <div className="overflow-hidden rounded-md border border-line">
            <MailPreview mail={preview.mail} tall />
          </div>
        )}
      </Dialog>
    </form>
  );
}

/** Who would hear of it, and in which mail, once there are times. */
function usePlanPreview(form: UseFormReturn<MaintenanceValues>): Preview | undefined {
  const { id: orgID, time_zone: timeZone } = useOrganization();
  const enough = useCallback(
    (values: MaintenanceValues) => {
      const body = bodyOf({ ...values, title: values.title.trim() || "Untitled maintenance" }, timeZone);
      return newMaintenanceIn(timeZone).safeParse({ ...values, title: body.title }).success ? body : null;
    },
    [timeZone],
  );
  const body = useSettled(form, enough);
  return usePreview("POST /v1/organizations/{orgID}/maintenances/preview", { orgID }, body);
}

type Filled = Pick<MaintenanceValues, "title" | "body" | "component_ids">;
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Begins with words that were prepared on a calm day, or with those that the address names (`?template=`). What somebody typed is not replaced. */
function TemplateSelect({ form }: { form: UseFormReturn<MaintenanceValues> }) {
  const { id: orgID } = useOrganization();
  const { data: templates } = useReadAll("GET /v1/organizations/{orgID}/templates", { params: { orgID }, query: { kind: "maintenance" } });
  const last = useRef<Filled>({ title: "", body: "", component_ids: [] });
  const [kept, setKept] = useState<string[]>([]);
  const [picked, setPicked] = useState("");

  function pick(id: string) {
    setPicked(id);
    const template: Template | undefined = templates?.find((each) => each.id === id);
    const next: Filled = template === undefined ? { title: "", body: "", component_ids: [] } : { title: template.title, body: template.status === "scheduled" ? template.body : "", component_ids: template.component_ids };
    const words: Record<keyof Filled, string> = { title: "title", body: "words", component_ids: "components" };
    const mine = (Object.keys(next) as (keyof Filled)[]).filter((name) => {
      const now = form.getValues(name);
      return now.length > 0 && !isSame(now, last.current[name]) && !isSame(now, next[name]);
    });
    for (const name of Object.keys(next) as (keyof Filled)[]) if (!mine.includes(name)) form.setValue(name, next[name], { shouldDirty: true });
    last.current = next;
    setKept(template === undefined ? [] : mine.map((name) => words[name]));
  }

  useAskedTemplate(templates, pick);

  if (templates === undefined || templates.length === 0) return null;
  return (
    <SelectField
      label="Template"
      value={picked}
      onChange={(event) => pick(event.target.value)}
      hint={kept.length > 0 ? `Your ${new Intl.ListFormat("en").format(kept)} stayed as you typed.` : undefined}
    >
      <option value="">None</option>
      {templates.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

type Audience = { audience: Preview["audience"] | undefined };

function useTells(control: Control<MaintenanceValues>): { told: boolean; afterwards: boolean } {
  const { time_zone: timeZone } = useOrganization();
  const now = useNow();
  const [notify, scheduled_for, scheduled_until] = useWatch({ control, name: ["notify", "scheduled_for", "scheduled_until"] });
  const times = { scheduled_for, scheduled_until };
  return { told: tells({ notify, ...times }, timeZone, now), afterwards: isAfterwards(times, timeZone, now) };
}

function NotifyField({ form, audience }: Audience & { form: UseFormReturn<MaintenanceValues> }) {
  const { told, afterwards } = useTells(form.control);
  const reach = audience === undefined ? "Also when it starts, completes or is rescheduled." : audience.total === 0 ? "Nobody has subscribed to this yet." : `${audienceInWords(audience)}.`;
  return (
    <div className="grid gap-2">
      {afterwards && <p className="rounded-md bg-sunken px-3 py-2">Both times have passed: it is entered as completed, and the record of its components is corrected.</p>}
      <Switch label="Tell subscribers" checked={told} onChange={(on) => form.setValue("notify", on, { shouldDirty: true })} hint={told ? reach : "It appears on the page, and nobody is sent anything."} />
    </div>
  );
}

function SendButton({ control, button, audience }: Audience & { control: Control<MaintenanceValues>; button: { type: "submit"; busy: boolean; disabled: boolean } }) {
  const { told, afterwards } = useTells(control);
  const verb = afterwards ? "Enter" : "Schedule";
  const words = !told ? `${verb} silently` : audience === undefined || audience.total === 0 ? verb : `${verb} and tell ${inFigures(audience.total)}`;
  return (
    <Button {...button} className="min-w-0 max-lg:flex-1 lg:min-w-52">
      {button.busy ? "Sending…" : words}
    </Button>
  );
}
