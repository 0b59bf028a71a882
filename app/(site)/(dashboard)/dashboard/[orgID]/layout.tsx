import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { findCurrentUser } from "@/app/current-user";
import { importPageQueries } from "@/app/server-bundle";

type Props = { params: Promise<{ orgID: string }> };

const findName = cache(async (orgID: string) =>
  (await importPageQueries()).findOrganizationNameOrId(orgID),
);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { orgID } = await params;
  const name = (await findName(orgID)) ?? orgID;
  return { title: { template: `%s · ${name} · Candor`, default: name } };
}

export default async function OrganizationLayout({
  params,
  children,
}: Props & { children: React.ReactNode }) {
  // Signed-out users are redirected to sign-in instead, because a 404 would reveal which
  // organizations exist.
  if ((await findCurrentUser()) !== null && (await findName((await params).orgID)) === null)
    notFound();
  return children;
}
