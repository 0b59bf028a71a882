import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { SessionList } from "@/components/account/session-list";

export const metadata: Metadata = { title: "Sessions" };

export default async function SessionsPage() {
  await requireSignedIn("/account/sessions");
  return <SessionList />;
}
