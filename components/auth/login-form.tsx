"use client";

import { useCallForm } from "@/components/forms/use-call-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { leaveTo } from "@/components/ui/leave-to";
import { Message } from "@/components/ui/message";
import { credentials } from "@/lib/auth/schema";
import { call } from "@/lib/http/api-client";
import { CurrentPasswordField } from "./password-fields";

async function findStartPath(): Promise<string> {
  const organizations = await call("GET /v1/organizations").then(
    ({ data }) => data,
    () => [],
  );
  return organizations.length === 1 ? `/dashboard/${organizations[0]!.id}` : "/dashboard";
}

export function LoginForm({ next }: { next: string }) {
  const form = useCallForm({
    schema: credentials,
    defaultValues: { email: "", password: "" },
    submit: async (body) => {
      await call("POST /v1/auth/login", { body });
      leaveTo(next === "/dashboard" ? await findStartPath() : next);
      return "leaving";
    },
  });
  return (
    <form {...form.props} className="grid gap-4">
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        required
        focusFirst
        {...form.field("email")}
      />
      <CurrentPasswordField label="Password" {...form.field("password")} />
      <Message>{form.message}</Message>
      <Button {...form.button}>{form.button.busy ? "Signing in…" : "Sign in"}</Button>
    </form>
  );
}
