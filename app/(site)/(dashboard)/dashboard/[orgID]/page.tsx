import { requireSignedIn } from "@/app/visitor";
import { Overview } from "@/components/overview/overview";

type Props = { params: Promise<{ orgID: string }> };

export default async function OrganizationPage({ params }: Props) {
  await requireSignedIn(`/dashboard/${(await params).orgID}`);
  return <Overview />;
}
