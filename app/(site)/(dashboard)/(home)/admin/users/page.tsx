import type { Metadata } from "next";
import { requireSignedIn } from "@/app/current-user";
import { UserList } from "@/components/administration/user-list";

export const metadata: Metadata = { title: "Users" };

export default async function UsersPage() {
  await requireSignedIn("/admin/users");
  return <UserList />;
}
