import { useEffect, useEffectEvent } from "react";
import { useRefreshAll } from "@/components/data/use-read";
import { useCallForm } from "@/components/forms/use-call-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { leaveTo } from "@/components/ui/leave-to";
import { Message } from "@/components/ui/message";
import { RouteLink } from "@/components/ui/route-link";
import { credentials } from "@/lib/auth/schema";
import { call, type UserResponse } from "@/lib/http/api-client";
import { CurrentPasswordField } from "./password-fields";

type Props = { open: boolean; user: UserResponse; onSignedIn: () => void };

export function SignInAgain({ open, user, onSignedIn }: Props) {
  return (
    <Dialog
      open={open}
      title="Sign in again"
      description="Your session ended. Your unsent changes are kept."
    >
      {open && <SignInAgainForm user={user} onSignedIn={onSignedIn} />}
    </Dialog>
  );
}

export function AccountChanged({ open }: { open: boolean }) {
  return (
    <Dialog
      open={open}
      title="You’re signed in as someone else"
      description="You signed in with a different account in another tab. Reload to continue with that account."
    >
      <Button onClick={() => window.location.reload()}>Reload</Button>
    </Dialog>
  );
}

function SignInAgainForm({ user, onSignedIn }: Omit<Props, "open">) {
  const refreshAll = useEffectEvent(useRefreshAll());
  // Also runs after the user has signed in again in another tab.
  useEffect(() => () => void refreshAll(), []);
  const form = useCallForm({
    schema: credentials,
    defaultValues: { email: user.email, password: "" },
    submit: async (body) => {
      const { data: signedIn } = await call("POST /v1/auth/login", { body });
      // Discards the loaded data, which a different user must not see.
      if (signedIn.id !== user.id) {
        leaveTo("/dashboard");
        return "leaving";
      }
      onSignedIn();
    },
    isSignIn: true,
  });
  return (
    <form {...form.props} className="grid gap-4">
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        required
        {...form.field("email")}
      />
      <CurrentPasswordField label="Password" focusFirst {...form.field("password")} />
      <Message>{form.message}</Message>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button {...form.button}>{form.button.busy ? "Signing in…" : "Sign in"}</Button>
        <RouteLink href="/forgot-password">Forgot your password?</RouteLink>
      </div>
    </form>
  );
}
