import { getTextColor, isColor } from "@/lib/contrast";
import { getUsableAccents } from "@/lib/public/page/rules";
import type { PageOrganization } from "@/lib/public/page/schema";

const FONTS: Record<PageOrganization["font"], string | null> = {
  inter: null,
  system: "ui-sans-serif,system-ui,sans-serif",
  serif: '"Iowan Old Style","Palatino Linotype",Palatino,P052,Georgia,serif',
};

const RADII: Record<PageOrganization["corners"], readonly string[] | null> = {
  rounded: null,
  slight: ["1px", "3px", "4px"],
  square: ["0", "0", "0"],
};

export function renderBrandStyle(organization: PageOrganization): string {
  const { accent_color: accent, header_color: header, cover_url: cover } = organization;
  const variables: string[] = [];
  if (isColor(accent)) {
    const { light, dark } = getUsableAccents(accent);
    const ink = "var(--color-ink)";
    const text = `light-dark(${light ?? ink},${dark ?? ink})`;
    variables.push(`--color-accent:${text}`, `--color-fill:${accent}`);
    variables.push(`--color-on-fill:${getTextColor(accent)}`);
  }
  const font = FONTS[organization.font];
  if (font !== null) variables.push(`font-family:${font}`);
  const radii = RADII[organization.corners] ?? [];
  for (const [index, size] of ["sm", "md", "lg"].entries())
    if (radii[index] !== undefined) variables.push(`--radius-${size}:${radii[index]}`);
  const headerStyle = [];
  if (isColor(header)) headerStyle.push(`background-color:${header}`);
  // A dark overlay keeps the text readable on any image.
  if (cover !== null)
    headerStyle.push(
      `background-image:linear-gradient(#0009,#0009),url(${JSON.stringify(cover)})`,
      "background-size:cover;background-position:center",
    );
  const ink = cover !== null ? "#ffffff" : isColor(header) ? getTextColor(header) : null;
  if (ink !== null)
    headerStyle.push(
      `--color-ink:${ink};--color-muted:var(--color-ink);--color-accent:var(--color-ink)`,
      "color:var(--color-ink)",
    );
  return [
    variables.length === 0 ? "" : `.sp,.sp-dialog{${variables.join(";")}}`,
    headerStyle.length === 0 ? "" : `.sp-frame>header{${headerStyle.join(";")}}`,
  ].join("");
}
