"use client";

import { z } from "zod";
import { useCallForm } from "@/components/forms/use-call-form";
import { Button } from "@/components/ui/button";
import { Message } from "@/components/ui/message";
import { ApiError, call } from "@/lib/http/api-client";

const emptySchema = z.object({});

export function SwitchAccountForm() {
  const form = useCallForm({
    schema: emptySchema,
    defaultValues: {},
    submit: async () => {
      await call("POST /v1/auth/logout").catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.status !== 401) throw error;
      });
      window.location.reload();
      return "leaving";
    },
  });
  return (
    <form {...form.props} className="grid gap-4">
      <Message>{form.message}</Message>
      <Button variant="secondary" {...form.button}>
        Use another account
      </Button>
    </form>
  );
}
