"use client";

import { useState } from "react";
import type { PaletteProps } from "@/components/palette/palette-dialog";
import { createLazyComponent } from "@/components/ui/lazy-component";
import { useShortcuts } from "./shortcuts";

const ShortcutHelp = createLazyComponent(
  async () => (await import("./shortcut-help")).ShortcutHelp,
);

type Palette = React.ComponentType<PaletteProps & { open: boolean }>;

type Keys = {
  /** Called for the key N. Undefined for users who can't report incidents. */
  report?: (() => void) | undefined;
  /** Functions that open a screen, by the key that is pressed after G. */
  goTo?: Record<string, () => void>;
};

export function useOverlays(
  Palette: Palette,
  { report, goTo = {} }: Keys = {},
): { openPalette: () => void; overlays: React.ReactNode } {
  const [open, setOpen] = useState<"palette" | "help" | null>(null);
  const close = () => setOpen(null);
  const help = () => setOpen("help");
  useShortcuts({
    palette: () => (open === "palette" ? close() : setOpen("palette")),
    single: { "?": help, ...(report && { n: report }) },
    goTo,
  });
  return {
    openPalette: () => setOpen("palette"),
    overlays: (
      <>
        <Palette open={open === "palette"} onClose={close} onHelp={help} />
        <ShortcutHelp
          open={open === "help"}
          onClose={close}
          canReport={report !== undefined}
          hasScreens={Object.keys(goTo).length > 0}
        />
      </>
    ),
  };
}
