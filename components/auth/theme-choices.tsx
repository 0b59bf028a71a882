import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { parseTheme, type Theme, THEME_COOKIE } from "@/lib/theme";
import { useAction } from "@/components/data/use-action";
import { MenuChoices, MenuLabel } from "@/components/ui/menu";
import { BASE_PATH } from "@/lib/base-path";
import { call } from "@/lib/http/api-client";

const choices = [
  { value: "system", label: "System", icon: Monitor },
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
] as const;
const YEAR_S = 365 * 24 * 60 * 60;

export function ThemeChoices() {
  const [theme, setTheme] = useState(() => parseTheme(document.documentElement.dataset.theme));
  const attempt = useAction();
  const apply = (chosen: Theme) => {
    setTheme(chosen);
    document.documentElement.dataset.theme = chosen;
    document.cookie = `${THEME_COOKIE}=${chosen}; path=${BASE_PATH || "/"}; max-age=${YEAR_S}; samesite=lax`;
  };
  const change = (chosen: Theme) => {
    apply(chosen);
    void attempt("Couldn’t save the theme", () =>
      call("PATCH /v1/me", { body: { theme: chosen } }).catch((error: unknown) => {
        apply(theme);
        throw error;
      }),
    );
  };
  return (
    <>
      <MenuLabel>Theme</MenuLabel>
      <MenuChoices value={theme} onChange={change} choices={choices} />
    </>
  );
}
