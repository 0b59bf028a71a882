import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { SubscriberScreen } from "@/components/subscribers/subscriber-screen";

export const metadata: Metadata = { title: "Subscriber" };

export default createPage("/dashboard/[orgID]/subscribers/[subscriberID]", ({ subscriberID }) => (
  <SubscriberScreen id={subscriberID} />
));
