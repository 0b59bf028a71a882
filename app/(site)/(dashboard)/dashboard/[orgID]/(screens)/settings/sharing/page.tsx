import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { Sharing } from "@/components/settings/sharing";

export const metadata: Metadata = { title: "Share and embed" };

export default createPage("/dashboard/[orgID]/settings/sharing", () => <Sharing />);
