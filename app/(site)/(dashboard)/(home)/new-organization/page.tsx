import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { NewOrganizationScreen } from "@/components/organizations/new-organization";

export const metadata: Metadata = { title: "New organization" };

export default createPage("/new-organization", () => <NewOrganizationScreen />);
