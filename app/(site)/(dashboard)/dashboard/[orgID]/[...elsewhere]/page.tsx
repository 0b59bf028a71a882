import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireSignedIn } from "@/app/visitor";

export const metadata: Metadata = { title: "No such screen" };

type Props = { params: Promise<{ orgID: string; elsewhere: string[] }> };

/** Every address of an organization that is no screen: said within its frame (not-found.tsx). */
export default async function Elsewhere({ params }: Props) {
  const { orgID, elsewhere } = await params;
  await requireSignedIn(`/dashboard/${orgID}/${elsewhere.join("/")}`);
  notFound();
}
