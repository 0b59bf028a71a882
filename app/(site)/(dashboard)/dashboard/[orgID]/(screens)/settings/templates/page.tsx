import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { TemplateList } from "@/components/templates/template-list";

export const metadata: Metadata = { title: "Templates" };

export default createPage("/dashboard/[orgID]/settings/templates", () => <TemplateList />);
