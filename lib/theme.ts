/** The themes of all pages except status pages. "system" follows the browser's setting. */
export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** The cookie with the theme that was chosen last, for pages without a session. */
export const THEME_COOKIE = "theme";

export const parseTheme = (value: string | null | undefined): Theme =>
  themes.find((theme) => theme === value) ?? "system";
