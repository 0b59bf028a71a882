import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { TokenList } from "@/components/tokens/token-list";

export const metadata: Metadata = { title: "API tokens" };

export default createPage("/dashboard/[orgID]/settings/tokens", () => <TokenList />);
