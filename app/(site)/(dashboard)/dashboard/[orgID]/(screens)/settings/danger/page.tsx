import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { DangerZone } from "@/components/organizations/danger-zone";

export const metadata: Metadata = { title: "Danger zone" };

export default createPage("/dashboard/[orgID]/settings/danger", () => <DangerZone />);
