function linearizeChannel(hex: string, part: 0 | 1 | 2): number {
  const value = Number.parseInt(hex.slice(1 + 2 * part, 3 + 2 * part), 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

const getLuminance = (hex: string): number =>
  0.2126 * linearizeChannel(hex, 0) +
  0.7152 * linearizeChannel(hex, 1) +
  0.0722 * linearizeChannel(hex, 2);

/** Returns the WCAG 2 contrast ratio of two `#rrggbb` colors, from 1 to 21. */
export function getContrastRatio(a: string, b: string): number {
  const [darker, lighter] = [getLuminance(a), getLuminance(b)].sort((x, y) => x - y) as [
    number,
    number,
  ];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Returns the text color with more contrast on a background color. The ratio is at least 4.5. */
export const getTextColor = (color: string): "#000000" | "#ffffff" =>
  getContrastRatio(color, "#ffffff") >= getContrastRatio(color, "#000000") ? "#ffffff" : "#000000";

export const isColor = (text: string | null): text is string =>
  text !== null && /^#[0-9a-f]{6}$/i.test(text);
