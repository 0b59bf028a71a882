import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { ActivityList } from "@/components/account/activity-list";

export const metadata: Metadata = { title: "Activity" };

export default async function ActivityPage() {
  await requireSignedIn("/account/activity");
  return <ActivityList />;
}
