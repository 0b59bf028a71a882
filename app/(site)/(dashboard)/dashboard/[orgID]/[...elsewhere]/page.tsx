import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireSignedIn } from "@/app/current-user";

export const metadata: Metadata = { title: "Page not found" };

type Props = { params: Promise<{ orgID: string; elsewhere: string[] }> };

export default async function UnknownPage({ params }: Props) {
  const { orgID, elsewhere } = await params;
  await requireSignedIn(`/dashboard/${orgID}/${elsewhere.join("/")}`);
  notFound();
}
