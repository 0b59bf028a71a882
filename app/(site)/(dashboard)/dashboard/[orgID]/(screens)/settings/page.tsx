import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { BrandingSettings } from "@/components/settings/page-settings";

export const metadata: Metadata = { title: "Branding" };

export default createPage("/dashboard/[orgID]/settings", () => <BrandingSettings />);
