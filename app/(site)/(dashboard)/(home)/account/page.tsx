import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { Account } from "@/components/account/account";

export const metadata: Metadata = { title: "My account" };

export default async function AccountPage() {
  await requireSignedIn("/account");
  return <Account />;
}
