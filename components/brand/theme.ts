export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** The theme of the dashboard in this browser. Status pages follow the visitor's system. */
export const THEME_COOKIE = "theme";

export const parseTheme = (value: string | undefined): Theme =>
  themes.find((theme) => theme === value) ?? "system";
