import { findCurrentUserIfAvailable } from "@/app/current-user";
import { LandingPage } from "@/components/landing/landing-page";
import { VisitorMenu } from "@/components/landing/visitor-menu";

/** The landing page of signed-in users. Others get a document (app/landing/landing-document.tsx). */
export default async function Home() {
  const user = await findCurrentUserIfAvailable();
  return <LandingPage menu={user && <VisitorMenu user={user} />} />;
}
