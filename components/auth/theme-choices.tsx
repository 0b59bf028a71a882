"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { parseTheme, type Theme, THEME_COOKIE } from "@/lib/theme";
import { MenuChoices, MenuLabel } from "@/components/ui/menu";
import { BASE_PATH } from "@/lib/base-path";

const choices = [
  { value: "system", label: "System", icon: Monitor },
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
] as const;
const YEAR_S = 365 * 24 * 60 * 60;

export function ThemeChoices() {
  const [theme, setTheme] = useState(() => parseTheme(document.documentElement.dataset.theme));
  const change = (chosen: Theme) => {
    setTheme(chosen);
    document.documentElement.dataset.theme = chosen;
    document.cookie = `${THEME_COOKIE}=${chosen}; path=${BASE_PATH || "/"}; max-age=${YEAR_S}; samesite=lax`;
  };
  return (
    <>
      <MenuLabel>Theme</MenuLabel>
      <MenuChoices value={theme} onChange={change} choices={choices} />
    </>
  );
}
