"use client";

import type { z } from "zod";
import { useRead, useRefresh } from "@/components/data/use-read";
import { Conflict } from "@/components/forms/conflict";
import { type Edition, useCallForm } from "@/components/forms/use-call-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { TextAreaField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { SkeletonRows } from "@/components/ui/skeleton";
import { say } from "@/components/ui/toaster";
import { call } from "@/lib/http/client";
import { maintenanceUpdateChange } from "@/lib/maintenances/schema";

type EditUpdateProps = { maintenanceID: string; updateID: string; onClose: () => void };
type Values = { body: string };

/** Other words for an update that was posted. What it said before stays in the record. */
export default function EditUpdate({ maintenanceID, updateID, onClose }: EditUpdateProps) {
  const { id: orgID } = useOrganization();
  const { data, etag, error, refresh } = useRead("GET /v1/organizations/{orgID}/maintenances/{maintenanceID}/updates/{updateID}", { params: { orgID, maintenanceID, updateID } });
  if (error) return <Message>{error.detail}</Message>;
  if (data === undefined) return <SkeletonRows rows={2} label="Loading the update" />;
  const reload = async () => {
    const fresh = await refresh();
    return { values: { body: fresh.data.body }, etag: fresh.etag };
  };
  return <Form maintenanceID={maintenanceID} updateID={updateID} onClose={onClose} edited={{ current: { values: { body: data.body }, etag }, reload }} />;
}

function Form({ maintenanceID, updateID, onClose, edited }: EditUpdateProps & { edited: { current: Edition<Values>; reload: () => Promise<Edition<Values>> } }) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const form = useCallForm<Values>({
    schema: maintenanceUpdateChange as z.ZodType<unknown, Values>,
    defaultValues: edited.current.values,
    edited,
    submit: async (body, ifMatch) => {
      await call("PATCH /v1/organizations/{orgID}/maintenances/{maintenanceID}/updates/{updateID}", { params: { orgID, maintenanceID, updateID }, body, ifMatch });
      await refresh();
      say("The update is edited. Nobody is told.");
      onClose();
    },
  });
  return (
    <form {...form.props} className="grid gap-3">
      <TextAreaField label="Words" rows={4} required hint="The page shows that it was edited. Nobody is told." {...form.field("body")} />
      <Message>{form.message}</Message>
      <div className="flex flex-wrap gap-2">
        <Button {...form.button}>{form.button.busy ? "Saving…" : "Save"}</Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
      <Conflict conflict={form.conflict} fields={[{ name: "body", label: "Words" }]} />
    </form>
  );
}
