import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { findCurrentUser } from "@/app/current-user";
import { Problem } from "@/lib/errors";
import { getPublicOrganization } from "@/lib/organizations/scope";

type Props = { params: Promise<{ orgID: string }> };

/** Null if the organization does not exist; its ID if the database is unavailable. */
const findName = cache((orgID: string): Promise<string | null> =>
  getPublicOrganization(orgID).then(
    ({ name }) => name,
    (error: unknown) => (error instanceof Problem && error.status === 404 ? null : orgID),
  ),
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
  // Without a session the screen redirects to sign-in, which does not reveal what exists.
  if ((await findCurrentUser()) !== null && (await findName((await params).orgID)) === null)
    notFound();
  return children;
}
