import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { ActivityList } from "@/components/account/activity-list";

export const metadata: Metadata = { title: "Activity" };

export default createPage("/account/activity", () => <ActivityList />);
