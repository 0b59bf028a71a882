"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useSWRConfig } from "swr";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { api } from "@/lib/http/client";

const ID_MAX_LENGTH = 64;

/** An id made of the Latin letters and digits of a name; empty when it has none. */
function suggestId(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-/, "").slice(0, ID_MAX_LENGTH).replace(/-$/, "");
}

/** Creates an organization and opens it. */
export function NewOrganizationForm() {
  const router = useRouter();
  const { mutate } = useSWRConfig();
  const [name, setName] = useState("");
  const [ownId, setOwnId] = useState<string | null>(null);
  const form = useForm(["name", "id"], async () => {
    const { id } = await api.createOrganization({ id: (ownId ?? suggestId(name)).trim(), name });
    await mutate("organizations");
    router.push(`/dashboard/${id}`);
    return "leaving";
  });
  return (
    <form {...form.props} className="grid gap-4">
      <TextField
        label="Name"
        name="name"
        required
        autoComplete="organization"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={form.errorOf("name")}
      />
      <TextField
        label="Id"
        name="id"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        className="font-mono"
        value={ownId ?? suggestId(name)}
        onChange={(event) => setOwnId(event.target.value)}
        error={form.errorOf("id")}
        hint="Stands in addresses and API calls. It cannot be changed later."
      />
      <Message>{form.message}</Message>
      <Button {...form.button}>{form.button.busy ? "Creating…" : "Create organization"}</Button>
    </form>
  );
}
