"use client";

import { useRouter } from "next/navigation";
import { useConnection } from "@/components/data/connection";
import { showOfflineToast } from "@/components/data/connection-banner";
import { getFocusedRow, useScreenShortcut } from "./shortcuts";

/** Returns a function that opens a path. Offline, it shows a toast with the name of the screen. */
export function useOpenScreen(): (path: string, name: string) => void {
  const router = useRouter();
  const { isReachable } = useConnection();
  // Navigating offline would show the browser's error page.
  return (path, name) => (isReachable ? router.push(path) : showOfflineToast(name));
}

/** Opens a dialog of the focused row's screen when the user presses `key`. */
export function useRowShortcut(
  key: string,
  dialog: string,
  row: { getPath: (id: string) => string; noun: string; isEnabled: boolean },
): void {
  const openScreen = useOpenScreen();
  const openFocusedRow = () => {
    const id = getFocusedRow();
    if (id !== undefined) openScreen(`${row.getPath(id)}?do=${dialog}`, `this ${row.noun}`);
  };
  useScreenShortcut(key, row.isEnabled ? openFocusedRow : null);
}
