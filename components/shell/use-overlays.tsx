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
): { openPalette: () => void; openHelp: () => void; overlays: React.ReactNode } {
  const [open, setOpen] = useState<"palette" | "help" | null>(null);
  const [typedText, setTypedText] = useState("");
  const close = () => {
    setOpen(null);
    setTypedText("");
  };
  const appendTypedKey = (key: string) => {
    if (key === "Escape") close();
    else if (key !== "Enter")
      setTypedText((before) => (key === "Backspace" ? before.slice(0, -1) : before + key));
  };
  const openHelp = () => setOpen("help");
  useShortcuts({
    palette: () => (open === "palette" ? close() : setOpen("palette")),
    onEarlyKey: open === "palette" ? appendTypedKey : null,
    single: { "?": openHelp, ...(report && { n: report }) },
    goTo,
  });
  return {
    openPalette: () => setOpen("palette"),
    openHelp,
    overlays: (
      <>
        <Palette
          open={open === "palette"}
          initialQuery={typedText}
          onClose={close}
          onHelp={openHelp}
        />
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
