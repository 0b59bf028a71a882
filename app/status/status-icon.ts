import { drawShape, shapes } from "@/lib/public/pictures/shapes";
import type { Indicator } from "@/lib/public/page/schema";

/** The status as the icon of a browser's tab: a shape of its own for each. */
export const statusIcon = (indicator: Indicator) => ({
  type: "image/svg+xml",
  url: `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">` +
      `${drawShape(shapes[indicator], shapes[indicator].color, "#fff")}</svg>`,
  )}`,
});
