"use client";

import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { Message } from "@/components/ui/message";
import { ApiError, api } from "@/lib/http/client";

/** Signs out and loads this page again, as it is for whoever is not signed in. */
export function SwitchAccountForm() {
  const form = useForm([], async () => {
    await api.logout().catch((error: unknown) => {
      // The session had ended already: that is what was asked for.
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
    });
    window.location.reload();
    return "leaving";
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
