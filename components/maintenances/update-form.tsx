"use client";

import { useId, useState } from "react";
import { type UseFormReturn, useController, useWatch } from "react-hook-form";
import { z } from "zod";
import { useRefresh } from "@/components/data/use-read";
import { RestoredDraft } from "@/components/forms/restored-draft";
import { sendByKeys } from "@/components/forms/send-by-keys";
import { useCallForm } from "@/components/forms/use-call-form";
import { useIdempotencyKey } from "@/components/forms/use-idempotency-key";
import { useOrganization } from "@/components/organizations/organization-context";
import { MailPreview } from "@/components/previews/mail-preview";
import { inFigures, reachInWords, usePreview, useSettled } from "@/components/previews/use-preview";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextAreaField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { Switch } from "@/components/ui/switch";
import { say } from "@/components/ui/toaster";
import { call, type Maintenance } from "@/lib/http/client";
import { newMaintenanceUpdate } from "@/lib/maintenances/schema";
import { defaultBody, followers, type MaintenanceStatus } from "@/lib/maintenances/values";
import { maintenanceStatusLooks } from "./maintenance-status";

/** What an update is for: a word, or one of the moves. */
export type Aim = "update" | "start" | "complete" | "cancel";

/** `status` is "" while it stays what it is, whatever that is by then. */
type Values = { status: MaintenanceStatus | ""; body: string; notify: boolean };

const statusOf: Record<Aim, MaintenanceStatus | ""> = { update: "", start: "in_progress", complete: "completed", cancel: "cancelled" };
const verbs: Record<Aim, string> = { update: "Post update", start: "Start now", complete: "Complete", cancel: "Cancel maintenance" };
const said: Record<Aim, string> = { update: "The update is posted.", start: "The maintenance has begun.", complete: "The maintenance is completed.", cancel: "The maintenance is cancelled." };

const bodyOf = ({ status, ...rest }: Values) => (status === "" ? rest : { ...rest, status });
const schema = z.preprocess((values) => bodyOf(values as Values), newMaintenanceUpdate) as unknown as z.ZodType<unknown, Values>;

/** Says a word on a maintenance, and moves it on. */
export default function UpdateForm({ maintenance, aim, onPosted }: { maintenance: Maintenance; aim: Aim; onPosted?: () => void }) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const idempotencyKey = useIdempotencyKey();
  const params = { orgID, maintenanceID: maintenance.id };
  const form = useCallForm<Values>({
    schema,
    defaultValues: { status: statusOf[aim], body: "", notify: maintenance.notify },
    draft: `maintenance-${aim}-${maintenance.id}`,
    submit: async (values) => {
      await call("POST /v1/organizations/{orgID}/maintenances/{maintenanceID}/updates", { params, body: bodyOf(values), idempotencyKey });
      await refresh();
      say(values.notify ? `${said[aim]} Subscribers are being told.` : said[aim]);
      onPosted?.();
    },
  });
  const settled = useSettled(form.form, bodyOf);
  const preview = usePreview("POST /v1/organizations/{orgID}/maintenances/{maintenanceID}/updates/preview", params, settled);
  const total = preview?.audience.total ?? 0;
  const [reading, setReading] = useState(false);
  const [status, notify] = useWatch({ control: form.form.control, name: ["status", "notify"] });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl-Enter in its fields, beside the button that does the same
    <form {...form.props} onKeyDown={sendByKeys} className="grid min-w-0 gap-4">
      <RestoredDraft restored={form.restored} onDiscard={form.discard} />
      {aim === "update" && <StatusField form={form.form} now={maintenance.status} />}
      <TextAreaField label="What to say" rows={3} placeholder={defaultBody[status || maintenance.status]} hint="Without words, what stands there in grey is said." {...form.field("body")} />
      <Switch label="Tell subscribers" checked={notify} onChange={(on) => form.form.setValue("notify", on, { shouldDirty: true })} hint={reachInWords(notify, preview)} />
      <Message>{form.message}</Message>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" disabled={preview === undefined} onClick={() => setReading(true)}>
          Read the mail
        </Button>
        <Button variant={aim === "cancel" ? "danger" : "primary"} {...form.button} className="max-sm:flex-1">
          {form.button.busy ? "Sending…" : notify && total > 0 ? `${verbs[aim]} and tell ${inFigures(total)}` : verbs[aim]}
        </Button>
      </div>
      <Dialog open={reading && preview !== undefined} onClose={() => setReading(false)} wide title="What subscribers are sent">
        <div className="overflow-hidden rounded-md border border-line">{preview && <MailPreview mail={preview.mail} tall />}</div>
      </Dialog>
    </form>
  );
}

function StatusField({ form, now }: { form: UseFormReturn<Values>; now: MaintenanceStatus }) {
  const { field } = useController({ control: form.control, name: "status" });
  const name = useId();
  const chosen = field.value || now;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">Status from now on</legend>
      <div className="grid grid-cols-2 gap-1 sm:flex sm:flex-wrap">
        {followers[now].map((status) => {
          const { word, icon: Icon } = maintenanceStatusLooks[status];
          return (
            <label
              key={status}
              className="relative flex min-h-9 cursor-pointer items-center justify-center gap-1.5 rounded-md border border-line bg-surface px-3 text-muted select-none hover:bg-sunken has-checked:border-accent has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent pointer-coarse:min-h-11"
            >
              <input type="radio" name={name} value={status} checked={chosen === status} onChange={() => field.onChange(status === now ? "" : status)} className="sr-only" />
              <Icon className="size-4 shrink-0" />
              {word}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
