"use client";

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

/** When an editor presses `key`, opens the screen of the focused row's event with `dialog`. */
export function useRowShortcut(
  noun: "incident" | "maintenance",
  key: string,
  dialog: string,
): void {
  const { at, is } = useOrganization();
  const openScreen = useOpenScreen();
  const openFocusedRow = () => {
    const link = getFocusedRowLink();
    if (!link) return;
    rememberOpenedRow(link);
    openScreen(at(`/${noun}s/${link.dataset.row}?do=${dialog}`), `this ${noun}`);
  };
  useScreenShortcut(key, is("editor") ? openFocusedRow : null);
}
