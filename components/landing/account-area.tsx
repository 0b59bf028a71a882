"use client";

import { AccountMenu } from "@/components/auth/account-menu";
import { SignedIn } from "@/components/auth/session";
import { Toaster } from "@/components/ui/toaster";
import type { UserResponse } from "@/lib/http/client";

export function AccountArea({ user }: { user: UserResponse }) {
  return (
    <SignedIn value={user}>
      <AccountMenu />
      <Toaster />
    </SignedIn>
  );
}
