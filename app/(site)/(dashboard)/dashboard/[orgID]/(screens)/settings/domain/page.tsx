import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { DomainSettings } from "@/components/settings/domain-settings";

export const metadata: Metadata = { title: "Domain" };

export default createPage("/dashboard/[orgID]/settings/domain", () => <DomainSettings />);
