import { getContrastRatio, getTextColor, isColor } from "@/lib/contrast";

/** The background colors of each scheme, from app/tokens.css. */
export const backgrounds = {
  light: { canvas: "#fafafb", surface: "#ffffff", sunken: "#f1f2f4" },
  dark: { canvas: "#0c0e11", surface: "#13161b", sunken: "#1c2027" },
} as const;
/** The default accent color of each scheme, from app/tokens.css. */
export const defaultAccents = { light: "#2746c7", dark: "#9badff" } as const;
const TEXT_CONTRAST = 4.5;

/** Returns `color` for each color scheme in which it has enough contrast for text, else null. */
export function getUsableAccents(
  color: string | null,
): Record<keyof typeof backgrounds, string | null> {
  const getUsable = (scheme: keyof typeof backgrounds) =>
    isColor(color) &&
    Object.values(backgrounds[scheme]).every(
      (background) => getContrastRatio(color, background) >= TEXT_CONTRAST,
    )
      ? color
      : null;
  return { light: getUsable("light"), dark: getUsable("dark") };
}

/** Returns the CSS rule of the header, or an empty string if it has no color and no cover. */
export function renderHeaderStyle(color: string | null, cover: string | null): string {
  const style = [];
  if (isColor(color)) style.push(`background-color:${color}`);
  // A dark overlay keeps the text readable on any image.
  if (cover !== null)
    style.push(
      `background-image:linear-gradient(#0009,#0009),url(${JSON.stringify(cover)})`,
      "background-size:cover;background-position:center",
    );
  const ink = cover !== null ? "#ffffff" : isColor(color) ? getTextColor(color) : null;
  if (ink !== null)
    style.push(
      `--color-ink:${ink};--color-muted:var(--color-ink);--color-accent:var(--color-ink)`,
      "color:var(--color-ink)",
    );
  return style.length === 0 ? "" : `.sp-frame>header{${style.join(";")}}`;
}
