export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** The cookie with the theme of all pages except status pages, which use the system setting. */
export const THEME_COOKIE = "theme";

export const parseTheme = (value: string | null | undefined): Theme =>
  themes.find((theme) => theme === value) ?? "system";
