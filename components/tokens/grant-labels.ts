import type { Grant } from "@/lib/roles";

export const grantLabels: Record<Grant, string> = {
  members: "Invite members and change their roles",
  tokens: "Create tokens with the admin role",
};
