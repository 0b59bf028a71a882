import type { Metadata } from "next";
import { createPage } from "@/app/current-user";
import { UserList } from "@/components/administration/user-list";

export const metadata: Metadata = { title: "Users" };

export default createPage("/admin/users", () => <UserList />);
