import { HomeShell } from "@/components/shell/home-shell";

/** Around the screens that belong to no organization. */
export default function HomeLayout({ children }: { children: React.ReactNode }) {
  return <HomeShell>{children}</HomeShell>;
}
