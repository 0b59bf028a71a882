"use client";

import { useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { z } from "zod";
import { useRefresh } from "@/components/data/use-read";
import { Conflict } from "@/components/forms/conflict";
import { RestoredDraft } from "@/components/forms/restored-draft";
import { type Edition, useCallForm } from "@/components/forms/use-call-form";
import { useFirstFocus } from "@/components/forms/use-first-focus";
import { useOrganization } from "@/components/organizations/organization-context";
import { Written } from "@/components/status-page/phrase";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { TextAreaField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { Switch } from "@/components/ui/switch";
import { say } from "@/components/ui/toaster";
import { type Answer, ApiError, call } from "@/lib/http/client";
import { postmortemChange } from "@/lib/incidents/schema";
import type { IncidentDetail } from "./update-form";

type Saved = Answer<"GET /v1/organizations/{orgID}/incidents/{incidentID}/postmortem">;
type Values = { body: string; notify: boolean };
type Aim = "save" | "publish" | "retract";

type PostmortemFormProps = {
  incident: IncidentDetail;
  /** Null while none is written. */
  saved: Saved | null;
  etag: string | null;
  /** Whether it is asked if the postmortem is to be deleted; the answer no leads back to the form. */
  deleting: boolean;
  onDelete: () => void;
  onKeep: () => void;
  onClose: () => void;
};

const valuesOf = (saved: Saved | null): Values => ({ body: saved?.body ?? "", notify: true });
const judged: z.ZodType<unknown, Values> = z.custom<Values>().transform((values): z.input<typeof postmortemChange> => values).pipe(postmortemChange);

const done: Record<Aim, string> = { save: "The postmortem is saved.", publish: "The postmortem is published.", retract: "The postmortem is a draft again." };

/** Writes a postmortem, publishes it, takes it back. */
export default function PostmortemForm({ incident, saved, etag, deleting, onDelete, onKeep, onClose }: PostmortemFormProps) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const params = { orgID, incidentID: incident.id };
  const aim = useRef<Aim>("save");
  const [previewing, setPreviewing] = useState(false);
  const current: Edition<Values> = { values: valuesOf(saved), etag };
  const published = saved !== null && saved.published_at !== null;

  const form = useCallForm<Values>({
    schema: judged,
    defaultValues: current.values,
    draft: `postmortem-${incident.id}`,
    edited: {
      current,
      reload: async () => {
        try {
          const { data: now, etag: tag } = await call("GET /v1/organizations/{orgID}/incidents/{incidentID}/postmortem", { params });
          return { values: valuesOf(now), etag: tag };
        } catch (thrown) {
          // Somebody deleted it meanwhile: what is written here can be saved as a new one.
          if (thrown instanceof ApiError && thrown.status === 404) return { values: valuesOf(null), etag: null };
          throw thrown;
        }
      },
    },
    submit: async ({ body, notify }, ifMatch) => {
      // There is no tag for what is not there: whoever was first must not be written over by who believes to be.
      if (ifMatch === null && (await isWritten(params))) throw new ApiError(412, "Somebody has written a postmortem meanwhile.");
      await call("PUT /v1/organizations/{orgID}/incidents/{incidentID}/postmortem", { params, body: { body, notify, ...(aim.current !== "save" && { published: aim.current === "publish" }) }, ifMatch });
      await refresh();
      say(done[aim.current]);
      onClose();
    },
  });
  useFirstFocus(form.form, "body");
  const body = useWatch({ control: form.form.control, name: "body" });
  const notify = useWatch({ control: form.form.control, name: "notify" });
  const sends = (next: Aim) => ({ ...form.button, onClick: () => (aim.current = next) });

  return (
    <form {...form.props} className="grid gap-4">
      <RestoredDraft restored={form.restored} onDiscard={form.discard} />
      <TextAreaField label="What was learned" rows={12} required hint="What happened, why, what you did, and what will be different. Addresses become links." {...form.field("body")} />
      {previewing && (
        <div className="rounded-md border border-line p-4">
          <p className="mb-2 text-xs font-medium text-muted">As it will be read</p>
          {body.trim() === "" ? <p className="text-muted">Nothing yet.</p> : <Written text={body} />}
        </div>
      )}
      {!published && incident.status === "resolved" && (
        <Switch label="Tell subscribers when it is published" checked={notify} onChange={(on) => form.form.setValue("notify", on, { shouldDirty: true })} />
      )}
      {incident.status !== "resolved" && !published && <p className="text-muted">It can be published once the incident is resolved.</p>}
      <Message>{form.message}</Message>
      <div className="flex flex-wrap gap-2">
        {!published && incident.status === "resolved" && <Button {...sends("publish")}>{notify ? "Publish and tell subscribers" : "Publish silently"}</Button>}
        <Button variant={published || incident.status !== "resolved" ? "primary" : "secondary"} {...sends("save")}>
          {published ? "Save" : "Save draft"}
        </Button>
        {published && (
          <Button variant="secondary" {...sends("retract")}>
            Take it back to a draft
          </Button>
        )}
        <Button variant="quiet" aria-pressed={previewing} onClick={() => setPreviewing(!previewing)}>
          Preview
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
        {saved !== null && (
          <Button variant="quiet" onClick={onDelete} className="ms-auto text-danger">
            Delete
          </Button>
        )}
      </div>
      <Conflict conflict={form.conflict} fields={[{ name: "body", label: "Postmortem" }]} />
      <Confirm
        open={deleting && saved !== null}
        onClose={onKeep}
        title="Delete the postmortem?"
        action="Delete postmortem"
        onConfirm={async () => {
          await call("DELETE /v1/organizations/{orgID}/incidents/{incidentID}/postmortem", { params });
          form.discard();
          await refresh();
          say("The postmortem is deleted.");
          onClose();
          return "leaving";
        }}
      >
        <p>Its words are gone for good, on the page too. Mails that were sent stay where they are.</p>
      </Confirm>
    </form>
  );
}

async function isWritten(params: { orgID: string; incidentID: string }): Promise<boolean> {
  try {
    await call("GET /v1/organizations/{orgID}/incidents/{incidentID}/postmortem", { params });
    return true;
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.status === 404) return false;
    throw thrown;
  }
}
