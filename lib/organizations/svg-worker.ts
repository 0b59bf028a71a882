import { findSvgFault } from "./svg";

/** Runs in a worker thread, so that a timeout can terminate the check. */
export default function checkSvg(svg: string): string | null {
  return findSvgFault(svg);
}
