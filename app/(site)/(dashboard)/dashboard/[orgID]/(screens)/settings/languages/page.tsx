import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { LanguageSettings } from "@/components/settings/page-settings";

export const metadata: Metadata = { title: "Languages" };

export default createPage("/dashboard/[orgID]/settings/languages", () => <LanguageSettings />);
