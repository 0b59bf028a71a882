import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { ComponentScreen } from "@/components/components/component-screen";

export const metadata: Metadata = { title: "Component" };

export default createPage("/dashboard/[orgID]/components/[componentID]", ({ componentID }) => (
  <ComponentScreen key={componentID} componentID={componentID} />
));
