import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { Account } from "@/components/account/account";

export const metadata: Metadata = { title: "My account" };

export default createPage("/account", () => <Account />);
