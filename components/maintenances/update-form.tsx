"use client";

import { useId, useState } from "react";
import { type UseFormReturn, useController, useWatch } from "react-hook-form";
import { z } from "zod";
import { RestoredDraft } from "@/components/forms/restored-draft";
import { sendByKeys } from "@/components/forms/send-by-keys";
import { useOrganization } from "@/components/organizations/organization-context";
import { MailPreview } from "@/components/previews/mail-preview";
import { inFigures, reachInWords, toldInWords, usePreview, useSettled } from "@/components/previews/use-preview";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextAreaField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { Switch } from "@/components/ui/switch";
import { say } from "@/components/ui/toaster";
import { PostedNotice } from "@/components/updates/posted-notice";
import { type UpdateFormValues, useUpdateForm } from "@/components/updates/use-update-form";
import { call, type Maintenance } from "@/lib/http/client";
import { newMaintenanceUpdate } from "@/lib/maintenances/schema";
import { defaultBody, followers, hasEnded, type MaintenanceStatus } from "@/lib/maintenances/values";
import { MaintenanceMeanwhile, readPostedSince } from "./maintenance-meanwhile";
import { maintenanceStatusLooks } from "./maintenance-status";
import type { MaintenanceUpdate } from "./maintenance-timeline";

/** What an update is for: a word, or one of the moves. */
export type Aim = "update" | "start" | "complete" | "cancel";

/** `status` is "" while it stays what it is, whatever that is by then. */
type Values = UpdateFormValues & { status: MaintenanceStatus | "" };

const statusOf: Record<Aim, MaintenanceStatus | ""> = { update: "", start: "in_progress", complete: "completed", cancel: "cancelled" };
const verbs: Record<Aim, string> = { update: "Post update", start: "Start now", complete: "Complete", cancel: "Cancel maintenance" };
const said: Record<Aim, string> = { update: "The update is posted.", start: "The maintenance has begun.", complete: "The maintenance is completed.", cancel: "The maintenance is cancelled." };

const bodyOf = ({ status, body, notify }: Values) => ({ ...(status !== "" && { status }), body, notify });
const schema = z.preprocess((values) => bodyOf(values as Values), newMaintenanceUpdate) as unknown as z.ZodType<unknown, Values>;

type UpdateFormProps = {
  maintenance: Maintenance;
  aim: Aim;
  /** The id of the newest update that is shown. */
  newest: string | undefined;
  /** Whether it has words, or choices, that were not sent. */
  onUnsent: (unsent: boolean) => void;
  onPosted?: () => void;
  /** Whoever came asked for it: its words get the focus, and `onBegun` is told. */
  begun?: boolean;
  onBegun?: () => void;
};

/** Says a word on a maintenance, and moves it on. */
export default function UpdateForm({ maintenance, aim, newest, onUnsent, onPosted, begun = false, onBegun }: UpdateFormProps) {
  const { id: orgID } = useOrganization();
  const params = { orgID, maintenanceID: maintenance.id };
  const form = useUpdateForm<Values, MaintenanceUpdate>({
    schema,
    empty: { status: statusOf[aim], body: "", notify: maintenance.notify, seen: "" },
    draft: `maintenance-${aim}-${maintenance.id}`,
    newest,
    begun,
    onBegun,
    post: (values, after, idempotencyKey) =>
      call("POST /v1/organizations/{orgID}/maintenances/{maintenanceID}/updates", { params, body: { ...bodyOf(values), ...(after !== undefined && { after }) }, idempotencyKey }),
    readPostedSince: (seen) => readPostedSince(orgID, maintenance.id, seen),
    onUnsent,
    onPosted: ({ notify }) => {
      say(`${said[aim]}${toldInWords(notify, preview)}`);
      onPosted?.();
    },
  });
  const settled = useSettled(form.form, bodyOf);
  const preview = usePreview("POST /v1/organizations/{orgID}/maintenances/{maintenanceID}/updates/preview", params, settled);
  const over = hasEnded(maintenance.status);
  const total = preview?.audience.total ?? 0;
  const [reading, setReading] = useState(false);
  const [status, notify] = useWatch({ control: form.form.control, name: ["status", "notify"] });
  return (
    <>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl-Enter in its fields, beside the button that does the same */}
    <form {...form.props} onKeyDown={sendByKeys} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <RestoredDraft restored={form.restored} onDiscard={form.discard} />
      {aim === "update" && !over && <StatusField form={form.form} now={maintenance.status} />}
      <TextAreaField label="What to say" rows={3} placeholder={defaultBody[status || maintenance.status]} hint="Left empty, the words in grey are used." {...form.field("body")} />
      <Switch label="Tell subscribers" checked={notify} onChange={(on) => form.form.setValue("notify", on, { shouldDirty: true })} hint={reachInWords(notify, preview)} />
      <PostedNotice posted={form.overtaken} />
      <Message>{form.message}</Message>
      {over && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p>It is “{maintenanceStatusLooks[maintenance.status].word}” by now: nothing more can be posted.</p>
          <Button variant="secondary" onClick={form.discard}>
            Discard these words
          </Button>
        </div>
      )}
      <div className={over ? "hidden" : "flex flex-wrap gap-2"}>
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
    <MaintenanceMeanwhile {...form.meanwhile} />
    </>
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
