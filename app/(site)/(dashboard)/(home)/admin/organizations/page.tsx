import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { AllOrganizations } from "@/components/administration/all-organizations";

export const metadata: Metadata = { title: "All organizations" };

export default createPage("/admin/organizations", () => <AllOrganizations />);
