import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { SystemOverview } from "@/components/administration/system-overview";

export const metadata: Metadata = { title: "Administration" };

export default createPage("/admin", () => <SystemOverview />);
