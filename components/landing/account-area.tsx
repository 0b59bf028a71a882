import { AccountMenu } from "@/components/auth/account-menu";
import { SignedIn, type SignedInUser } from "@/components/auth/session";
import { Toaster } from "@/components/ui/toaster";

export function AccountArea({ user }: { user: SignedInUser }) {
  return (
    <SignedIn value={user}>
      <AccountMenu />
      <Toaster />
    </SignedIn>
  );
}
