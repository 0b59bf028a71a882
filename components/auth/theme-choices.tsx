"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { parseTheme, type Theme, THEME_COOKIE } from "@/lib/theme";
import { MenuChoices, MenuLabel } from "@/components/ui/menu";
import { showErrorToast } from "@/components/ui/toaster";
import { BASE_PATH } from "@/lib/base-path";
import { ApiError, call } from "@/lib/http/api-client";

const choices = [
  { value: "system", label: "System", icon: Monitor },
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
] as const;
const YEAR_S = 365 * 24 * 60 * 60;

export function ThemeChoices() {
  const [theme, setTheme] = useState(() => parseTheme(document.documentElement.dataset.theme));
  const change = async (chosen: Theme) => {
    setTheme(chosen);
    document.documentElement.dataset.theme = chosen;
    document.cookie = `${THEME_COOKIE}=${chosen}; path=${BASE_PATH || "/"}; max-age=${YEAR_S}; samesite=lax`;
    try {
      await call("PATCH /v1/me", { body: { theme: chosen } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      showErrorToast("Couldn’t save the theme for your other browsers", error.detail);
    }
  };
  return (
    <>
      <MenuLabel>Theme</MenuLabel>
      <MenuChoices value={theme} onChange={(chosen) => void change(chosen)} choices={choices} />
    </>
  );
}
