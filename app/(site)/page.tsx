import { findCurrentUserIfAvailable } from "@/app/current-user";
import { LandingPage } from "@/components/landing/landing-page";
import { VisitorMenu } from "@/components/landing/visitor-menu";

/** The landing page of signed-in users. app/landing/landing-document.tsx renders it for others. */
export default async function Home() {
  const user = await findCurrentUserIfAvailable();
  return <LandingPage menu={user && <VisitorMenu user={user} />} />;
}
