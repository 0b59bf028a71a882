"use client";

import { AccountMenu } from "@/components/auth/account-menu";
import { SignedIn } from "@/components/auth/session";
import { Toaster } from "@/components/ui/toaster";
import type { User } from "@/lib/http/client";

export function AccountArea({ user }: { user: User }) {
  return (
    <SignedIn value={user}>
      <AccountMenu />
      <Toaster />
    </SignedIn>
  );
}
