"use client";

import { useWatch } from "react-hook-form";
import { useRead, useRefresh } from "@/components/data/use-read";
import { FormEnd } from "@/components/forms/form-end";
import { useCallForm } from "@/components/forms/use-call-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { Choice } from "@/components/ui/choice";
import { FieldGroup } from "@/components/ui/field";
import { say } from "@/components/ui/toaster";
import { call } from "@/lib/http/client";
import { reactivation } from "@/lib/subscribers/schema";

const messages = (count: number, more = false) => (count === 1 && !more ? "1 message" : `${count}${more ? " or more" : ""} messages`);

/** Ends a quarantine, with or without what was missed. */
export default function ReactivateSubscriber({ id, onDone }: { id: string; onDone: () => void }) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const { data: held, next } = useRead("GET /v1/organizations/{orgID}/deliveries", { params: { orgID }, query: { subscriber: id, state: "held" } });
  const form = useCallForm({
    schema: reactivation,
    defaultValues: { replay: true },
    submit: async (body) => {
      const { data } = await call("POST /v1/organizations/{orgID}/subscribers/{subscriberID}/reactivate", { params: { orgID, subscriberID: id }, body });
      await refresh();
      say(data.replayed > 0 ? `Active again. ${messages(data.replayed)} on the way.` : "Active again. It hears of what happens from now on.");
      onDone();
    },
  });
  const replay = useWatch({ control: form.form.control, name: "replay" });
  const choice = (value: boolean) => ({ name: "replay", checked: replay === value, onChange: () => form.form.setValue("replay", value) });
  return (
    <form {...form.props} className="grid gap-4">
      <FieldGroup label="What it missed">
        <div className="grid gap-1">
          <Choice type="radio" {...choice(true)}>
            <span>
              Send it now
              <span className="block text-muted">{held === undefined ? "Counting…" : held.length === 0 ? "Nothing was held back." : `${messages(held.length, next !== null)} held back, each in the words of its time.`}</span>
            </span>
          </Choice>
          <Choice type="radio" {...choice(false)}>
            <span>
              Leave it out
              <span className="block text-muted">It hears of what happens from now on.</span>
            </span>
          </Choice>
        </div>
      </FieldGroup>
      <FormEnd form={form} action="Reactivate" busyAction="Reactivating…" onClose={onDone} />
    </form>
  );
}
