export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** Stores the dashboard's theme in the browser. Status pages use the visitor's system setting. */
export const THEME_COOKIE = "theme";

export const parseTheme = (value: string | undefined): Theme =>
  themes.find((theme) => theme === value) ?? "system";
