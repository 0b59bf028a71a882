import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { findVisitor } from "@/app/visitor";
import { Problem } from "@/lib/errors";
import { visitOrganization } from "@/lib/organizations/scope";

type Props = { params: Promise<{ orgID: string }> };

/** The organization's name; null where there is none, its id while the database does not answer. */
const nameOf = cache((orgID: string): Promise<string | null> =>
  visitOrganization(orgID).then(
    ({ name }) => name,
    (error: unknown) => (error instanceof Problem && error.status === 404 ? null : orgID),
  ),
);

/** Each screen's title is followed by the organization's name: tabs of several can be told apart. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { orgID } = await params;
  const name = (await nameOf(orgID)) ?? orgID;
  return { title: { template: `%s · ${name} · Candor`, default: name } };
}

export default async function OrganizationLayout({ params, children }: Props & { children: React.ReactNode }) {
  // Whoever is not signed in is sent to sign-in by the screen, and learns nothing of what there is.
  if ((await findVisitor()) !== null && (await nameOf((await params).orgID)) === null) notFound();
  return children;
}
