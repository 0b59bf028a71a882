import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { Team } from "@/components/members/team";

export const metadata: Metadata = { title: "Team" };

export default createPage("/dashboard/[orgID]/settings/team", () => <Team />);
