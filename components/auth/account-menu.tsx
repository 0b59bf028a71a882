"use client";

import useSWR from "swr";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { Message } from "@/components/ui/message";
import { api } from "@/lib/http/client";

/** Who is signed in, and the way out. */
export function AccountMenu() {
  const { data: user } = useSWR("me", api.me);
  const form = useForm([], async () => {
    await api.logout();
    window.location.assign("/login");
    return "leaving";
  });
  return (
    <form {...form.props} className="flex min-w-0 items-center gap-2">
      <bdi title={user?.email} className="max-w-48 truncate ps-2 text-muted max-sm:hidden">
        {user?.name}
      </bdi>
      <Message>{form.message}</Message>
      <Button variant="quiet" {...form.button}>
        Sign out
      </Button>
    </form>
  );
}
