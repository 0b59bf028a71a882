"use client";

import { useCallForm } from "@/components/forms/use-call-form";
import { Button } from "@/components/ui/button";
import { leaveTo } from "@/components/ui/leave-to";
import { Message } from "@/components/ui/message";
import { ApiError, call } from "@/lib/http/api-client";
import { acceptance } from "@/lib/organizations/schema";

export function AcceptInvitationForm({ token }: { token: string }) {
  const form = useCallForm({
    schema: acceptance,
    defaultValues: { token },
    submit: async (body) => {
      try {
        const { data } = await call("POST /v1/invitations/accept", { body });
        leaveTo(`/dashboard/${data.id}`);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 401) throw error;
        // The session has ended; the reloaded page offers to sign in.
        window.location.reload();
      }
      return "leaving";
    },
  });
  return (
    <form {...form.props} className="grid gap-4">
      <Message>
        {form.getError("token") === undefined
          ? form.message
          : "This invitation is no longer valid: it was accepted or revoked, or has expired. Ask for a new one."}
      </Message>
      <Button {...form.button}>{form.button.busy ? "Accepting…" : "Accept invitation"}</Button>
    </form>
  );
}
