import { useRouter } from "next/navigation";
import type { z } from "zod";
import { ConflictDialog } from "@/components/forms/conflict-dialog";
import {
  createEditedResource,
  type LoadedResource,
  useCallForm,
} from "@/components/forms/use-call-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Message } from "@/components/ui/message";
import { showToast } from "@/components/ui/toaster";
import { accountChange } from "@/lib/auth/schema";
import { call, type UserResponse } from "@/lib/http/api-client";

export default function NameForm({ record }: { record: LoadedResource<UserResponse> }) {
  const router = useRouter();
  const form = useCallForm<{ name: string }>({
    schema: accountChange as z.ZodType<unknown, { name: string }>,
    edited: createEditedResource(record, ({ name }) => ({ name })),
    submit: async (body, ifMatch) => {
      await call("PATCH /v1/me", { body, ifMatch });
      const { data } = await record.reload();
      form.showSaved(body, { name: data.name });
      router.refresh();
      showToast("Name changed.");
    },
  });
  return (
    <>
      <form {...form.props} className="grid gap-4">
        <TextField label="Name" required autoComplete="name" {...form.field("name")} />
        <Message>{form.message}</Message>
        <Button variant="secondary" className="justify-self-start" {...form.button}>
          {form.button.busy ? "Saving…" : "Save name"}
        </Button>
      </form>
      <ConflictDialog conflict={form.conflict} fields={[{ name: "name", label: "Name" }]} />
    </>
  );
}
