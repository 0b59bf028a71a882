import { getTextColor, isColor } from "@/lib/contrast";
import { getUsableAccents, renderHeaderStyle } from "@/lib/public/page/colors";
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
  const page = variables.length === 0 ? "" : `.sp,.sp-dialog{${variables.join(";")}}`;
  return page + renderHeaderStyle(header, cover);
}
