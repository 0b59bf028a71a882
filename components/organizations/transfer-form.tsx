"use client";

import { useState } from "react";
import { useRefresh } from "@/components/data/use-read";
import { useCallForm } from "@/components/forms/use-call-form";
import type { Member } from "@/components/members/member-row";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { named } from "@/components/ui/names";
import { SkeletonRows } from "@/components/ui/skeleton";
import { say } from "@/components/ui/toaster";
import { call } from "@/lib/http/client";
import { transfer } from "@/lib/organizations/schema";
import { useOrganization } from "./organization-context";

/** Hands the organization on to another member. */
export default function TransferForm({ others, onDone }: { others: readonly Member[] | undefined; onDone: () => void }) {
  if (others === undefined) return <SkeletonRows rows={2} label="Loading members" />;
  if (others.length === 0) return <p>There is no other member to hand it to.</p>;
  return <Form others={others} onDone={onDone} />;
}

function Form({ others, onDone }: { others: readonly Member[]; onDone: () => void }) {
  const { id: orgID } = useOrganization();
  const refresh = useRefresh(orgID);
  const [typed, setTyped] = useState("");
  const form = useCallForm({
    schema: transfer,
    defaultValues: { user_id: others[0]!.id },
    submit: async (body) => {
      if (typed !== orgID) return;
      await call("POST /v1/organizations/{orgID}/transfer", { params: { orgID }, body });
      const taker = others.find(({ id }) => id === body.user_id);
      onDone();
      await refresh();
      say(named`${taker?.name} is owner now, and you are admin.`);
    },
  });
  return (
    <form {...form.props} className="grid gap-4">
      <SelectField label="New owner" required {...form.field("user_id")}>
        {others.map(({ id, name, email }) => (
          <option key={id} value={id}>
            {name} ({email})
          </option>
        ))}
      </SelectField>
      <TextField label={`Type “${orgID}” to go on`} required autoComplete="off" autoCapitalize="off" spellCheck={false} value={typed} onChange={(event) => setTyped(event.target.value)} />
      <Message>{form.message}</Message>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button variant="danger" {...form.button} disabled={form.button.disabled || typed !== orgID}>
          {form.button.busy ? "Transferring…" : "Transfer ownership"}
        </Button>
      </div>
    </form>
  );
}
