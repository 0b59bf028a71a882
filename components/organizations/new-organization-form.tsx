"use client";

import { useRouter } from "next/navigation";
import { useRefresh } from "@/components/data/use-read";
import { useCallForm } from "@/components/forms/use-call-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { call } from "@/lib/http/client";
import { newOrganization } from "@/lib/organizations/schema";

const ID_MAX_LENGTH = 64;

/** An id made of the Latin letters and digits of a name; empty when it has none. */
function suggestId(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-/, "").slice(0, ID_MAX_LENGTH).replace(/-$/, "");
}

/** Creates an organization and opens it. */
export function NewOrganizationForm() {
  const router = useRouter();
  const refresh = useRefresh();
  const form = useCallForm({
    schema: newOrganization,
    defaultValues: { name: "", id: "" },
    submit: async (body) => {
      const { data } = await call("POST /v1/organizations", { body });
      await refresh();
      router.push(`/dashboard/${data.id}`);
      return "leaving";
    },
  });
  const { onChange: onName, ...name } = form.field("name");
  const ownId = form.form.formState.dirtyFields.id === true;
  return (
    <form {...form.props} className="grid gap-4">
      <TextField
        label="Name"
        required
        autoComplete="organization"
        {...name}
        onChange={(event) => {
          void onName(event);
          if (!ownId) form.form.setValue("id", suggestId(event.target.value));
        }}
      />
      <TextField
        label="Id"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        className="font-mono"
        hint="Stands in addresses and API calls. It cannot be changed later."
        {...form.field("id")}
      />
      <Message>{form.message}</Message>
      <Button {...form.button}>{form.button.busy ? "Creating…" : "Create organization"}</Button>
    </form>
  );
}
