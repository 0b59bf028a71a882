"use client";

import { useParams } from "next/navigation";
import { ComponentScreen } from "@/components/components/component-screen";

/** What is not there: the screen finds out by `/v1`, like anything else, and says where the others are. Only the answer's status differs. */
export default function NoComponent() {
  return <ComponentScreen componentID={useParams<{ componentID: string }>().componentID} />;
}
