import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { Setup } from "@/components/organizations/setup";

export const metadata: Metadata = { title: "Setup guide" };

export default createPage("/dashboard/[orgID]/setup", () => <Setup />);
