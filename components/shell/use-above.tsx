"use client";

import { useState } from "react";
import type { PaletteProps } from "@/components/palette/palette-window";
import { lazily } from "@/components/ui/lazily";
import { useShortcuts } from "./shortcuts";

const ShortcutHelp = lazily(async () => (await import("./shortcut-help")).ShortcutHelp);

type Palette = React.ComponentType<PaletteProps & { open: boolean }>;

/** What lies above any screen, and the keys that open it: the palette (Ctrl/⌘-K), and which keys there are (?). `report` begins to report an incident (N), where that can be done. */
export function useAbove(Palette: Palette, report?: () => void): { openPalette: () => void; above: React.ReactNode } {
  const [open, setOpen] = useState<"palette" | "help" | null>(null);
  const [begun, setBegun] = useState("");
  const close = () => {
    setOpen(null);
    setBegun("");
  };
  const takeEarly = (key: string) => {
    if (key === "Escape") close();
    else if (key !== "Enter") setBegun((before) => (key === "Backspace" ? before.slice(0, -1) : before + key));
  };
  const help = () => setOpen("help");
  useShortcuts({
    palette: () => (open === "palette" ? close() : setOpen("palette")),
    early: open === "palette" ? takeEarly : null,
    single: { "?": help, ...(report && { n: report }) },
  });
  return {
    openPalette: () => setOpen("palette"),
    above: (
      <>
        <Palette open={open === "palette"} begun={begun} onClose={close} onHelp={help} />
        <ShortcutHelp open={open === "help"} onClose={close} reports={report !== undefined} />
      </>
    ),
  };
}
