import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { OrganizationList } from "@/components/organizations/organization-list";

export const metadata: Metadata = { title: "Organizations" };

export default createPage("/dashboard", () => <OrganizationList />);
