import type { CSSProperties } from "react";

/** The color of a status in an email. Text with the same meaning is always next to it. */
export type Tone = "none" | "minor" | "major" | "critical" | "maintenance" | "resolved";

// These colors are the same as in app/tokens.css.

export const tones: Record<Tone, string> = {
  none: "#4d5562",
  minor: "#f7b928",
  major: "#c2410c",
  critical: "#c4202b",
  maintenance: "#1d5fb8",
  resolved: "#0f7a45",
};

export const colors = {
  page: "#fafafb",
  sheet: "#ffffff",
  text: "#15171c",
  quiet: "#575e6a",
  line: "#e1e3e8",
  sunken: "#f1f2f4",
  accent: "#2746c7",
};
export const darkColors: typeof colors = {
  page: "#0c0e11",
  sheet: "#13161b",
  text: "#edeff2",
  quiet: "#a1a8b4",
  line: "#2a2f38",
  sunken: "#1c2027",
  accent: "#9badff",
};

export const font: CSSProperties = {
  fontFamily: 'Inter, -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, Helvetica, sans-serif',
  fontSize: "16px",
  lineHeight: "24px",
  color: colors.text,
};

/** Breaks long words and URLs, so that they do not widen the email. */
export const textStyle: CSSProperties = {
  ...font,
  overflowWrap: "anywhere",
  wordBreak: "break-word",
};

/**
 * Adapts emails to dark mode and small screens. Email clients that ignore style sheets show light
 * colors.
 */
export const stylesheet = [
  ":root{color-scheme:light dark;supported-color-schemes:light dark}",
  "@media (max-width:480px){.frame{padding:0!important}",
  ".sheet{border-width:0!important;border-radius:0!important}",
  ".pad{padding-left:20px!important;padding-right:20px!important}}",
  "@media (prefers-color-scheme:dark){",
  `.page{background-color:${darkColors.page}!important}`,
  `.sheet{background-color:${darkColors.sheet}!important}`,
  `.line{border-color:${darkColors.line}!important}`,
  `.text{color:${darkColors.text}!important}.quiet{color:${darkColors.quiet}!important}`,
  `.sunken{background-color:${darkColors.sunken}!important}`,
  `.link{color:${darkColors.accent}!important}`,
  `.button{background-color:${darkColors.accent}!important;color:${darkColors.page}!important}`,
  ".light{display:none!important}.dark{display:inline-block!important}}",
].join("");
