import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { ComponentsScreen } from "@/components/components/components-screen";

export const metadata: Metadata = { title: "Components" };

export default createPage("/dashboard/[orgID]/components", () => <ComponentsScreen />);
