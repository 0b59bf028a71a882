import { useRouter } from "next/navigation";
import { useConnection } from "@/components/data/connection";
import { showOfflineToast } from "@/components/data/connection-banner";
import { useOrganization } from "@/components/organizations/organization-context";
import { rememberOpenedRow } from "@/components/ui/row-link";
import { getFocusedRowLink, useScreenShortcut } from "./shortcuts";

/** Returns a function that opens a path. Offline, it shows a toast with the name of the screen. */
export function useOpenScreen(): (path: string, name: string) => void {
  const router = useRouter();
  const { isReachable } = useConnection();
  // Navigating offline would show the browser's error page.
  return (path, name) => (isReachable ? router.push(path) : showOfflineToast(name));
}

type Screen = { path: string; name: string };

/** When an editor presses `key`, opens the screen that `getScreen` returns for the focused row. */
export function useRowShortcut(
  key: string,
  getScreen: (link: HTMLAnchorElement) => Screen | null,
): void {
  const { at, is } = useOrganization();
  const openScreen = useOpenScreen();
  const openFocusedRow = () => {
    const link = getFocusedRowLink();
    const screen = link ? getScreen(link) : null;
    if (!link || screen === null) return;
    rememberOpenedRow(link);
    openScreen(at(screen.path), screen.name);
  };
  useScreenShortcut(key, is("editor") ? openFocusedRow : null);
}

/** When an editor presses `key`, opens the focused row's event and shows `dialog`. */
export const useEventRowShortcut = (
  noun: "incident" | "maintenance",
  key: string,
  dialog: string,
): void =>
  useRowShortcut(key, ({ dataset }) => ({
    path: `/${noun}s/${dataset.row}?do=${dialog}`,
    name: `this ${noun}`,
  }));
