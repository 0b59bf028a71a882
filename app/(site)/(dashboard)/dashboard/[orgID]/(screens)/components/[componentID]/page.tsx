import type { Metadata } from "next";
import { requireRecord } from "@/app/visitor";
import { ComponentScreen } from "@/components/components/component-screen";
import { getComponent } from "@/lib/components/queries";

export const metadata: Metadata = { title: "Component" };

type Props = { params: Promise<{ orgID: string; componentID: string }> };

export default async function ComponentPage({ params }: Props) {
  const { orgID, componentID } = await params;
  await requireRecord(`/dashboard/${orgID}/components/${componentID}`, orgID, (scope) => getComponent(scope, componentID));
  return <ComponentScreen key={componentID} componentID={componentID} />;
}
