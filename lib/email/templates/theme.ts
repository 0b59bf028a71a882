import type { CSSProperties } from "react";

/** Color of an email. The text always states the same meaning. */
export type EmailTone = "good" | "notice" | "warning" | "serious" | "critical" | "neutral";

type Palette = { ink: string; tint: string; mark: string };

const light: Record<EmailTone, Palette> = {
  good: { ink: "#166534", tint: "#dcfce7", mark: "#16a34a" },
  notice: { ink: "#1e40af", tint: "#dbeafe", mark: "#2563eb" },
  warning: { ink: "#854d0e", tint: "#fef3c7", mark: "#d97706" },
  serious: { ink: "#9a3412", tint: "#ffedd5", mark: "#ea580c" },
  critical: { ink: "#991b1b", tint: "#fee2e2", mark: "#dc2626" },
  neutral: { ink: "#374151", tint: "#eef0f3", mark: "#6b7280" },
};

const dark: Record<EmailTone, Palette> = {
  good: { ink: "#86efac", tint: "#12331f", mark: "#22c55e" },
  notice: { ink: "#a3c4fd", tint: "#172b4f", mark: "#3b82f6" },
  warning: { ink: "#fcd34d", tint: "#3a2b0a", mark: "#f59e0b" },
  serious: { ink: "#fdba74", tint: "#40230f", mark: "#f97316" },
  critical: { ink: "#fca5a5", tint: "#451a1a", mark: "#ef4444" },
  neutral: { ink: "#d1d5db", tint: "#2b313b", mark: "#9ca3af" },
};

export const tones = light;

export const colors = {
  page: "#f3f4f6",
  sheet: "#ffffff",
  text: "#1f2937",
  quiet: "#5b6472",
  line: "#e3e6ea",
  button: "#111827",
  buttonText: "#ffffff",
};

export const font: CSSProperties = {
  fontFamily: '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, Helvetica, Arial, sans-serif',
  fontSize: "16px",
  lineHeight: "24px",
  color: colors.text,
};

const darkTones = (Object.keys(dark) as EmailTone[])
  .map(
    (tone) =>
      `.ink-${tone}{color:${dark[tone].ink}!important}` +
      `.tint-${tone}{background-color:${dark[tone].tint}!important}` +
      `.mark-${tone}{background-color:${dark[tone].mark}!important}`,
  )
  .join("");

/** Rules that inline styles can't express. Without them, an email is shown in light colors. */
export const stylesheet = [
  ":root{color-scheme:light dark;supported-color-schemes:light dark}",
  "@media (max-width:480px){.frame{padding:0!important}.sheet{border-radius:0!important}" +
    ".pad{padding-left:20px!important;padding-right:20px!important}}",
  "@media (prefers-color-scheme:dark){",
  ".page{background-color:#0f1218!important}.sheet{background-color:#191d25!important}",
  ".text{color:#e6e8ec!important}.quiet{color:#a4adba!important}.line{border-color:#333a46!important}",
  ".button{background-color:#e6e8ec!important;color:#111827!important}",
  darkTones,
  "}",
].join("");
