import { findSvgFault } from "./svg";

/** Checks an SVG in a worker thread, so that a timeout can terminate it. */
export default function checkSvg(svg: string): string | null {
  return findSvgFault(svg);
}
