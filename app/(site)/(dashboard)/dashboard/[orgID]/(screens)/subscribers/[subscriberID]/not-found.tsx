"use client";

import { useParams } from "next/navigation";
import { SubscriberScreen } from "@/components/subscribers/subscriber-screen";

/** What is not there: the screen finds out by `/v1`, like anything else, and says where the others are. Only the answer's status differs. */
export default function NoSubscriber() {
  return <SubscriberScreen id={useParams<{ subscriberID: string }>().subscriberID} />;
}
