import { SettingsNavigation } from "@/components/settings/settings-navigation";

export default function SettingsLayout({ children }: { children: React.ReactNode }) {
  return (
    <>
      <SettingsNavigation />
      {children}
    </>
  );
}
