import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { findCurrentUser } from "@/app/current-user";
import { importPageQueries } from "@/app/server-bundle";
import { OrganizationProvider } from "@/components/organizations/organization-provider";

type Props = { params: Promise<{ orgID: string }> };

/** Returns null if the user is signed out, or if the organization can't be read. */
const findOrganization = cache(async (orgID: string) => {
  const user = await findCurrentUser();
  return user && (await importPageQueries()).findOrganization(user, orgID);
});

const findName = cache(
  async (orgID: string) =>
    (await findOrganization(orgID))?.name ??
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
  // The pages redirect signed-out users to sign-in. A 404 would reveal which organizations exist.
  const user = await findCurrentUser();
  if (user === null) return children;
  const { orgID } = await params;
  if ((await findName(orgID)) === null) notFound();
  return (
    <OrganizationProvider
      key={orgID}
      orgID={orgID}
      initial={await findOrganization(orgID)}
      userID={user.id}
    >
      {children}
    </OrganizationProvider>
  );
}
