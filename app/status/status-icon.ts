import type { Indicator } from "@/lib/status-page/schema";

const shapes: Record<Indicator, string> = {
  none: '<circle cx="16" cy="16" r="15" fill="#0b6637"/><path d="m9.5 16.5 4.5 4.5 8.5-9"/>',
  maintenance: '<rect x="1" y="1" width="30" height="30" rx="9" fill="#0b5c8a"/><path d="M9 16h14M16 9v14"/>',
  minor: '<path d="M16 2 31 29H1z" fill="#735000"/><path stroke-width="3" d="M16 12v8m0 4.5v.2"/>',
  major: '<path d="M16 0 32 16 16 32 0 16z" fill="#953a00"/><path d="M10 16h12"/>',
  critical: '<rect x="1" y="1" width="30" height="30" rx="3" fill="#ad1519"/><path d="m10 10 12 12m0-12L10 22"/>',
  unknown: '<circle cx="16" cy="16" r="15" fill="#575e6a"/><path d="M10 16h.1m5.9 0h.1m5.9 0h.1"/>',
};

/** The status as the icon of a browser's tab: a shape of its own for each. */
export const statusIcon = (indicator: Indicator) => ({
  type: "image/svg+xml",
  url: `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><g fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round">${shapes[indicator]}</g></svg>`)}`,
});
