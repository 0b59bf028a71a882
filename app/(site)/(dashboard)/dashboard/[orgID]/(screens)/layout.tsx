import { OrganizationShell } from "@/components/shell/organization-shell";

export default function ScreensLayout({ children }: { children: React.ReactNode }) {
  return <OrganizationShell>{children}</OrganizationShell>;
}
