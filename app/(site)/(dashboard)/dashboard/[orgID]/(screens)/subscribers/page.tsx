import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { SubscribersScreen } from "@/components/subscribers/subscribers-screen";

export const metadata: Metadata = { title: "Subscribers" };

export default createPage("/dashboard/[orgID]/subscribers", () => <SubscribersScreen />);
