import type { z } from "zod";
import { RestoredDraft } from "@/components/forms/restored-draft";
import { useCallForm } from "@/components/forms/use-call-form";
import { useOrganization } from "@/components/organizations/organization-context";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { domainChoice } from "@/lib/domains/schema";

type Values = { host: string };

export default function DomainForm() {
  const { id: orgID, call, refresh } = useOrganization();
  const form = useCallForm<Values>({
    schema: domainChoice as z.ZodType<unknown, unknown> as z.ZodType<unknown, Values>,
    defaultValues: { host: "" },
    draft: `domain-${orgID}`,
    submit: async (body) => {
      await call("PUT /v1/organizations/{orgID}/domain", { body });
      await refresh();
    },
  });
  return (
    <form {...form.props} className="grid max-w-xl gap-4">
      <RestoredDraft restored={form.restored} onDiscard={form.discard} />
      <TextField
        label="Domain"
        required
        inputMode="url"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="status.example.com"
        hint="Use a subdomain that no other website uses; you verify it in the next step."
        {...form.field("host")}
      />
      <Message>{form.message}</Message>
      <Button className="justify-self-start" {...form.button}>
        {form.button.busy ? "Saving…" : "Use this domain"}
      </Button>
    </form>
  );
}
