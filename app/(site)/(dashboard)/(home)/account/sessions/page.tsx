import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { SessionList } from "@/components/account/session-list";

export const metadata: Metadata = { title: "Sessions" };

export default createPage("/account/sessions", () => <SessionList />);
