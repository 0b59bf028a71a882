"use client";

import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { TextAreaField, TextField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { api, type Component } from "@/lib/http/client";

/** Adds a component, and is ready for the next one at once. */
export function NewComponentForm({ orgID, onCreated }: { orgID: string; onCreated: (component: Component) => Promise<unknown> }) {
  const form = useForm(["name", "description"], async (values, element) => {
    const component = await api.createComponent(orgID, { name: String(values.get("name")), description: String(values.get("description")) });
    await onCreated(component);
    element.reset();
    element.querySelector<HTMLInputElement>('[name="name"]')?.focus();
  });
  return (
    <form {...form.props} className="grid gap-4">
      <TextField label="Name" name="name" required autoComplete="off" error={form.errorOf("name")} />
      <TextAreaField label="Description" name="description" error={form.errorOf("description")} />
      <Message>{form.message}</Message>
      <Button variant="secondary" {...form.button} className="justify-self-start">
        {form.button.busy ? "Adding…" : "Add component"}
      </Button>
    </form>
  );
}
